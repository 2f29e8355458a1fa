import { test } from "vitest";
import { chainCertificates, longChainCertificates } from "/work/wt-exec/src/bounds/chain-certificates.js";
import { productCertificates } from "/work/wt-exec/src/bounds/statement-certificates.js";
test("t", () => {
  for (const [m,k,l,n,S,P] of [[4,3,5,3,12,1],[8,6,8,6,40,2],[12,10,12,10,60,4],[20,16,20,16,200,4]] as const) {
    let t = performance.now();
    const c = chainCertificates({ extents: {batch:1n,m:BigInt(m),k:BigInt(k),l:BigInt(l),n:BigInt(n),pairs:BigInt(m*l),factors:1n}, weights:{a:1n,b:2n,h:2n,d:1n,partial:4n,output:2n}, capacity:BigInt(S), memories:BigInt(P)});
    const t1 = performance.now()-t; t = performance.now();
    const p = productCertificates({extents:{batch:1n,m:BigInt(m),n:BigInt(n),k:BigInt(l)},weights:{a:1n,b:2n,partial:4n,output:2n},capacity:BigInt(S),memories:BigInt(P)});
    console.log(m, "chain", t1.toFixed(1), c.map(x=>`${x.theorem}:${x.value}`).join(" "), "product", (performance.now()-t).toFixed(1), p.map(x=>`${x.theorem}:${x.value}`).join(" "));
  }
});
