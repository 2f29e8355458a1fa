import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Address, formatAddress, parseAddress } from "../src/text/page-address.js";
import type { PageProps } from "./page.js";

interface PageEntry {
  readonly title: string;
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

/** Every page in the order of the menu, each in a chunk of its own. */
export const PAGES: Readonly<Record<string, PageEntry>> = {
  kernel: { title: "Kernel", load: async () => import("./pages/kernel.js") },
  launch: { title: "Launch", load: async () => import("./pages/launch.js") },
  layer: { title: "Layer", load: async () => import("./pages/layer.js") },
  data: { title: "Your own data", load: async () => import("./pages/data.js") },
  proof: { title: "Proof", load: async () => import("./pages/proof.js") },
  game: { title: "Game", load: async () => import("./pages/game.js") },
};

/** The address of the page, and a function that changes it: a change of texts alone makes no entry in the history. */
export function useAddress(): readonly [Address, (next: Address) => void] {
  const [address, setAddress] = useState(() => parseAddress(location.hash));
  useEffect(() => {
    const follow = (): void => setAddress(parseAddress(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const go = (next: Address): void => {
    history.replaceState(null, "", formatAddress(next));
    setAddress(next);
  };
  return [address, go];
}
