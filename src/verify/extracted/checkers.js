// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function Mt(Dr){"use strict";var Ee={},P=248;function fr(r,n){if(r.fun)return fr(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var i=n.length|0,u=e-i|0;return u==0?r.apply(null,n):u<0?fr(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var f=arguments.length==0?1:arguments.length,a=new Array(n.length+f),c=0;c<n.length;c++)a[c]=n[c];for(var c=0;c<
arguments.length;c++)a[n.length+c]=arguments[c];return fr(r,a)}}function Fe(){return 0}var rn=[0];function T(r,n,e){e&&Dr.toplevelReloc&&
(r=Dr.toplevelReloc(e)),rn[r+1]=n,e&&(rn[e]=n)}function He(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function Je(r,n){return{joo_tramp:r,joo_args:n}}function v(r,n){return r+n}function D(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function B(r,n){return r===n?1:0}function Nr(r){return BigInt(r)}function H(r,n){
return r<n?1:0}function t(r,n){return r*n}function q(r,n){return Dr.provided[r]=n,0}function Ke(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var i=(e+
r/e)/BigInt(2);if(i>=e)break;e=i}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function p(r,n){
return r-n}var nn="Assert_failure",en="Division_by_zero",tn="End_of_file",un="Failure",vn="Invalid_argument",fn="Match_failure",an="\
Not_found",on="Out_of_memory",cn="Stack_overflow",sn="Sys_blocked_io",ln="Sys_error",gn="Undefined_recursive_module";function x(r,n){
return r.length==1?r(n):fr(r,[n])}function ar(r,n,e){return r.length==2?r(n,e):fr(r,[n,e])}Fe(),T(11,[P,gn,-12],gn),T(10,[P,nn,-11],
nn),T(9,[P,sn,-10],sn),T(8,[P,cn,-9],cn),T(7,[P,fn,-8],fn),T(6,[P,an,-7],an),T(5,[P,en,-6],en),T(4,[P,tn,-5],tn),T(3,[P,vn,-4],vn),
T(2,[P,un,-3],un),T(1,[P,ln,-2],ln),T(0,[P,on,-1],on);var _=Nr(0),o=Nr(1);function or(r){return v(r,o)}function A(r){return or(v(r,
r))}function _n(r){return p(_,r)}function $(r,n,e){return B(e,_)?x(r,0):x(n,p(e,o))}function l(r,n){return 1-H(n,r)}function Q(r,n){
return H(n,r)?n:r}function N(r,n){return H(r,n)?n:r}function z(r,n){return p(r,t(n,D(r,n)))}function Y(r,n){for(var e=r,i=n;;){if(B(
i,_))return N(e,_n(e));var u=z(e,i),e=i,i=u}}function nr(r){return r?0:1}function Or(r,n){function e(i){return or(Or(i,n))}return $(
function(i){return n},e,r)}function Qr(r,n){function e(i){return Or(n,Qr(i,n))}return $(function(i){return _},e,r)}function Wr(r,n,e,i){
var u=D(i,Nr(2));if(B(i,o))return x(n,e);if(B(v(u,u),i)){var f=Ir(n,e,u);return r<50?Wr(r+1|0,n,f,u):Je(Wr,[0,n,f,u])}return x(n,Ir(
n,Ir(n,e,u),u))}function Ir(r,n,e){return He(Wr(0,r,n,e))}function mn(r,n){function e(i){function u(f){return mn(i,f)}return $(function(f){
return 0},u,n)}return $(function(i){function u(f){return 0}return $(function(f){return 1},u,n)},e,r)}function cr(r){return r?or(cr(
r[2])):_}function Cn(r,n,e){if(n){var i=n[2],u=n[1],f=function(a){return Cn(r,i,a)};return $(function(a){return u},f,e)}return r}function yn(r,n){
for(var e=n;;){if(e){var i=e[2],u=e[1];if(x(r,u))return[0,u,yn(r,i)];var e=i;continue}return e}}function Gr(r,n){for(var e=n;;){if(e){
var i=x(r,e[1]);if(i){var e=e[2];continue}return i}return 1}}function kn(r,n){if(n)var e=kn(r,n[2]),i=[0,x(r,n[1]),e];else var i=n;
return i}function pr(r,n){function e(i){return[0,r,pr(or(r),i)]}return $(function(i){return 0},e,n)}function h(r,n,e){if(e){var i=h(
r,n,e[2]);return ar(r,e[1],i)}return n}function er(r,n,e,i,u){if(l(t(t(r,r),r),i)){var f=t(t(u,u),u),a=A(o);return l(t(A(A(v(a,a))),
i),f)}if(l(t(t(r,n),n),i)){var c=l(r,u);if(c){var s=p(u,r),m=t(t(r,p(u,r)),s),g=v(o,o);return l(t(v(g,g),i),m)}return c}if(l(t(t(r,
n),e),i)){var C=p(p(u,r),n);return l(i,t(t(r,n),C))}return l(v(v(r,n),e),u)}function Lr(r,n,e,i,u,f,a,c){var s=t(t(r,n),e),m=t(c,s),
g=t(t(s,s),s),C=t(t(t(t(t(i,u),f),a),a),g),k=t(t(t(f,a),r),n),y=t(t(t(u,a),n),e),b=t(t(t(i,a),r),e);return l(y,b)?l(k,y)?er(b,y,k,
C,m):l(k,b)?er(b,k,y,C,m):er(k,b,y,C,m):l(k,b)?er(y,b,k,C,m):l(k,y)?er(y,k,b,C,m):er(k,y,b,C,m)}function In(r,n){if(B(n,_))return _;
if(H(_,n)){var e=[0,o,_];return Ir(function(i){var u=x(r,i[1]),f=N(i[2],u);return[0,v(i[1],o),f]},e,n)[2]}return _n(n),_}function Pr(r,n,e){
if(!l(r,_)&&!B(n,_)){var i=l(r,t(e,n)),u=i&&H(t(p(e,o),n),r);return u}return B(e,_)}function jr(r,n){return D(p(v(r,n),o),n)}function sr(r,n,e){
var i=l(_,e);if(i){var u=B(e,_),f=u||ar(r,e,n);if(f)return nr(ar(r,v(e,o),n));var a=f}else var a=i;return a}function Br(r,n,e,i){var u=l(
_,i);if(u){var f=l(i,n);if(f){var a=B(i,_);if(a)var s=a;else var c=H(_,e),s=c&&ar(r,i,e);if(s){var m=H(i,n);if(m)var g=H(_,e),C=g&&
ar(r,v(i,o),e);else var C=m;return nr(C)}var k=s}else var k=f}else var k=u;return k}function lr(r){var n=l(o,r[1]);if(n){var e=l(o,
r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var f=l(o,r[5]);if(f){var a=l(o,r[6]);if(a){var c=l(o,r[7]);if(c){var s=l(
o,r[8]);if(s){var m=l(_,r[9]);if(m)return l(o,r[10]);var g=m}else var g=s}else var g=c}else var g=a}else var g=f}else var g=u}else
var g=i}else var g=e}else var g=n;return g}function tr(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}function gr(r){var n=r[3];
return t(t(r[1],r[2]),n)}var pn=v(o,o),jn=A(A(A(v(pn,pn)))),Bn=v(jn,jn),bn=v(Bn,Bn),dn=A(v(bn,bn)),Sn=v(dn,dn),qn=v(Sn,Sn),Mn=v(qn,
qn),Rn=v(Mn,Mn),Ue=v(Rn,Rn);function _r(r,n,e,i){return Lr(r[2],r[3],r[4],r[5],r[6],n,e,i)}function An(r,n,e,i,u){var f=r[6],a=t(t(
v(o,o),f),n),c=l(D(t(e,e),a),Ue),s=c&&1;if(u)var m=s&&1,g=m;else var g=s?0:1;if(g){if(u){if(l(e,_))var I=_;else var C=r[4],k=t(t(r[1],
r[2]),C),y=r[3],b=t(t(r[1],r[4]),y),d=r[6],j=D(p(p(e,r[5]),d),n),S=Q(gr(r),j),I=In(function(w){var R=r[6],J=t(n,w),U=Q(b,D(p(p(e,r[5]),
J),R));return In(function(K){var F=r[5],W=t(n,w),E=Q(k,D(p(p(e,t(r[6],K)),W),F)),G=t(r[4],w),L=Q(t(r[2],K),G),O=t(r[3],E);return Q(
Q(Ke(t(t(E,K),w)),O),L)},U)},S);return B(i,I)}var M=tr(r);return Br(function(w,R){return _r(r,n,w,R)},M,e,i)}return g}function ir(r,n){
return Y(Y(r[5],r[6]),n)}function wn(r,n,e,i,u){var f=ir(r,n),a=l(o,u[1]);if(a){var c=B(z(u[1],f),_);if(c){var s=u[3],m=u[4],g=An(
r,n,p(v(u[1],n),f),m,s);if(g){var C=u[2],k=u[5],y=u[1],b=An(r,n,p(v(v(t(D(r[9],f),f),y),n),f),k,C);if(b){var d=u[6],j=u[5],S=Pr(p(
e,t(i,u[4])),j,d);if(S)var I=t(u[1],u[6]),M=B(u[7],I);else var M=S}else var M=b}else var M=g}else var M=c}else var M=a;return M}function De(r){
var n=r[1],e=lr(n);if(e){var i=r[2],u=n[10],f=tr(n),a=wn(n,n[7],f,u,i);if(a){var c=gr(n),s=t(n[7],c),m=N(_,p(r[2][7],s)),g=B(r[3],
m);if(g){var C=gr(n),k=t(n[8],C),y=B(r[4],k);if(y)var b=v(r[3],r[4]),d=B(r[5],b);else var d=y}else var d=g}else var d=a}else var d=e;
return d}function En(r,n){var e=l(o,n);if(e){var i=t(n,r[10]),u=l(tr(r),i);if(u)var f=tr(r),a=r[10],c=H(t(p(n,o),a),f);else var c=u}else
var c=e;return c}function Ne(r){var n=r[1],e=lr(n);if(e){var i=En(n,r[3]);if(i)var u=r[2],f=r[3],a=wn(n,Q(n[7],n[8]),f,o,u),c=a&&B(
r[4],r[2][7]);else var c=i}else var c=e;return c}function Oe(r){var n=r[1],e=Q(n[7],n[8]),i=lr(n);if(i){var u=En(n,r[2]);if(u){var f=l(
o,r[3]);if(f){var a=_r(n,e,r[2],r[3]);if(a){var c=p(r[3],o);return nr(_r(n,e,r[2],c))}var s=a}else var s=f}else var s=u}else var s=i;
return s}function Fn(r,n,e){var i=ir(r,n),u=ir(r,n),f=ir(r,n);return p(v(v(t(D(r[9],f),u),e),n),i)}function Qe(r){var n=r[1],e=n[7],
i=Fn(n,e,r[2]),u=r[3],f=lr(n);if(f){var a=l(o,r[2]);if(a){var c=ir(n,e),s=B(z(r[2],c),_);if(s){var m=sr(function(F,W){return _r(n,
e,F,W)},i,u);if(m){var g=v(u,o),C=tr(n),k=jr(t(r[2],C),g),y=B(r[4],k);if(y){var b=t(e,gr(n)),d=N(_,p(r[4],b)),j=B(r[5],d);if(j){var S=gr(
n),I=t(n[8],S),M=B(r[6],I);if(M)var w=v(r[5],r[6]),R=B(r[7],w);else var R=M}else var R=j}else var R=y}else var R=m}else var R=s}else
var R=a}else var R=f;return R}function We(r){var n=r[1],e=Q(n[7],n[8]),i=r[3],u=r[2],f=lr(n);if(f){var a=l(o,u);if(a){var c=B(z(u,
ir(n,e)),_);if(c){var s=Fn(n,e,u),m=sr(function(S,I){return _r(n,e,S,I)},s,i);if(m)var g=v(i,o),C=t(n[10],g),k=jr(t(u,tr(n)),C),y=B(
r[4],k);else var y=m}else var y=c}else var y=a}else var y=f;return y}function Tr(r,n){var e=l(_,n);return e&&l(r,t(n,n))}function br(r){
var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var f=l(o,r[5]);if(f){var a=l(o,r[6]);if(a){
var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){var g=l(o,r[10]);if(g){var C=l(o,r[11]);if(C){var k=l(o,r[12]);if(k){
var y=l(o,r[13]);if(y){var b=l(_,r[14]);if(b){var d=l(o,r[15]);if(d){var j=r[4],S=t(t(r[1],r[2]),j);return l(r[6],S)}var I=d}else var I=b}else
var I=y}else var I=k}else var I=C}else var I=g}else var I=m}else var I=s}else var I=c}else var I=a}else var I=f}else var I=u}else var I=i}else
var I=e}else var I=n;return I}function xr(r){return N(r[1],r[2])}function Hn(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function Jn(r,n,e){
return Lr(r[2],r[5],r[4],r[10],r[11],r[12],n,e)}function Kn(r,n,e){var i=r[12],u=r[11],f=r[9],a=r[8],c=r[7],s=r[3],m=r[3],g=v(o,o),
C=t(t(t(t(t(v(g,g),m),s),c),a),f),k=r[4],y=r[5],b=r[2],d=t(t(b,y),k),j=t(t(t(t(C,n),d),b),k),S=t(t(t(u,n),y),k),I=t(t(t(i,n),b),y);
if(l(I,S))var M=t(t(t(i,d),b),y),w=I,R=S;else var M=t(t(t(u,d),y),k),w=S,R=I;var J=t(e,d),U=t(t(t(C,t(d,d)),b),k),K=t(d,d),F=t(t(t(
t(u,i),n),y),K),W=t(t(t(d,d),d),d),E=t(t(t(t(t(C,u),i),n),n),W),G=p(J,R),L=v(o,o),O=t(v(L,L),F),X=p(p(t(J,J),j),O),Z=t(t(t(J,J),J),
J),rr=v(o,o),Jr=v(rr,rr),Kr=v(Jr,Jr),Ur=v(Kr,Kr),Cr=v(Ur,Ur),le=l(t(v(Cr,Cr),E),Z);if(le){var Bt=t(t(t(R,R),R),R),ge=v(o,o),_e=H(t(
v(ge,ge),Bt),E);if(_e)var yr=_e;else{var me=l(_,G);if(me)var bt=t(t(G,G),G),Ce=v(o,o),dt=t(t(v(Ce,Ce),R),bt),ye=A(o),yr=l(t(A(A(v(
ye,ye))),E),dt);else var yr=me}}else var yr=le;if(yr){var ke=v(o,o),St=t(v(ke,ke),E),Ie=H(t(j,j),St);if(Ie)var kr=Ie;else{var pe=l(
_,X);if(pe)var qt=t(X,X),je=v(o,o),Be=v(je,je),be=v(Be,Be),kr=l(t(t(v(be,be),j),F),qt);else var kr=pe}}else var kr=yr;if(kr){var de=H(
R,M);if(de)var qe=de;else var Se=v(o,o),qe=H(j,t(t(v(Se,Se),M),M));var hr=qe||Tr(j,p(G,M))}else var hr=kr;var Me=hr&&Tr(j,p(G,w));
if(Me){var Re=v(o,o),Ae=H(t(t(v(Re,Re),w),w),U);if(!Ae)return Tr(U,p(G,w));var we=Ae}else var we=Me;return we}function Un(r,n,e){var i=e[1],
u=Hn(r),f=Br(function(s,m){return Jn(r,s,m)},u,n,i);if(f){var a=e[2],c=Hn(r);return Br(function(s,m){return Kn(r,s,m)},c,n,a)}return f}
function mr(r){var n=r[5];return t(t(r[1],r[2]),n)}function V(r){var n=Y(r[11],r[12]),e=Y(r[10],n),i=Y(r[9],e);return Y(r[8],i)}function Ge(r){
var n=r[1],e=V(n),i=br(n);if(i){var u=l(o,r[2]);if(u){var f=B(z(r[2],e),_);if(f){var a=r[3],c=Un(n,p(v(r[2],n[12]),e),a);if(c){var s=r[4],
m=n[12],g=r[2],C=Un(n,p(v(v(t(D(n[14],e),e),g),m),e),s);if(C){var k=r[5],y=xr(r[4]),b=xr(r[3]),d=t(n[15],b),j=Pr(p(t(n[6],n[5]),d),
y,k);if(j){var S=t(r[2],r[5]),I=B(r[6],S);if(I){var M=mr(n),w=t(n[12],M),R=N(_,p(r[6],w)),J=B(r[7],R);if(J){var U=mr(n),K=t(n[13],
U),F=B(r[8],K);if(F)var W=v(r[7],r[8]),E=B(r[9],W);else var E=F}else var E=J}else var E=I}else var E=j}else var E=C}else var E=c}else
var E=f}else var E=u}else var E=i;return E}function Le(r){var n=r[1],e=V(n),i=r[2],u=br(n);if(u){var f=l(o,i);if(f){var a=B(z(i,e),
_);if(a){var c=r[3],s=n[12],m=p(v(v(t(D(n[14],e),e),i),s),e),g=c[1],C=sr(function(L,O){return Jn(n,L,O)},m,g);if(C)var k=c[2],y=sr(
function(L,O){return Kn(n,L,O)},m,k);else var y=C;if(y){var b=v(xr(r[3]),o),d=jr(t(i,t(n[6],n[5])),b),j=B(r[4],d);if(j){var S=mr(n),
I=t(n[12],S),M=N(_,p(r[4],I)),w=B(r[5],M);if(w){var R=mr(n),J=t(n[13],R),U=B(r[6],J);if(U)var K=v(r[5],r[6]),F=B(r[7],K);else var F=U}else
var F=w}else var F=j}else var F=y}else var F=a}else var F=f}else var F=u;return F}function Dn(r,n){var e=N(r[12],r[10]),i=N(r[11],
e),u=N(r[9],i),f=N(r[8],u),a=v(p(n,V(r)),f),c=V(r),s=V(r);return v(t(D(r[14],s),c),a)}function Nn(r,n,e){var i=t(e,e),u=l(v(r,n),i);
if(u){var f=p(p(t(e,e),r),n),a=t(p(p(t(e,e),r),n),f),c=t(r,n),s=v(o,o);return l(t(v(s,s),c),a)}return u}function On(r,n,e){var i=r[12],
u=r[3],f=r[7],a=r[6],c=v(o,o),s=v(c,c),m=v(s,s),g=t(t(t(v(m,m),a),f),u),C=r[5],k=r[6],y=v(o,o),b=v(y,y),d=v(b,b),j=t(t(v(d,d),k),C),
S=r[6],I=r[7],M=A(o),w=t(t(t(t(A(A(v(M,M))),I),i),n),S),R=v(o,o),J=v(R,R),U=v(J,J),K=v(t(e,t(t(v(U,U),n),n)),w),F=t(j,j),W=Q(r[10],
i),E=r[11],G=A(o),L=t(t(t(t(t(A(A(v(G,G))),n),E),i),W),F),O=t(g,g),X=r[9],Z=r[8],rr=A(o);return Nn(t(t(t(t(t(A(A(v(rr,rr))),n),Z),
X),i),O),L,K)}function Qn(r){var n=mr(r);return t(N(_,p(r[12],r[13])),n)}function Pe(r){var n=r[1],e=Dn(n,r[2]),i=r[3],u=br(n);if(u){
var f=l(o,r[2]);if(f){var a=V(n),c=B(z(r[2],a),_);if(c){var s=l(_,i);if(s){var m=n[12],g=A(o),C=t(t(A(A(v(g,g))),m),e),k=n[9],y=n[8],
b=n[3],d=n[3],j=v(o,o),S=v(j,j),I=v(S,S),M=v(I,I),w=v(M,M),R=v(w,w),J=v(R,R);if(H(t(t(t(t(v(J,J),d),b),y),k),C))var U=B(i,_);else{
var K=On(n,e,v(i,n[15]));if(K)var F=B(i,_),U=F||nr(On(n,e,p(v(i,n[15]),o)));else var U=K}if(U){var W=t(r[2],i),E=B(r[4],W);if(E)var G=Qn(
n),L=N(_,p(r[4],G)),O=B(r[5],L);else var O=E}else var O=U}else var O=s}else var O=c}else var O=f}else var O=u;return O}function Wn(r,n,e,i){
var u=r[12],f=V(r),a=V(r),c=v(t(D(r[14],a),f),e),s=r[3],m=r[7],g=r[6],C=v(o,o),k=v(C,C),y=v(k,k),b=t(t(t(t(v(y,y),e),g),m),s),d=r[5],
j=r[6],S=v(o,o),I=v(S,S),M=v(I,I),w=t(t(t(v(M,M),e),j),d),R=r[6],J=r[7],U=A(o),K=t(t(t(t(t(A(A(v(U,U))),J),u),n),e),R),F=v(o,o),W=v(
F,F),E=v(W,W),G=v(t(i,t(t(v(E,E),n),c)),K),L=t(w,w),O=Q(r[10],u),X=r[11],Z=A(o),rr=t(t(t(t(t(A(A(v(Z,Z))),n),X),u),O),L),Jr=t(b,b),
Kr=r[9],Ur=r[8],Cr=A(o);return Nn(t(t(t(t(t(A(A(v(Cr,Cr))),n),Ur),Kr),u),Jr),rr,G)}function Te(r){var n=r[1],e=r[2],i=Dn(n,e),u=r[3],
f=br(n);if(f){var a=l(o,e);if(a){var c=B(z(e,V(n)),_);if(c){var s=l(_,u);if(s){var m=n[12],g=A(o),C=t(t(A(A(v(g,g))),m),i),k=n[9],
y=n[8],b=n[3],d=n[3],j=v(o,o),S=v(j,j),I=v(S,S),M=v(I,I),w=v(M,M),R=v(w,w),J=v(R,R);if(H(t(t(t(t(v(J,J),d),b),y),k),C))var U=B(u,_);else{
var K=Wn(n,i,e,u);if(K)var F=B(u,_),U=F||nr(Wn(n,i,e,p(u,o)));else var U=K}if(U)var W=N(_,p(u,Qn(n))),E=B(r[4],W);else var E=U}else
var E=s}else var E=c}else var E=a}else var E=f;return E}function Gn(r){return h(function(n,e){return v(t(n[1],n[2]),e)},_,r)}function Ln(r){
var n=l(o,r[1]);return n&&l(o,r[2])}function xe(r){var n=Gr(Ln,r[1]);if(n){var e=Gr(Ln,r[2]);if(e){var i=Gn(r[1]),u=B(r[3],i);if(u){
var f=Gn(r[2]),a=B(r[4],f);if(a)var c=v(r[3],r[4]),s=B(r[5],c);else var s=a}else var s=u}else var s=e}else var s=n;return s}function Pn(r,n){
var e=pr(_,n);return h(function(i,u){return v(x(r,i),u)},_,e)}function zr(r,n){var e=pr(_,n);return h(function(i,u){return N(x(r,i),
u)},_,e)}var Tn=v(o,o),xn=v(Tn,Tn),zn=v(xn,xn),Vn=v(zn,zn),Xn=v(Vn,Vn),Yn=v(Xn,Xn),Zn=v(Yn,Yn),$n=v(Zn,Zn),hn=v($n,$n),re=v(hn,hn),
ne=v(re,re),ze=v(ne,ne);function ee(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(r[2],ze);if(i){var u=l(o,r[3]);if(u){var f=l(
_,r[4]);if(f){var a=H(r[4],r[2]);if(a){var c=r[4],s=t(v(o,o),c),m=v(r[1],s);return l(r[2],m)}var g=a}else var g=f}else var g=u}else
var g=i}else var g=e}else var g=n;return g}function dr(r){var n=r[3],e=r[3],i=r[2],u=r[4],f=t(v(o,o),u);return D(v(p(v(r[1],f),i),
e),n)}function te(r,n){if(H(n,r[4])){var e=r[3],i=r[3];return D(p(v(p(r[4],n),i),o),e)}return _}function ie(r,n){var e=p(v(r[1],r[4]),
n),i=dr(r);if(l(e,_))var f=_;else var u=r[3],f=D(p(v(e,r[3]),o),u);return Q(f,i)}function Vr(r,n){var e=te(r,n);return N(_,p(ie(r,
n),e))}function ur(r){return N(r[2],_)}function Sr(r,n,e){var i=B(z(e,r[3]),n),u=i&&H(_,Vr(r,e));return u}function Xr(r,n){var e=ur(
r);return Pn(function(i){return Sr(r,n,i)?o:_},e)}function Yr(r,n){var e=ur(r);return zr(function(i){if(Sr(r,n,i)){var u=D(i,r[3]);
return v(ie(r,i),u)}return _},e)}function ue(r,n){var e=dr(r);return Q(Xr(r,n),e)}function ve(r){var n=ur(r);return zr(function(e){
return Vr(r,e)},n)}function qr(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=ee(r[4]);if(u){var f=ee(
r[5]);if(f){var a=l(o,r[6]);if(a){var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){var g=l(_,r[10]);if(g)return l(
o,r[11]);var C=g}else var C=m}else var C=s}else var C=c}else var C=a}else var C=f}else var C=u}else var C=i}else var C=e}else var C=n;
return C}function Mr(r){var n=pr(_,ur(r)),e=yn(function(i){var u=H(i,r[3]),f=u&&H(_,Xr(r,i));return f},n);return kn(function(i){var u=ur(
r),f=Pn(function(k){return Sr(r,i,k)?Vr(r,k):_},u),a=Xr(r,i),c=ue(r,i),s=ur(r),m=zr(function(k){if(Sr(r,i,k)){var y=D(k,r[3]),b=v(
te(r,k),y);return p(Yr(r,i),b)}return _},s),g=p(Yr(r,i),m),C=p(Yr(r,i),g);return[0,Q(ue(r,i),C),c,a,f]},e)}function Rr(r,n){return h(
function(e,i){return v(x(r,e),i)},_,n)}function vr(r,n){return h(function(e,i){return N(x(r,e),i)},_,n)}function fe(r,n){if(n){var e=n[1];
return B(r,e)?n:H(e,r)?[0,r,n]:[0,e,fe(r,n[2])]}return[0,r,0]}function Ar(r){var n=0;return h(function(e,i){return fe(e[1],i)},n,r)}
function Zr(r,n){return n?B(r,n[1])?_:or(Zr(r,n[2])):_}function wr(r,n){var e=Mr(r[4]),i=Mr(r[5]),u=Ar(e),f=Ar(i);function a(j,S){
var I=j[1],M=Zr(S[1],f),w=cr(f);return Cn(_,n,Or(Qr(Zr(I,u),w),M))}var c=ve(r[5]),s=t(ve(r[4]),c),m=Rr(function(j){return Rr(function(S){
var I=t(j[3],S[3]);return t(a(j,S),I)},i)},e),g=t(r[2],m),C=vr(function(j){return vr(function(S){var I=t(r[1],s);return t(a(j,S),I)},
i)},e),k=vr(function(j){return vr(function(S){var I=t(j[2],S[2]),M=t(r[3],I);return t(a(j,S),M)},i)},e),y=vr(function(j){return vr(
function(S){var I=t(j[1],S[1]),M=a(j,S);return t(t(a(j,S),M),I)},i)},e),b=Rr(function(j){return Rr(function(S){var I=t(j[4],S[4]);
return t(a(j,S),I)},i)},e),d=r[3];return[0,t(t(t(r[1],r[2]),d),b),y,k,C,g]}function Er(r,n){var e=cr(Ar(Mr(r[5]))),i=Qr(cr(Ar(Mr(r[4]))),
e),u=mn(cr(n),i);if(u){var f=Gr(function(C){return l(_,C)},n);if(f)for(var a=n;;){if(a){var c=H(_,a[1]);if(!c){var a=a[2];continue}
var s=c}else var s=a;return s}var m=f}else var m=u;return m}function Fr(r){var n=H(_,r[2]);if(n){var e=H(_,r[3]);if(e)var i=H(_,r[4]),
u=i&&H(_,r[5]);else var u=e}else var u=n;return u}function $r(r,n,e,i,u){var f=t(e[2],u),a=t(e[2],i);return Lr(e[4],e[3],e[5],r[6],
r[7],n,a,f)}function ae(r,n,e,i,u){var f=e[1];return Br(function(a,c){return $r(r,n,e,a,c)},f,i,u)}function oe(r,n){return Y(Y(r[6],
r[7]),n)}function ce(r,n,e,i,u,f){var a=oe(r,n),c=l(o,f[1]);if(c){var s=B(z(f[1],a),_);if(s){var m=f[2],g=ae(r,n,e,p(v(f[1],n),a),
m);if(g){var C=f[3],k=f[1],y=ae(r,n,e,p(v(v(t(D(r[10],a),a),k),n),a),C);if(y){var b=f[4],d=f[3],j=Pr(p(i,t(u,f[2])),d,b);if(j)var S=t(
f[1],f[4]),I=B(f[5],S);else var I=j}else var I=y}else var I=g}else var I=s}else var I=c;return I}function Hr(r){var n=dr(r[5]),e=dr(
r[4]);return t(t(t(r[1],r[3]),e),n)}function Ve(r){var n=r[1],e=qr(n);if(e){var i=Er(n,r[2]);if(i){var u=wr(n,r[2]),f=Fr(u);if(f){
var a=ce(n,n[8],u,u[1],n[11],r[3]);if(a){var c=Hr(n),s=t(n[8],c),m=N(_,p(r[3][5],s)),g=B(r[4],m);if(g){var C=Hr(n),k=t(n[9],C),y=B(
r[5],k);if(y)var b=v(r[4],r[5]),d=B(r[6],b);else var d=y}else var d=g}else var d=a}else var d=f;var j=d}else var j=i}else var j=e;
return j}function se(r,n,e){var i=l(o,e);if(i)var u=l(r,t(e,n)),f=u&&H(t(p(e,o),n),r);else var f=i;return f}function Xe(r){var n=r[1],
e=qr(n);if(e){var i=Er(n,r[2]);if(i){var u=wr(n,r[2]),f=Fr(u);if(f){var a=se(u[1],n[11],r[4]);if(a)var c=r[3],s=r[4],m=ce(n,Q(n[8],
n[9]),u,s,o,c),g=m&&B(r[5],r[3][5]);else var g=a}else var g=f;var C=g}else var C=i}else var C=e;return C}function Ye(r){var n=r[1],
e=qr(n);if(e){var i=Er(n,r[2]);if(i){var u=wr(n,r[2]),f=r[3],a=Q(n[8],n[9]),c=function(j){return $r(n,a,u,f,j)},s=Fr(u);if(s){var m=se(
u[1],n[11],r[3]);if(m){var g=l(o,r[4]);if(g){var C=c(r[4]);if(C)return nr(c(p(r[4],o)));var k=C}else var k=g}else var k=m}else var k=s;
var y=k}else var y=i}else var y=e;return y}function Ze(r){var n=r[1],e=n[8],i=oe(n,e),u=r[3],f=r[4],a=qr(n);if(a){var c=Er(n,r[2]);
if(c){var s=wr(n,r[2]),m=Fr(s);if(m){var g=l(o,u);if(g){var C=B(z(u,i),_);if(C){var k=p(v(v(t(D(n[10],i),i),u),e),i),y=sr(function(X,Z){
return $r(n,e,s,X,Z)},k,f);if(y){var b=v(f,o),d=jr(t(u,s[1]),b),j=B(r[5],d);if(j){var S=t(e,Hr(n)),I=N(_,p(r[5],S)),M=B(r[6],I);if(M){
var w=Hr(n),R=t(n[9],w),J=B(r[7],R);if(J)var U=v(r[6],r[7]),K=B(r[8],U);else var K=J}else var K=M}else var K=j}else var K=y}else var K=C}else
var K=g}else var K=m;var F=K}else var F=c}else var F=a;return F}function $e(r,n,e,i,u,f,a,c,s,m){return[0,r,n,e,i,u,f,a,c,s,m]}function he(r,n,e,i,u,f,a){
return[0,r,n,e,i,u,f,a]}function rt(r,n,e,i,u){return[0,r,n,e,i,u]}function nt(r,n,e,i){return[0,r,n,e,i]}function et(r,n,e){return[
0,r,n,e]}function tt(r,n,e,i,u,f,a){return[0,r,n,e,i,u,f,a]}function it(r,n,e,i){return[0,r,n,e,i]}function ut(r,n,e,i,u,f,a,c,s,m,g,C,k,y,b){
return[0,r,n,e,i,u,f,a,c,s,m,g,C,k,y,b]}function vt(r,n){return[0,r,n]}function ft(r,n,e,i,u,f,a,c,s){return[0,r,n,e,i,u,f,a,c,s]}
function at(r,n,e,i,u,f,a){return[0,r,n,e,i,u,f,a]}function ot(r,n,e,i,u){return[0,r,n,e,i,u]}function ct(r,n,e,i){return[0,r,n,e,
i]}function st(r,n){return[0,r,n]}function lt(r,n,e,i,u){return[0,r,n,e,i,u]}function gt(r,n,e,i){return[0,r,n,e,i]}function _t(r,n,e,i,u,f,a,c,s,m,g){
return[0,r,n,e,i,u,f,a,c,s,m,g]}function mt(r,n,e,i){return[0,r,n,e,i]}function Ct(r,n,e,i,u){return[0,r,n,e,i,u]}function yt(r,n,e,i,u){
return[0,r,n,e,i,u]}function kt(r,n,e,i,u,f){return[0,r,n,e,i,u,f]}function It(r,n,e,i,u){return[0,r,n,e,i,u]}function pt(r,n,e,i){
return[0,r,n,e,i]}function jt(r,n,e,i,u,f,a,c){return[0,r,n,e,i,u,f,a,c]}return q("check_product_segments",De),q("check_product_bu\
siest",Ne),q("check_product_memory_independent",Oe),q("check_product_steady",Qe),q("check_product_busiest_steady",We),q("check_cha\
in_transients",Ge),q("check_chain_transients_steady",Le),q("check_chain_births_weighted",Pe),q("check_chain_births_weighted_steady",
Te),q("check_compulsory",xe),q("check_convolution",Ve),q("check_convolution_busiest",Xe),q("check_convolution_memory_independent",
Ye),q("check_convolution_steady",Ze),q("ProductInstance",$e),q("CutCertificate",he),q("SegmentsCertificate",rt),q("BusiestCertific\
ate",nt),q("MemoryIndependentCertificate",et),q("SteadyCertificate",tt),q("BusiestSteadyCertificate",it),q("ChainInstance",ut),q("\
ChainSegment",vt),q("ChainTransientsCertificate",ft),q("ChainSteadyCertificate",at),q("ChainBirthsWeightedCertificate",ot),q("Chai\
nBirthsWeightedSteadyCertificate",ct),q("Array",st),q("CompulsoryCertificate",lt),q("ConvAxis",gt),q("ConvInstance",_t),q("TapResi\
due",mt),q("Figures",Ct),q("ConvCut",yt),q("ConvolutionCertificate",kt),q("ConvolutionBusiestCertificate",It),q("ConvolutionMemory\
IndependentCertificate",pt),q("ConvolutionSteadyCertificate",jt),q("Real",0),q("OverWhole",1),q("nil",0),q("cons",function(r,n){return[
0,r,n]}),Ee}export{Mt as checkers};
