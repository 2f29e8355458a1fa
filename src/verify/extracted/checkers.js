// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function Ii(Dr){"use strict";var kt={},L=248;function lr(r,n){if(r.fun)return lr(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var i=n.length|0,u=e-i|0;return u==0?r.apply(null,n):u<0?lr(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var a=arguments.length==0?1:arguments.length,c=new Array(n.length+a),o=0;o<n.length;o++)c[o]=n[o];for(var o=0;o<
arguments.length;o++)c[n.length+o]=arguments[o];return lr(r,c)}}function Bt(){return 0}var ln=[0];function Q(r,n,e){e&&Dr.toplevelReloc&&
(r=Dr.toplevelReloc(e)),ln[r+1]=n,e&&(ln[e]=n)}function bt(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function dt(r,n){return{joo_tramp:r,joo_args:n}}function v(r,n){return r+n}function K(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function B(r,n){return r===n?1:0}function Or(r){return BigInt(r)}function M(r,n){
return r<n?1:0}function t(r,n){return r*n}function k(r,n){return Dr.provided[r]=n,0}function Ur(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var i=(e+
r/e)/BigInt(2);if(i>=e)break;e=i}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function y(r,n){
return r-n}var _n="Assert_failure",hn="Division_by_zero",mn="End_of_file",Cn="Failure",pn="Invalid_argument",jn="Match_failure",yn="\
Not_found",In="Out_of_memory",kn="Stack_overflow",Bn="Sys_blocked_io",bn="Sys_error",dn="Undefined_recursive_module";function x(r,n){
return r.length==1?r(n):lr(r,[n])}function _r(r,n,e){return r.length==2?r(n,e):lr(r,[n,e])}Bt(),Q(11,[L,dn,-12],dn),Q(10,[L,_n,-11],
_n),Q(9,[L,Bn,-10],Bn),Q(8,[L,kn,-9],kn),Q(7,[L,jn,-8],jn),Q(6,[L,yn,-7],yn),Q(5,[L,hn,-6],hn),Q(4,[L,mn,-5],mn),Q(3,[L,pn,-4],pn),
Q(2,[L,Cn,-3],Cn),Q(1,[L,bn,-2],bn),Q(0,[L,In,-1],In);var h=Or(0),f=Or(1);function hr(r){return v(r,f)}function F(r){return hr(v(r,
r))}function xr(r){return y(h,r)}function g(r,n,e){return B(e,h)?x(r,0):x(n,y(e,f))}function l(r,n){return 1-M(n,r)}function q(r,n){
return M(n,r)?n:r}function W(r,n){return M(r,n)?n:r}function Zr(r){return W(r,h)}function G(r,n){return y(r,t(n,K(r,n)))}function T(r,n){
for(var e=r,i=n;;){if(B(i,h))return W(e,xr(e));var u=G(e,i),e=i,i=u}}function ur(r){return r?0:1}function zr(r,n){function e(i){return hr(
zr(i,n))}return g(function(i){return n},e,r)}function Gr(r,n){function e(i){return zr(n,Gr(i,n))}return g(function(i){return h},e,
r)}function Lr(r,n,e,i){var u=K(i,Or(2));if(B(i,f))return x(n,e);if(B(v(u,u),i)){var a=Sr(n,e,u);return r<50?Lr(r+1|0,n,a,u):dt(Lr,
[0,n,a,u])}return x(n,Sr(n,Sr(n,e,u),u))}function Sr(r,n,e){return bt(Lr(0,r,n,e))}function Zn(r,n){function e(i){function u(a){return Zn(
i,a)}return g(function(a){return 0},u,n)}return g(function(i){function u(a){return 0}return g(function(a){return 1},u,n)},e,r)}function mr(r){
return r?hr(mr(r[2])):h}function Sn(r,n,e){if(n){var i=n[2],u=n[1],a=function(c){return Sn(r,i,c)};return g(function(c){return u},
a,e)}return r}function wn(r,n){for(var e=n;;){if(e){var i=e[2],u=e[1];if(x(r,u))return[0,u,wn(r,i)];var e=i;continue}return e}}function Qr(r,n){
for(var e=n;;){if(e){var i=x(r,e[1]);if(!i){var e=e[2];continue}var u=i}else var u=e;return u}}function Tr(r,n){for(var e=n;;){if(e){
var i=x(r,e[1]);if(i){var e=e[2];continue}return i}return 1}}function Rn(r,n){if(n)var e=Rn(r,n[2]),i=[0,x(r,n[1]),e];else var i=n;
return i}function Cr(r,n){function e(i){return[0,r,Cr(hr(r),i)]}return g(function(i){return 0},e,n)}function V(r,n,e){if(e){var i=V(
r,n,e[2]);return _r(r,e[1],i)}return n}function vr(r,n,e,i,u){if(l(t(t(r,r),r),i)){var a=t(t(u,u),u),c=F(f);return l(t(F(F(v(c,c))),
i),a)}if(l(t(t(r,n),n),i)){var o=l(r,u);if(o){var s=y(u,r),m=t(t(r,y(u,r)),s),_=v(f,f);return l(t(v(_,_),i),m)}return o}if(l(t(t(r,
n),e),i)){var C=y(y(u,r),n);return l(i,t(t(r,n),C))}return l(v(v(r,n),e),u)}function Vr(r,n,e,i,u,a,c,o){var s=t(t(r,n),e),m=t(o,s),
_=t(t(s,s),s),C=t(t(t(t(t(i,u),a),c),c),_),j=t(t(t(a,c),r),n),p=t(t(t(u,c),n),e),Z=t(t(t(i,c),r),e);return l(p,Z)?l(j,p)?vr(Z,p,j,
C,m):l(j,Z)?vr(Z,j,p,C,m):vr(j,Z,p,C,m):l(j,Z)?vr(p,Z,j,C,m):l(j,p)?vr(p,j,Z,C,m):vr(j,p,Z,C,m)}function An(r,n){if(B(n,h))return h;
if(M(h,n)){var e=[0,f,h];return Sr(function(i){var u=x(r,i[1]),a=W(i[2],u);return[0,v(i[1],f),a]},e,n)[2]}return xr(n),h}function Xr(r,n,e){
if(!l(r,h)&&!B(n,h)){var i=l(r,t(e,n)),u=i&&M(t(y(e,f),n),r);return u}return B(e,h)}function pr(r,n){return K(y(v(r,n),f),n)}function jr(r,n,e){
var i=l(h,e);if(i){var u=B(e,h),a=u||_r(r,e,n);if(a)return ur(_r(r,v(e,f),n));var c=a}else var c=i;return c}function wr(r,n,e,i){var u=l(
h,i);if(u){var a=l(i,n);if(a){var c=B(i,h);if(c)var s=c;else var o=M(h,e),s=o&&_r(r,i,e);if(s){var m=M(i,n);if(m)var _=M(h,e),C=_&&
_r(r,v(i,f),e);else var C=m;return ur(C)}var j=s}else var j=a}else var j=u;return j}function ar(r){var n=l(f,r[1]);if(n){var e=l(f,
r[2]);if(e){var i=l(f,r[3]);if(i){var u=l(f,r[4]);if(u){var a=l(f,r[5]);if(a){var c=l(f,r[6]);if(c){var o=l(f,r[7]);if(o){var s=l(
f,r[8]);if(s){var m=l(h,r[9]);if(m)return l(f,r[10]);var _=m}else var _=s}else var _=o}else var _=c}else var _=a}else var _=u}else
var _=i}else var _=e}else var _=n;return _}function fr(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}function cr(r){var n=r[3];
return t(t(r[1],r[2]),n)}var Mn=v(f,f),Nn=F(F(F(v(Mn,Mn)))),En=v(Nn,Nn),Fn=v(En,En),Hn=F(v(Fn,Fn)),Jn=v(Hn,Hn),Kn=v(Jn,Jn),Pn=v(Kn,
Kn),Wn=v(Pn,Pn),Zt=v(Wn,Wn);function yr(r,n,e,i){return Vr(r[2],r[3],r[4],r[5],r[6],n,e,i)}function qn(r,n,e,i,u){var a=r[6],c=t(t(
v(f,f),a),n),o=l(K(t(e,e),c),Zt),s=o&&1;if(u)var m=s&&1,_=m;else var _=s?0:1;if(_){if(u){if(l(e,h))var I=h;else var C=r[4],j=t(t(r[1],
r[2]),C),p=r[3],Z=t(t(r[1],r[4]),p),b=r[6],d=K(y(y(e,r[5]),b),n),S=q(cr(r),d),I=An(function(A){var R=r[6],P=t(n,A),J=q(Z,K(y(y(e,r[5]),
P),R));return An(function(H){var N=r[5],D=t(n,A),E=q(j,K(y(y(e,t(r[6],H)),D),N)),U=t(r[4],A),z=q(t(r[2],H),U),O=t(r[3],E);return q(
q(Ur(t(t(E,H),A)),O),z)},J)},S);return B(i,I)}var w=fr(r);return wr(function(A,R){return yr(r,n,A,R)},w,e,i)}return _}function rr(r,n){
return T(T(r[5],r[6]),n)}function Dn(r,n,e,i,u){var a=rr(r,n),c=l(f,u[1]);if(c){var o=B(G(u[1],a),h);if(o){var s=u[3],m=u[4],_=qn(
r,n,y(v(u[1],n),a),m,s);if(_){var C=u[2],j=u[5],p=u[1],Z=qn(r,n,y(v(v(t(K(r[9],a),a),p),n),a),j,C);if(Z){var b=u[6],d=u[5],S=Xr(y(
e,t(i,u[4])),d,b);if(S)var I=t(u[1],u[6]),w=B(u[7],I);else var w=S}else var w=Z}else var w=_}else var w=o}else var w=c;return w}function St(r){
var n=r[1],e=ar(n);if(e){var i=r[2],u=n[10],a=fr(n),c=Dn(n,n[7],a,u,i);if(c){var o=cr(n),s=t(n[7],o),m=W(h,y(r[2][7],s)),_=B(r[3],
m);if(_){var C=cr(n),j=t(n[8],C),p=B(r[4],j);if(p)var Z=v(r[3],r[4]),b=B(r[5],Z);else var b=p}else var b=_}else var b=c}else var b=e;
return b}function On(r,n){var e=l(f,n);if(e){var i=t(n,r[10]),u=l(fr(r),i);if(u)var a=fr(r),c=r[10],o=M(t(y(n,f),c),a);else var o=u}else
var o=e;return o}function wt(r){var n=r[1],e=ar(n);if(e){var i=On(n,r[3]);if(i)var u=r[2],a=r[3],c=Dn(n,q(n[7],n[8]),a,f,u),o=c&&B(
r[4],r[2][7]);else var o=i}else var o=e;return o}function Rt(r){var n=r[1],e=q(n[7],n[8]),i=ar(n);if(i){var u=On(n,r[2]);if(u){var a=l(
f,r[3]);if(a){var c=yr(n,e,r[2],r[3]);if(c){var o=y(r[3],f);return ur(yr(n,e,r[2],o))}var s=c}else var s=a}else var s=u}else var s=i;
return s}function Un(r,n,e){var i=rr(r,n),u=rr(r,n),a=rr(r,n);return y(v(v(t(K(r[9],a),u),e),n),i)}function At(r){var n=r[1],e=n[7],
i=Un(n,e,r[2]),u=r[3],a=ar(n);if(a){var c=l(f,r[2]);if(c){var o=rr(n,e),s=B(G(r[2],o),h);if(s){var m=jr(function(N,D){return yr(n,
e,N,D)},i,u);if(m){var _=v(u,f),C=fr(n),j=pr(t(r[2],C),_),p=B(r[4],j);if(p){var Z=t(e,cr(n)),b=W(h,y(r[4],Z)),d=B(r[5],b);if(d){var S=cr(
n),I=t(n[8],S),w=B(r[6],I);if(w)var A=v(r[5],r[6]),R=B(r[7],A);else var R=w}else var R=d}else var R=p}else var R=m}else var R=s}else
var R=c}else var R=a;return R}function Mt(r){var n=r[1],e=q(n[7],n[8]),i=r[3],u=r[2],a=ar(n);if(a){var c=l(f,u);if(c){var o=B(G(u,
rr(n,e)),h);if(o){var s=Un(n,e,u),m=jr(function(S,I){return yr(n,e,S,I)},s,i);if(m)var _=v(i,f),C=t(n[10],_),j=pr(t(u,fr(n)),C),p=B(
r[4],j);else var p=m}else var p=o}else var p=c}else var p=a;return p}function Yr(r,n){var e=l(h,n);return e&&l(r,t(n,n))}function Rr(r){
var n=l(f,r[1]);if(n){var e=l(f,r[2]);if(e){var i=l(f,r[3]);if(i){var u=l(f,r[4]);if(u){var a=l(f,r[5]);if(a){var c=l(f,r[6]);if(c){
var o=l(f,r[7]);if(o){var s=l(f,r[8]);if(s){var m=l(f,r[9]);if(m){var _=l(f,r[10]);if(_){var C=l(f,r[11]);if(C){var j=l(f,r[12]);if(j){
var p=l(f,r[13]);if(p){var Z=l(h,r[14]);if(Z){var b=l(f,r[15]);if(b){var d=r[4],S=t(t(r[1],r[2]),d);return l(r[6],S)}var I=b}else var I=Z}else
var I=p}else var I=j}else var I=C}else var I=_}else var I=m}else var I=s}else var I=o}else var I=c}else var I=a}else var I=u}else var I=i}else
var I=e}else var I=n;return I}function $r(r){return W(r[1],r[2])}function xn(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function zn(r,n,e){
return Vr(r[2],r[5],r[4],r[10],r[11],r[12],n,e)}function Gn(r,n,e){var i=r[12],u=r[11],a=r[9],c=r[8],o=r[7],s=r[3],m=r[3],_=v(f,f),
C=t(t(t(t(t(v(_,_),m),s),o),c),a),j=r[4],p=r[5],Z=r[2],b=t(t(Z,p),j),d=t(t(t(t(C,n),b),Z),j),S=t(t(t(u,n),p),j),I=t(t(t(i,n),Z),p);
if(l(I,S))var w=t(t(t(i,b),Z),p),A=I,R=S;else var w=t(t(t(u,b),p),j),A=S,R=I;var P=t(e,b),J=t(t(t(C,t(b,b)),Z),j),H=t(b,b),N=t(t(t(
t(u,i),n),p),H),D=t(t(t(b,b),b),b),E=t(t(t(t(t(C,u),i),n),n),D),U=y(P,R),z=v(f,f),O=t(v(z,z),N),Y=y(y(t(P,P),d),O),$=t(t(t(P,P),P),
P),ir=v(f,f),Pr=v(ir,ir),Wr=v(Pr,Pr),qr=v(Wr,Wr),Br=v(qr,qr),et=l(t(v(Br,Br),E),$);if(et){var mi=t(t(t(R,R),R),R),tt=v(f,f),it=M(t(
v(tt,tt),mi),E);if(it)var br=it;else{var ut=l(h,U);if(ut)var Ci=t(t(U,U),U),vt=v(f,f),pi=t(t(v(vt,vt),R),Ci),at=F(f),br=l(t(F(F(v(
at,at))),E),pi);else var br=ut}}else var br=et;if(br){var ft=v(f,f),ji=t(v(ft,ft),E),ct=M(t(d,d),ji);if(ct)var dr=ct;else{var ot=l(
h,Y);if(ot)var yi=t(Y,Y),st=v(f,f),lt=v(st,st),_t=v(lt,lt),dr=l(t(t(v(_t,_t),d),N),yi);else var dr=ot}}else var dr=br;if(dr){var ht=M(
R,w);if(ht)var Ct=ht;else var mt=v(f,f),Ct=M(d,t(t(v(mt,mt),w),w));var sn=Ct||Yr(d,y(U,w))}else var sn=dr;var pt=sn&&Yr(d,y(U,A));
if(pt){var jt=v(f,f),yt=M(t(t(v(jt,jt),A),A),J);if(!yt)return Yr(J,y(U,A));var It=yt}else var It=pt;return It}function Ln(r,n,e){var i=e[1],
u=xn(r),a=wr(function(s,m){return zn(r,s,m)},u,n,i);if(a){var c=e[2],o=xn(r);return wr(function(s,m){return Gn(r,s,m)},o,n,c)}return a}
function Ir(r){var n=r[5];return t(t(r[1],r[2]),n)}function X(r){var n=T(r[11],r[12]),e=T(r[10],n),i=T(r[9],e);return T(r[8],i)}function Nt(r){
var n=r[1],e=X(n),i=Rr(n);if(i){var u=l(f,r[2]);if(u){var a=B(G(r[2],e),h);if(a){var c=r[3],o=Ln(n,y(v(r[2],n[12]),e),c);if(o){var s=r[4],
m=n[12],_=r[2],C=Ln(n,y(v(v(t(K(n[14],e),e),_),m),e),s);if(C){var j=r[5],p=$r(r[4]),Z=$r(r[3]),b=t(n[15],Z),d=Xr(y(t(n[6],n[5]),b),
p,j);if(d){var S=t(r[2],r[5]),I=B(r[6],S);if(I){var w=Ir(n),A=t(n[12],w),R=W(h,y(r[6],A)),P=B(r[7],R);if(P){var J=Ir(n),H=t(n[13],
J),N=B(r[8],H);if(N)var D=v(r[7],r[8]),E=B(r[9],D);else var E=N}else var E=P}else var E=I}else var E=d}else var E=C}else var E=o}else
var E=a}else var E=u}else var E=i;return E}function Et(r){var n=r[1],e=X(n),i=r[2],u=Rr(n);if(u){var a=l(f,i);if(a){var c=B(G(i,e),
h);if(c){var o=r[3],s=n[12],m=y(v(v(t(K(n[14],e),e),i),s),e),_=o[1],C=jr(function(z,O){return zn(n,z,O)},m,_);if(C)var j=o[2],p=jr(
function(z,O){return Gn(n,z,O)},m,j);else var p=C;if(p){var Z=v($r(r[3]),f),b=pr(t(i,t(n[6],n[5])),Z),d=B(r[4],b);if(d){var S=Ir(n),
I=t(n[12],S),w=W(h,y(r[4],I)),A=B(r[5],w);if(A){var R=Ir(n),P=t(n[13],R),J=B(r[6],P);if(J)var H=v(r[5],r[6]),N=B(r[7],H);else var N=J}else
var N=A}else var N=d}else var N=p}else var N=c}else var N=a}else var N=u;return N}function Qn(r,n){var e=W(r[12],r[10]),i=W(r[11],
e),u=W(r[9],i),a=W(r[8],u),c=v(y(n,X(r)),a),o=X(r),s=X(r);return v(t(K(r[14],s),o),c)}function Tn(r,n,e){var i=t(e,e),u=l(v(r,n),i);
if(u){var a=y(y(t(e,e),r),n),c=t(y(y(t(e,e),r),n),a),o=t(r,n),s=v(f,f);return l(t(v(s,s),o),c)}return u}function Vn(r,n,e){var i=r[12],
u=r[3],a=r[7],c=r[6],o=v(f,f),s=v(o,o),m=v(s,s),_=t(t(t(v(m,m),c),a),u),C=r[5],j=r[6],p=v(f,f),Z=v(p,p),b=v(Z,Z),d=t(t(v(b,b),j),C),
S=r[6],I=r[7],w=F(f),A=t(t(t(t(F(F(v(w,w))),I),i),n),S),R=v(f,f),P=v(R,R),J=v(P,P),H=v(t(e,t(t(v(J,J),n),n)),A),N=t(d,d),D=q(r[10],
i),E=r[11],U=F(f),z=t(t(t(t(t(F(F(v(U,U))),n),E),i),D),N),O=t(_,_),Y=r[9],$=r[8],ir=F(f);return Tn(t(t(t(t(t(F(F(v(ir,ir))),n),$),
Y),i),O),z,H)}function Xn(r){var n=Ir(r);return t(W(h,y(r[12],r[13])),n)}function Ft(r){var n=r[1],e=Qn(n,r[2]),i=r[3],u=Rr(n);if(u){
var a=l(f,r[2]);if(a){var c=X(n),o=B(G(r[2],c),h);if(o){var s=l(h,i);if(s){var m=n[12],_=F(f),C=t(t(F(F(v(_,_))),m),e),j=n[9],p=n[8],
Z=n[3],b=n[3],d=v(f,f),S=v(d,d),I=v(S,S),w=v(I,I),A=v(w,w),R=v(A,A),P=v(R,R);if(M(t(t(t(t(v(P,P),b),Z),p),j),C))var J=B(i,h);else{
var H=Vn(n,e,v(i,n[15]));if(H)var N=B(i,h),J=N||ur(Vn(n,e,y(v(i,n[15]),f)));else var J=H}if(J){var D=t(r[2],i),E=B(r[4],D);if(E)var U=Xn(
n),z=W(h,y(r[4],U)),O=B(r[5],z);else var O=E}else var O=J}else var O=s}else var O=o}else var O=a}else var O=u;return O}function Yn(r,n,e,i){
var u=r[12],a=X(r),c=X(r),o=v(t(K(r[14],c),a),e),s=r[3],m=r[7],_=r[6],C=v(f,f),j=v(C,C),p=v(j,j),Z=t(t(t(t(v(p,p),e),_),m),s),b=r[5],
d=r[6],S=v(f,f),I=v(S,S),w=v(I,I),A=t(t(t(v(w,w),e),d),b),R=r[6],P=r[7],J=F(f),H=t(t(t(t(t(F(F(v(J,J))),P),u),n),e),R),N=v(f,f),D=v(
N,N),E=v(D,D),U=v(t(i,t(t(v(E,E),n),o)),H),z=t(A,A),O=q(r[10],u),Y=r[11],$=F(f),ir=t(t(t(t(t(F(F(v($,$))),n),Y),u),O),z),Pr=t(Z,Z),
Wr=r[9],qr=r[8],Br=F(f);return Tn(t(t(t(t(t(F(F(v(Br,Br))),n),qr),Wr),u),Pr),ir,U)}function Ht(r){var n=r[1],e=r[2],i=Qn(n,e),u=r[3],
a=Rr(n);if(a){var c=l(f,e);if(c){var o=B(G(e,X(n)),h);if(o){var s=l(h,u);if(s){var m=n[12],_=F(f),C=t(t(F(F(v(_,_))),m),i),j=n[9],
p=n[8],Z=n[3],b=n[3],d=v(f,f),S=v(d,d),I=v(S,S),w=v(I,I),A=v(w,w),R=v(A,A),P=v(R,R);if(M(t(t(t(t(v(P,P),b),Z),p),j),C))var J=B(u,h);else{
var H=Yn(n,i,e,u);if(H)var N=B(u,h),J=N||ur(Yn(n,i,e,y(u,f)));else var J=H}if(J)var D=W(h,y(u,Xn(n))),E=B(r[4],D);else var E=J}else
var E=s}else var E=o}else var E=c}else var E=a;return E}function $n(r){return V(function(n,e){return v(t(n[1],n[2]),e)},h,r)}function gn(r){
var n=l(f,r[1]);return n&&l(f,r[2])}function Jt(r){var n=Tr(gn,r[1]);if(n){var e=Tr(gn,r[2]);if(e){var i=$n(r[1]),u=B(r[3],i);if(u){
var a=$n(r[2]),c=B(r[4],a);if(c)var o=v(r[3],r[4]),s=B(r[5],o);else var s=c}else var s=u}else var s=e}else var s=n;return s}var re=v(
f,f),ne=v(re,re),ee=v(ne,ne),te=v(ee,ee),ie=v(te,te),ue=v(ie,ie),ve=v(ue,ue),ae=v(ve,ve),fe=v(ae,ae),ce=v(fe,fe),oe=v(ce,ce),se=v(
oe,oe),le=v(se,se),_e=v(le,le),he=v(_e,_e),me=v(he,he),Ce=v(me,me),pe=v(Ce,Ce),je=v(pe,pe),nr=v(je,je);function ye(r,n,e,i,u){var a=t(
u,n);if(M(t(t(i,e),e),a)){var c=t(n,u);return K(t(nr,v(t(t(i,e),e),c)),e)}var o=t(u,i);if(M(t(t(n,r),r),o)){var s=t(i,u);return K(
t(nr,v(t(t(n,r),r),s)),r)}var m=v(f,f);return Ur(t(t(t(t(t(v(m,m),n),i),u),nr),nr))}function Ie(r,n,e,i,u){var a=t(r,e),c=ye(r,n,e,
i,G(a,u)),o=ye(r,n,e,i,u);return v(t(K(a,u),o),c)}function ke(r,n,e){return v(pr(n,t(r,nr)),e)}function Be(r,n,e){var i=l(f,e);if(i)
var u=l(r,t(e,n)),a=u&&M(t(y(e,f),n),r);else var a=i;return a}function gr(r,n){return n===1?r[3]:r[2]}function be(r,n){return 2<=n?
r[3]:r[4]}function de(r,n,e){if(2<=n)var u=h;else var i=gr(r,n),u=t(r[7],i);var a=t(u,nr),c=n===1?r[5]:r[6],o=be(r,n),s=2<=n?r[5]:
r[7],m=y(Ie(gr(r,n),s,o,c,e),a);switch(n){case 0:var _=r[3];break;case 1:var _=r[2];break;default:var _=r[4]}return t(t(r[1],_),m)}
function Kt(r){var n=r[1],e=r[2],i=r[3],u=rr(n,n[7]),a=ar(n);if(a){var c=2<=e?l(n[7],n[8]):1;if(c){switch(e){case 0:var o=n[5];break;case 1:
var o=n[6];break;default:var o=n[7]}var s=Be(t(K(n[9],u),u),o,i);if(s){var m=be(n,e),_=l(i,t(gr(n,e),m));if(_){var C=M(h,de(n,e,i));
if(C){if(2<=e)var p=h;else var j=cr(n),p=t(n[8],j);var Z=ke(f,de(n,e,i),p),b=B(r[4],Z)}else var b=C}else var b=_}else var b=s}else
var b=c}else var b=a;return b}function Ze(r,n){var e=Cr(h,n);return V(function(i,u){return v(x(r,i),u)},h,e)}function Ar(r,n){var e=Cr(
h,n);return V(function(i,u){return W(x(r,i),u)},h,e)}var Se=v(f,f),we=v(Se,Se),Re=v(we,we),Ae=v(Re,Re),Me=v(Ae,Ae),Ne=v(Me,Me),Ee=v(
Ne,Ne),Fe=v(Ee,Ee),He=v(Fe,Fe),Je=v(He,He),Ke=v(Je,Je),Pt=v(Ke,Ke);function Pe(r){var n=l(f,r[1]);if(n){var e=l(f,r[2]);if(e){var i=l(
r[2],Pt);if(i){var u=l(f,r[3]);if(u){var a=l(h,r[4]);if(a){var c=M(r[4],r[2]);if(c){var o=r[4],s=t(v(f,f),o),m=v(r[1],s);return l(
r[2],m)}var _=c}else var _=a}else var _=u}else var _=i}else var _=e}else var _=n;return _}function er(r){var n=r[3],e=r[3],i=r[2],
u=r[4],a=t(v(f,f),u);return K(v(y(v(r[1],a),i),e),n)}function We(r,n){if(M(n,r[4])){var e=r[3],i=r[3];return K(y(v(y(r[4],n),i),f),
e)}return h}function qe(r,n){var e=y(v(r[1],r[4]),n),i=er(r);if(l(e,h))var a=h;else var u=r[3],a=K(y(v(e,r[3]),f),u);return q(a,i)}
function rn(r,n){var e=We(r,n);return W(h,y(qe(r,n),e))}function tr(r){return Zr(r[2])}function Mr(r,n,e){var i=B(G(e,r[3]),n),u=i&&
M(h,rn(r,e));return u}function nn(r,n){var e=tr(r);return Ze(function(i){return Mr(r,n,i)?f:h},e)}function en(r,n){var e=tr(r);return Ar(
function(i){if(Mr(r,n,i)){var u=K(i,r[3]);return v(qe(r,i),u)}return h},e)}function tn(r,n){var e=er(r);return q(nn(r,n),e)}function De(r){
var n=tr(r);return Ar(function(e){return rn(r,e)},n)}function kr(r){var n=l(f,r[1]);if(n){var e=l(f,r[2]);if(e){var i=l(f,r[3]);if(i){
var u=Pe(r[4]);if(u){var a=Pe(r[5]);if(a){var c=l(f,r[6]);if(c){var o=l(f,r[7]);if(o){var s=l(f,r[8]);if(s){var m=l(f,r[9]);if(m){
var _=l(h,r[10]);if(_)return l(f,r[11]);var C=_}else var C=m}else var C=s}else var C=o}else var C=c}else var C=a}else var C=u}else
var C=i}else var C=e}else var C=n;return C}function Nr(r){var n=Cr(h,tr(r)),e=wn(function(i){var u=M(i,r[3]),a=u&&M(h,nn(r,i));return a},
n);return Rn(function(i){var u=tr(r),a=Ze(function(j){return Mr(r,i,j)?rn(r,j):h},u),c=nn(r,i),o=tn(r,i),s=tr(r),m=Ar(function(j){
if(Mr(r,i,j)){var p=K(j,r[3]),Z=v(We(r,j),p);return y(en(r,i),Z)}return h},s),_=y(en(r,i),m),C=y(en(r,i),_);return[0,q(tn(r,i),C),
o,c,a]},e)}function Er(r,n){return V(function(e,i){return v(x(r,e),i)},h,n)}function or(r,n){return V(function(e,i){return W(x(r,e),
i)},h,n)}function Oe(r,n){if(n){var e=n[1];return B(r,e)?n:M(e,r)?[0,r,n]:[0,e,Oe(r,n[2])]}return[0,r,0]}function Fr(r){var n=0;return V(
function(e,i){return Oe(e[1],i)},n,r)}function un(r,n){return n?B(r,n[1])?h:hr(un(r,n[2])):h}function Hr(r,n){var e=Nr(r[4]),i=Nr(
r[5]),u=Fr(e),a=Fr(i);function c(d,S){var I=d[1],w=un(S[1],a),A=mr(a);return Sn(h,n,zr(Gr(un(I,u),A),w))}var o=De(r[5]),s=t(De(r[4]),
o),m=Er(function(d){return Er(function(S){var I=t(d[3],S[3]);return t(c(d,S),I)},i)},e),_=t(r[2],m),C=or(function(d){return or(function(S){
var I=t(r[1],s);return t(c(d,S),I)},i)},e),j=or(function(d){return or(function(S){var I=t(d[2],S[2]),w=t(r[3],I);return t(c(d,S),w)},
i)},e),p=or(function(d){return or(function(S){var I=t(d[1],S[1]),w=c(d,S);return t(t(c(d,S),w),I)},i)},e),Z=Er(function(d){return Er(
function(S){var I=t(d[4],S[4]);return t(c(d,S),I)},i)},e),b=r[3];return[0,t(t(t(r[1],r[2]),b),Z),p,j,C,_]}function Jr(r,n){var e=mr(
Fr(Nr(r[5]))),i=Gr(mr(Fr(Nr(r[4]))),e),u=Zn(mr(n),i);if(u){var a=Tr(function(s){return l(h,s)},n);if(a)return Qr(function(s){return M(
h,s)},n);var c=a}else var c=u;return c}function Kr(r){var n=M(h,r[2]);if(n){var e=M(h,r[3]);if(e)var i=M(h,r[4]),u=i&&M(h,r[5]);else
var u=e}else var u=n;return u}function vn(r,n,e,i,u){var a=t(e[2],u),c=t(e[2],i);return Vr(e[4],e[3],e[5],r[6],r[7],n,c,a)}function Ue(r,n,e,i,u){
var a=e[1];return wr(function(c,o){return vn(r,n,e,c,o)},a,i,u)}function an(r,n){return T(T(r[6],r[7]),n)}function xe(r,n,e,i,u,a){
var c=an(r,n),o=l(f,a[1]);if(o){var s=B(G(a[1],c),h);if(s){var m=a[2],_=Ue(r,n,e,y(v(a[1],n),c),m);if(_){var C=a[3],j=a[1],p=Ue(r,
n,e,y(v(v(t(K(r[10],c),c),j),n),c),C);if(p){var Z=a[4],b=a[3],d=Xr(y(i,t(u,a[2])),b,Z);if(d)var S=t(a[1],a[4]),I=B(a[5],S);else var I=d}else
var I=p}else var I=_}else var I=s}else var I=o;return I}function sr(r){var n=er(r[5]),e=er(r[4]);return t(t(t(r[1],r[3]),e),n)}function Wt(r){
var n=r[1],e=kr(n);if(e){var i=Jr(n,r[2]);if(i){var u=Hr(n,r[2]),a=Kr(u);if(a){var c=xe(n,n[8],u,u[1],n[11],r[3]);if(c){var o=sr(n),
s=t(n[8],o),m=W(h,y(r[3][5],s)),_=B(r[4],m);if(_){var C=sr(n),j=t(n[9],C),p=B(r[5],j);if(p)var Z=v(r[4],r[5]),b=B(r[6],Z);else var b=p}else
var b=_}else var b=c}else var b=a;var d=b}else var d=i}else var d=e;return d}function ze(r,n,e){var i=l(f,e);if(i)var u=l(r,t(e,n)),
a=u&&M(t(y(e,f),n),r);else var a=i;return a}function qt(r){var n=r[1],e=kr(n);if(e){var i=Jr(n,r[2]);if(i){var u=Hr(n,r[2]),a=Kr(u);
if(a){var c=ze(u[1],n[11],r[4]);if(c)var o=r[3],s=r[4],m=xe(n,q(n[8],n[9]),u,s,f,o),_=m&&B(r[5],r[3][5]);else var _=c}else var _=a;
var C=_}else var C=i}else var C=e;return C}function Dt(r){var n=r[1],e=kr(n);if(e){var i=Jr(n,r[2]);if(i){var u=Hr(n,r[2]),a=r[3],
c=q(n[8],n[9]),o=function(d){return vn(n,c,u,a,d)},s=Kr(u);if(s){var m=ze(u[1],n[11],r[3]);if(m){var _=l(f,r[4]);if(_){var C=o(r[4]);
if(C)return ur(o(y(r[4],f)));var j=C}else var j=_}else var j=m}else var j=s;var p=j}else var p=i}else var p=e;return p}function Ot(r){
var n=r[1],e=n[8],i=an(n,e),u=r[3],a=r[4],c=kr(n);if(c){var o=Jr(n,r[2]);if(o){var s=Hr(n,r[2]),m=Kr(s);if(m){var _=l(f,u);if(_){var C=B(
G(u,i),h);if(C){var j=y(v(v(t(K(n[10],i),i),u),e),i),p=jr(function(Y,$){return vn(n,e,s,Y,$)},j,a);if(p){var Z=v(a,f),b=pr(t(u,s[1]),
Z),d=B(r[5],b);if(d){var S=t(e,sr(n)),I=W(h,y(r[5],S)),w=B(r[6],I);if(w){var A=sr(n),R=t(n[9],A),P=B(r[7],R);if(P)var J=v(r[6],r[7]),
H=B(r[8],J);else var H=P}else var H=w}else var H=d}else var H=p}else var H=C}else var H=_}else var H=m;var N=H}else var N=o}else var N=c;
return N}function Ge(r,n){if(n){var e=n[2],i=n[1];if(B(i[1],r[1])){var u=v(i[2],r[2]);return[0,[0,i[1],u],e]}return[0,i,Ge(r,e)]}return[
0,r,0]}function Le(r,n){return V(function(e,i){var u=x(r,e[1]);return v(t(e[2],u),i)},h,n)}var Qe=v(f,f),Te=v(Qe,Qe),Ve=v(Te,Te),Xe=v(
Ve,Ve),Ye=v(Xe,Xe),$e=v(Ye,Ye);function fn(r){var n=r[3],e=K(y(v(r[4],r[3]),f),n);return q(er(r),e)}function cn(r){var n=r[3],e=r[2],
i=v(K(y(v(r[1],r[4]),e),n),f),u=q(er(r),i);return W(fn(r),u)}function ge(r,n,e,i){var u=Zr(e),a=Cr(Zr(n),u);return V(function(c){var o=K(
y(v(r[2],$e),f),$e),s=t(r[3],c),m=W(h,y(r[4],s)),_=t(r[3],c),C=y(v(r[1],r[4]),_),j=y(q(r[2],C),m),p=B(j,r[2])?j:W(f,t(K(j,o),o)),Z=[
0,p,f];return function(b){return Ge(Z,b)}},i,a)}function rt(r){var n=fn(r),e=y(cn(r),n),i=M(h,e),u=i&&[0,[0,r[2],e],0],a=cn(r),c=y(
er(r),a),o=ge(r,cn(r),c,u);return ge(r,h,fn(r),o)}function nt(r){var n=tr(r);return W(f,Ar(function(e){return M(e,r[3])?tn(r,e):h},
n))}function on(r){var n=nt(r[5]);return t(nt(r[4]),n)}function Ut(r){var n=r[1],e=r[2],i=an(n,n[8]),u=kr(n);if(u){var a=rt(n[4]),
c=rt(n[5]),o=sr(n),s=t(n[8],o),m=t(t(on(n),nr),s),_=Le(function(P){return Le(function(J){var H=t(P,J),N=n[6],D=t(n[2],H),E=n[8],U=t(
on(n),E);return Ie(n[3],U,D,N,e)},c)},a),C=y(t(n[1],_),m),j=n[7],p=Be(t(K(n[10],i),i),j,e);if(p){var Z=Qr(function(J){return Qr(function(H){
var N=t(J[1],H[1]),D=t(n[2],N);return l(e,t(n[3],D))},c)},a);if(Z){var b=M(h,C);if(b)var d=sr(n),S=t(n[9],d),I=ke(on(n),C,S),w=B(r[3],
I);else var w=b}else var w=Z}else var w=p;var A=w}else var A=u;return A}function xt(r,n,e,i,u,a,c,o,s,m){return[0,r,n,e,i,u,a,c,o,
s,m]}function zt(r,n,e,i,u,a,c){return[0,r,n,e,i,u,a,c]}function Gt(r,n,e,i,u){return[0,r,n,e,i,u]}function Lt(r,n,e,i){return[0,r,
n,e,i]}function Qt(r,n,e){return[0,r,n,e]}function Tt(r,n,e,i,u,a,c){return[0,r,n,e,i,u,a,c]}function Vt(r,n,e,i){return[0,r,n,e,i]}
function Xt(r,n,e,i,u,a,c,o,s,m,_,C,j,p,Z){return[0,r,n,e,i,u,a,c,o,s,m,_,C,j,p,Z]}function Yt(r,n){return[0,r,n]}function $t(r,n,e,i,u,a,c,o,s){
return[0,r,n,e,i,u,a,c,o,s]}function gt(r,n,e,i,u,a,c){return[0,r,n,e,i,u,a,c]}function ri(r,n,e,i,u){return[0,r,n,e,i,u]}function ni(r,n,e,i){
return[0,r,n,e,i]}function ei(r,n){return[0,r,n]}function ti(r,n,e,i,u){return[0,r,n,e,i,u]}function ii(r,n,e,i){return[0,r,n,e,i]}
function ui(r,n,e,i){return[0,r,n,e,i]}function vi(r,n,e,i,u,a,c,o,s,m,_){return[0,r,n,e,i,u,a,c,o,s,m,_]}function ai(r,n,e,i){return[
0,r,n,e,i]}function fi(r,n,e,i,u){return[0,r,n,e,i,u]}function ci(r,n,e,i,u){return[0,r,n,e,i,u]}function oi(r,n,e,i,u,a){return[0,
r,n,e,i,u,a]}function si(r,n,e,i,u){return[0,r,n,e,i,u]}function li(r,n,e,i){return[0,r,n,e,i]}function _i(r,n,e,i,u,a,c,o){return[
0,r,n,e,i,u,a,c,o]}function hi(r,n,e){return[0,r,n,e]}return k("check_product_segments",St),k("check_product_busiest",wt),k("check\
_product_memory_independent",Rt),k("check_product_steady",At),k("check_product_busiest_steady",Mt),k("check_chain_transients",Nt),
k("check_chain_transients_steady",Et),k("check_chain_births_weighted",Ft),k("check_chain_births_weighted_steady",Ht),k("check_comp\
ulsory",Jt),k("check_product_whole_passes",Kt),k("check_convolution",Wt),k("check_convolution_busiest",qt),k("check_convolution_me\
mory_independent",Dt),k("check_convolution_steady",Ot),k("check_convolution_whole_passes",Ut),k("ProductInstance",xt),k("CutCertif\
icate",zt),k("SegmentsCertificate",Gt),k("BusiestCertificate",Lt),k("MemoryIndependentCertificate",Qt),k("SteadyCertificate",Tt),k(
"BusiestSteadyCertificate",Vt),k("ChainInstance",Xt),k("ChainSegment",Yt),k("ChainTransientsCertificate",$t),k("ChainSteadyCertifi\
cate",gt),k("ChainBirthsWeightedCertificate",ri),k("ChainBirthsWeightedSteadyCertificate",ni),k("Array",ei),k("CompulsoryCertifica\
te",ti),k("WholePassesCertificate",ii),k("ConvAxis",ui),k("ConvInstance",vi),k("TapResidue",ai),k("Figures",fi),k("ConvCut",ci),k(
"ConvolutionCertificate",oi),k("ConvolutionBusiestCertificate",si),k("ConvolutionMemoryIndependentCertificate",li),k("ConvolutionS\
teadyCertificate",_i),k("ConvWholePassesCertificate",hi),k("Real",0),k("OverWhole",1),k("ResidentA",0),k("ResidentB",1),k("Residen\
tC",2),k("Z.add",v),k("Z.sub",y),k("Z.opp",xr),k("Z.mul",t),k("Z.div",K),k("Z.modulo",G),k("Z.sqrt",Ur),k("Z.gcd",T),k("Z.ltb",M),
k("Z.leb",l),k("Z.eqb",B),k("Z.min",q),k("Z.max",W),k("Z.to_nat",Zr),k("Nat.add",v),k("Nat.mul",t),k("nil",0),k("cons",function(r,n){
return[0,r,n]}),kt}export{Ii as checkers};
