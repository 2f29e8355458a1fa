// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function ri(Ur){"use strict";var tt={},L=248;function cr(r,n){if(r.fun)return cr(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var i=n.length|0,u=e-i|0;return u==0?r.apply(null,n):u<0?cr(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var a=arguments.length==0?1:arguments.length,f=new Array(n.length+a),c=0;c<n.length;c++)f[c]=n[c];for(var c=0;c<
arguments.length;c++)f[n.length+c]=arguments[c];return cr(r,f)}}function it(){return 0}var un=[0];function T(r,n,e){e&&Ur.toplevelReloc&&
(r=Ur.toplevelReloc(e)),un[r+1]=n,e&&(un[e]=n)}function ut(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function vt(r,n){return{joo_tramp:r,joo_args:n}}function v(r,n){return r+n}function K(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function k(r,n){return r===n?1:0}function Wr(r){return BigInt(r)}function q(r,n){
return r<n?1:0}function t(r,n){return r*n}function B(r,n){return Ur.provided[r]=n,0}function Dr(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var i=(e+
r/e)/BigInt(2);if(i>=e)break;e=i}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function j(r,n){
return r-n}var vn="Assert_failure",an="Division_by_zero",fn="End_of_file",on="Failure",cn="Invalid_argument",sn="Match_failure",ln="\
Not_found",_n="Out_of_memory",mn="Stack_overflow",hn="Sys_blocked_io",Cn="Sys_error",bn="Undefined_recursive_module";function x(r,n){
return r.length==1?r(n):cr(r,[n])}function sr(r,n,e){return r.length==2?r(n,e):cr(r,[n,e])}it(),T(11,[L,bn,-12],bn),T(10,[L,vn,-11],
vn),T(9,[L,hn,-10],hn),T(8,[L,mn,-9],mn),T(7,[L,sn,-8],sn),T(6,[L,ln,-7],ln),T(5,[L,an,-6],an),T(4,[L,fn,-5],fn),T(3,[L,cn,-4],cn),
T(2,[L,on,-3],on),T(1,[L,Cn,-2],Cn),T(0,[L,_n,-1],_n);var h=Wr(0),o=Wr(1);function lr(r){return v(r,o)}function A(r){return lr(v(r,
r))}function Or(r){return j(h,r)}function z(r,n,e){return k(e,h)?x(r,0):x(n,j(e,o))}function l(r,n){return 1-q(n,r)}function D(r,n){
return q(n,r)?n:r}function U(r,n){return q(r,n)?n:r}function pn(r){return U(r,h)}function G(r,n){return j(r,t(n,K(r,n)))}function V(r,n){
for(var e=r,i=n;;){if(k(i,h))return U(e,Or(e));var u=G(e,i),e=i,i=u}}function er(r){return r?0:1}function Pr(r,n){function e(i){return lr(
Pr(i,n))}return z(function(i){return n},e,r)}function Qr(r,n){function e(i){return Pr(n,Qr(i,n))}return z(function(i){return h},e,
r)}function Gr(r,n,e,i){var u=K(i,Wr(2));if(k(i,o))return x(n,e);if(k(v(u,u),i)){var a=Ir(n,e,u);return r<50?Gr(r+1|0,n,a,u):vt(Gr,
[0,n,a,u])}return x(n,Ir(n,Ir(n,e,u),u))}function Ir(r,n,e){return ut(Gr(0,r,n,e))}function yn(r,n){function e(i){function u(a){return yn(
i,a)}return z(function(a){return 0},u,n)}return z(function(i){function u(a){return 0}return z(function(a){return 1},u,n)},e,r)}function _r(r){
return r?lr(_r(r[2])):h}function jn(r,n,e){if(n){var i=n[2],u=n[1],a=function(f){return jn(r,i,f)};return z(function(f){return u},
a,e)}return r}function In(r,n){for(var e=n;;){if(e){var i=e[2],u=e[1];if(x(r,u))return[0,u,In(r,i)];var e=i;continue}return e}}function Lr(r,n){
for(var e=n;;){if(e){var i=x(r,e[1]);if(i){var e=e[2];continue}return i}return 1}}function Bn(r,n){if(n)var e=Bn(r,n[2]),i=[0,x(r,
n[1]),e];else var i=n;return i}function Br(r,n){function e(i){return[0,r,Br(lr(r),i)]}return z(function(i){return 0},e,n)}function g(r,n,e){
if(e){var i=g(r,n,e[2]);return sr(r,e[1],i)}return n}function tr(r,n,e,i,u){if(l(t(t(r,r),r),i)){var a=t(t(u,u),u),f=A(o);return l(
t(A(A(v(f,f))),i),a)}if(l(t(t(r,n),n),i)){var c=l(r,u);if(c){var s=j(u,r),m=t(t(r,j(u,r)),s),_=v(o,o);return l(t(v(_,_),i),m)}return c}
if(l(t(t(r,n),e),i)){var C=j(j(u,r),n);return l(i,t(t(r,n),C))}return l(v(v(r,n),e),u)}function Tr(r,n,e,i,u,a,f,c){var s=t(t(r,n),
e),m=t(c,s),_=t(t(s,s),s),C=t(t(t(t(t(i,u),a),f),f),_),p=t(t(t(a,f),r),n),b=t(t(t(u,f),n),e),d=t(t(t(i,f),r),e);return l(b,d)?l(p,
b)?tr(d,b,p,C,m):l(p,d)?tr(d,p,b,C,m):tr(p,d,b,C,m):l(p,d)?tr(b,d,p,C,m):l(p,b)?tr(b,p,d,C,m):tr(p,b,d,C,m)}function kn(r,n){if(k(
n,h))return h;if(q(h,n)){var e=[0,o,h];return Ir(function(i){var u=x(r,i[1]),a=U(i[2],u);return[0,v(i[1],o),a]},e,n)[2]}return Or(
n),h}function xr(r,n,e){if(!l(r,h)&&!k(n,h)){var i=l(r,t(e,n)),u=i&&q(t(j(e,o),n),r);return u}return k(e,h)}function mr(r,n){return K(
j(v(r,n),o),n)}function hr(r,n,e){var i=l(h,e);if(i){var u=k(e,h),a=u||sr(r,e,n);if(a)return er(sr(r,v(e,o),n));var f=a}else var f=i;
return f}function kr(r,n,e,i){var u=l(h,i);if(u){var a=l(i,n);if(a){var f=k(i,h);if(f)var s=f;else var c=q(h,e),s=c&&sr(r,i,e);if(s){
var m=q(i,n);if(m)var _=q(h,e),C=_&&sr(r,v(i,o),e);else var C=m;return er(C)}var p=s}else var p=a}else var p=u;return p}function ir(r){
var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var a=l(o,r[5]);if(a){var f=l(o,r[6]);if(f){
var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(h,r[9]);if(m)return l(o,r[10]);var _=m}else var _=s}else var _=c}else var _=f}else
var _=a}else var _=u}else var _=i}else var _=e}else var _=n;return _}function ur(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}
function vr(r){var n=r[3];return t(t(r[1],r[2]),n)}var dn=v(o,o),Zn=A(A(A(v(dn,dn)))),Sn=v(Zn,Zn),wn=v(Sn,Sn),Rn=A(v(wn,wn)),An=v(
Rn,Rn),Mn=v(An,An),qn=v(Mn,Mn),Nn=v(qn,qn),at=v(Nn,Nn);function Cr(r,n,e,i){return Tr(r[2],r[3],r[4],r[5],r[6],n,e,i)}function En(r,n,e,i,u){
var a=r[6],f=t(t(v(o,o),a),n),c=l(K(t(e,e),f),at),s=c&&1;if(u)var m=s&&1,_=m;else var _=s?0:1;if(_){if(u){if(l(e,h))var y=h;else var C=r[4],
p=t(t(r[1],r[2]),C),b=r[3],d=t(t(r[1],r[4]),b),Z=r[6],I=K(j(j(e,r[5]),Z),n),S=D(vr(r),I),y=kn(function(M){var R=r[6],F=t(n,M),J=D(
d,K(j(j(e,r[5]),F),R));return kn(function(H){var E=r[5],O=t(n,M),N=D(p,K(j(j(e,t(r[6],H)),O),E)),P=t(r[4],M),Q=D(t(r[2],H),P),W=t(
r[3],N);return D(D(Dr(t(t(N,H),M)),W),Q)},J)},S);return k(i,y)}var w=ur(r);return kr(function(M,R){return Cr(r,n,M,R)},w,e,i)}return _}
function rr(r,n){return V(V(r[5],r[6]),n)}function Fn(r,n,e,i,u){var a=rr(r,n),f=l(o,u[1]);if(f){var c=k(G(u[1],a),h);if(c){var s=u[3],
m=u[4],_=En(r,n,j(v(u[1],n),a),m,s);if(_){var C=u[2],p=u[5],b=u[1],d=En(r,n,j(v(v(t(K(r[9],a),a),b),n),a),p,C);if(d){var Z=u[6],I=u[5],
S=xr(j(e,t(i,u[4])),I,Z);if(S)var y=t(u[1],u[6]),w=k(u[7],y);else var w=S}else var w=d}else var w=_}else var w=c}else var w=f;return w}
function ft(r){var n=r[1],e=ir(n);if(e){var i=r[2],u=n[10],a=ur(n),f=Fn(n,n[7],a,u,i);if(f){var c=vr(n),s=t(n[7],c),m=U(h,j(r[2][7],
s)),_=k(r[3],m);if(_){var C=vr(n),p=t(n[8],C),b=k(r[4],p);if(b)var d=v(r[3],r[4]),Z=k(r[5],d);else var Z=b}else var Z=_}else var Z=f}else
var Z=e;return Z}function Hn(r,n){var e=l(o,n);if(e){var i=t(n,r[10]),u=l(ur(r),i);if(u)var a=ur(r),f=r[10],c=q(t(j(n,o),f),a);else
var c=u}else var c=e;return c}function ot(r){var n=r[1],e=ir(n);if(e){var i=Hn(n,r[3]);if(i)var u=r[2],a=r[3],f=Fn(n,D(n[7],n[8]),
a,o,u),c=f&&k(r[4],r[2][7]);else var c=i}else var c=e;return c}function ct(r){var n=r[1],e=D(n[7],n[8]),i=ir(n);if(i){var u=Hn(n,r[2]);
if(u){var a=l(o,r[3]);if(a){var f=Cr(n,e,r[2],r[3]);if(f){var c=j(r[3],o);return er(Cr(n,e,r[2],c))}var s=f}else var s=a}else var s=u}else
var s=i;return s}function Jn(r,n,e){var i=rr(r,n),u=rr(r,n),a=rr(r,n);return j(v(v(t(K(r[9],a),u),e),n),i)}function st(r){var n=r[1],
e=n[7],i=Jn(n,e,r[2]),u=r[3],a=ir(n);if(a){var f=l(o,r[2]);if(f){var c=rr(n,e),s=k(G(r[2],c),h);if(s){var m=hr(function(E,O){return Cr(
n,e,E,O)},i,u);if(m){var _=v(u,o),C=ur(n),p=mr(t(r[2],C),_),b=k(r[4],p);if(b){var d=t(e,vr(n)),Z=U(h,j(r[4],d)),I=k(r[5],Z);if(I){
var S=vr(n),y=t(n[8],S),w=k(r[6],y);if(w)var M=v(r[5],r[6]),R=k(r[7],M);else var R=w}else var R=I}else var R=b}else var R=m}else var R=s}else
var R=f}else var R=a;return R}function lt(r){var n=r[1],e=D(n[7],n[8]),i=r[3],u=r[2],a=ir(n);if(a){var f=l(o,u);if(f){var c=k(G(u,
rr(n,e)),h);if(c){var s=Jn(n,e,u),m=hr(function(S,y){return Cr(n,e,S,y)},s,i);if(m)var _=v(i,o),C=t(n[10],_),p=mr(t(u,ur(n)),C),b=k(
r[4],p);else var b=m}else var b=c}else var b=f}else var b=a;return b}function Vr(r,n){var e=l(h,n);return e&&l(r,t(n,n))}function dr(r){
var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var a=l(o,r[5]);if(a){var f=l(o,r[6]);if(f){
var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){var _=l(o,r[10]);if(_){var C=l(o,r[11]);if(C){var p=l(o,r[12]);if(p){
var b=l(o,r[13]);if(b){var d=l(h,r[14]);if(d){var Z=l(o,r[15]);if(Z){var I=r[4],S=t(t(r[1],r[2]),I);return l(r[6],S)}var y=Z}else var y=d}else
var y=b}else var y=p}else var y=C}else var y=_}else var y=m}else var y=s}else var y=c}else var y=f}else var y=a}else var y=u}else var y=i}else
var y=e}else var y=n;return y}function Xr(r){return U(r[1],r[2])}function Kn(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function Un(r,n,e){
return Tr(r[2],r[5],r[4],r[10],r[11],r[12],n,e)}function Wn(r,n,e){var i=r[12],u=r[11],a=r[9],f=r[8],c=r[7],s=r[3],m=r[3],_=v(o,o),
C=t(t(t(t(t(v(_,_),m),s),c),f),a),p=r[4],b=r[5],d=r[2],Z=t(t(d,b),p),I=t(t(t(t(C,n),Z),d),p),S=t(t(t(u,n),b),p),y=t(t(t(i,n),d),b);
if(l(y,S))var w=t(t(t(i,Z),d),b),M=y,R=S;else var w=t(t(t(u,Z),b),p),M=S,R=y;var F=t(e,Z),J=t(t(t(C,t(Z,Z)),d),p),H=t(Z,Z),E=t(t(t(
t(u,i),n),b),H),O=t(t(t(Z,Z),Z),Z),N=t(t(t(t(t(C,u),i),n),n),O),P=j(F,R),Q=v(o,o),W=t(v(Q,Q),E),Y=j(j(t(F,F),I),W),$=t(t(t(F,F),F),
F),nr=v(o,o),Hr=v(nr,nr),Jr=v(Hr,Hr),Kr=v(Jr,Jr),pr=v(Kr,Kr),Ue=l(t(v(pr,pr),N),$);if(Ue){var Xt=t(t(t(R,R),R),R),We=v(o,o),De=q(t(
v(We,We),Xt),N);if(De)var yr=De;else{var Oe=l(h,P);if(Oe)var Yt=t(t(P,P),P),Pe=v(o,o),$t=t(t(v(Pe,Pe),R),Yt),Qe=A(o),yr=l(t(A(A(v(
Qe,Qe))),N),$t);else var yr=Oe}}else var yr=Ue;if(yr){var Ge=v(o,o),zt=t(v(Ge,Ge),N),Le=q(t(I,I),zt);if(Le)var jr=Le;else{var Te=l(
h,Y);if(Te)var gt=t(Y,Y),xe=v(o,o),Ve=v(xe,xe),Xe=v(Ve,Ve),jr=l(t(t(v(Xe,Xe),I),E),gt);else var jr=Te}}else var jr=yr;if(jr){var Ye=q(
R,w);if(Ye)var ze=Ye;else var $e=v(o,o),ze=q(I,t(t(v($e,$e),w),w));var tn=ze||Vr(I,j(P,w))}else var tn=jr;var ge=tn&&Vr(I,j(P,M));
if(ge){var rt=v(o,o),nt=q(t(t(v(rt,rt),M),M),J);if(!nt)return Vr(J,j(P,M));var et=nt}else var et=ge;return et}function Dn(r,n,e){var i=e[1],
u=Kn(r),a=kr(function(s,m){return Un(r,s,m)},u,n,i);if(a){var f=e[2],c=Kn(r);return kr(function(s,m){return Wn(r,s,m)},c,n,f)}return a}
function br(r){var n=r[5];return t(t(r[1],r[2]),n)}function X(r){var n=V(r[11],r[12]),e=V(r[10],n),i=V(r[9],e);return V(r[8],i)}function _t(r){
var n=r[1],e=X(n),i=dr(n);if(i){var u=l(o,r[2]);if(u){var a=k(G(r[2],e),h);if(a){var f=r[3],c=Dn(n,j(v(r[2],n[12]),e),f);if(c){var s=r[4],
m=n[12],_=r[2],C=Dn(n,j(v(v(t(K(n[14],e),e),_),m),e),s);if(C){var p=r[5],b=Xr(r[4]),d=Xr(r[3]),Z=t(n[15],d),I=xr(j(t(n[6],n[5]),Z),
b,p);if(I){var S=t(r[2],r[5]),y=k(r[6],S);if(y){var w=br(n),M=t(n[12],w),R=U(h,j(r[6],M)),F=k(r[7],R);if(F){var J=br(n),H=t(n[13],
J),E=k(r[8],H);if(E)var O=v(r[7],r[8]),N=k(r[9],O);else var N=E}else var N=F}else var N=y}else var N=I}else var N=C}else var N=c}else
var N=a}else var N=u}else var N=i;return N}function mt(r){var n=r[1],e=X(n),i=r[2],u=dr(n);if(u){var a=l(o,i);if(a){var f=k(G(i,e),
h);if(f){var c=r[3],s=n[12],m=j(v(v(t(K(n[14],e),e),i),s),e),_=c[1],C=hr(function(Q,W){return Un(n,Q,W)},m,_);if(C)var p=c[2],b=hr(
function(Q,W){return Wn(n,Q,W)},m,p);else var b=C;if(b){var d=v(Xr(r[3]),o),Z=mr(t(i,t(n[6],n[5])),d),I=k(r[4],Z);if(I){var S=br(n),
y=t(n[12],S),w=U(h,j(r[4],y)),M=k(r[5],w);if(M){var R=br(n),F=t(n[13],R),J=k(r[6],F);if(J)var H=v(r[5],r[6]),E=k(r[7],H);else var E=J}else
var E=M}else var E=I}else var E=b}else var E=f}else var E=a}else var E=u;return E}function On(r,n){var e=U(r[12],r[10]),i=U(r[11],
e),u=U(r[9],i),a=U(r[8],u),f=v(j(n,X(r)),a),c=X(r),s=X(r);return v(t(K(r[14],s),c),f)}function Pn(r,n,e){var i=t(e,e),u=l(v(r,n),i);
if(u){var a=j(j(t(e,e),r),n),f=t(j(j(t(e,e),r),n),a),c=t(r,n),s=v(o,o);return l(t(v(s,s),c),f)}return u}function Qn(r,n,e){var i=r[12],
u=r[3],a=r[7],f=r[6],c=v(o,o),s=v(c,c),m=v(s,s),_=t(t(t(v(m,m),f),a),u),C=r[5],p=r[6],b=v(o,o),d=v(b,b),Z=v(d,d),I=t(t(v(Z,Z),p),C),
S=r[6],y=r[7],w=A(o),M=t(t(t(t(A(A(v(w,w))),y),i),n),S),R=v(o,o),F=v(R,R),J=v(F,F),H=v(t(e,t(t(v(J,J),n),n)),M),E=t(I,I),O=D(r[10],
i),N=r[11],P=A(o),Q=t(t(t(t(t(A(A(v(P,P))),n),N),i),O),E),W=t(_,_),Y=r[9],$=r[8],nr=A(o);return Pn(t(t(t(t(t(A(A(v(nr,nr))),n),$),
Y),i),W),Q,H)}function Gn(r){var n=br(r);return t(U(h,j(r[12],r[13])),n)}function ht(r){var n=r[1],e=On(n,r[2]),i=r[3],u=dr(n);if(u){
var a=l(o,r[2]);if(a){var f=X(n),c=k(G(r[2],f),h);if(c){var s=l(h,i);if(s){var m=n[12],_=A(o),C=t(t(A(A(v(_,_))),m),e),p=n[9],b=n[8],
d=n[3],Z=n[3],I=v(o,o),S=v(I,I),y=v(S,S),w=v(y,y),M=v(w,w),R=v(M,M),F=v(R,R);if(q(t(t(t(t(v(F,F),Z),d),b),p),C))var J=k(i,h);else{
var H=Qn(n,e,v(i,n[15]));if(H)var E=k(i,h),J=E||er(Qn(n,e,j(v(i,n[15]),o)));else var J=H}if(J){var O=t(r[2],i),N=k(r[4],O);if(N)var P=Gn(
n),Q=U(h,j(r[4],P)),W=k(r[5],Q);else var W=N}else var W=J}else var W=s}else var W=c}else var W=a}else var W=u;return W}function Ln(r,n,e,i){
var u=r[12],a=X(r),f=X(r),c=v(t(K(r[14],f),a),e),s=r[3],m=r[7],_=r[6],C=v(o,o),p=v(C,C),b=v(p,p),d=t(t(t(t(v(b,b),e),_),m),s),Z=r[5],
I=r[6],S=v(o,o),y=v(S,S),w=v(y,y),M=t(t(t(v(w,w),e),I),Z),R=r[6],F=r[7],J=A(o),H=t(t(t(t(t(A(A(v(J,J))),F),u),n),e),R),E=v(o,o),O=v(
E,E),N=v(O,O),P=v(t(i,t(t(v(N,N),n),c)),H),Q=t(M,M),W=D(r[10],u),Y=r[11],$=A(o),nr=t(t(t(t(t(A(A(v($,$))),n),Y),u),W),Q),Hr=t(d,d),
Jr=r[9],Kr=r[8],pr=A(o);return Pn(t(t(t(t(t(A(A(v(pr,pr))),n),Kr),Jr),u),Hr),nr,P)}function Ct(r){var n=r[1],e=r[2],i=On(n,e),u=r[3],
a=dr(n);if(a){var f=l(o,e);if(f){var c=k(G(e,X(n)),h);if(c){var s=l(h,u);if(s){var m=n[12],_=A(o),C=t(t(A(A(v(_,_))),m),i),p=n[9],
b=n[8],d=n[3],Z=n[3],I=v(o,o),S=v(I,I),y=v(S,S),w=v(y,y),M=v(w,w),R=v(M,M),F=v(R,R);if(q(t(t(t(t(v(F,F),Z),d),b),p),C))var J=k(u,h);else{
var H=Ln(n,i,e,u);if(H)var E=k(u,h),J=E||er(Ln(n,i,e,j(u,o)));else var J=H}if(J)var O=U(h,j(u,Gn(n))),N=k(r[4],O);else var N=J}else
var N=s}else var N=c}else var N=f}else var N=a;return N}function Tn(r){return g(function(n,e){return v(t(n[1],n[2]),e)},h,r)}function xn(r){
var n=l(o,r[1]);return n&&l(o,r[2])}function bt(r){var n=Lr(xn,r[1]);if(n){var e=Lr(xn,r[2]);if(e){var i=Tn(r[1]),u=k(r[3],i);if(u){
var a=Tn(r[2]),f=k(r[4],a);if(f)var c=v(r[3],r[4]),s=k(r[5],c);else var s=f}else var s=u}else var s=e}else var s=n;return s}var Vn=v(
o,o),Xn=v(Vn,Vn),Yn=v(Xn,Xn),$n=v(Yn,Yn),zn=v($n,$n),gn=v(zn,zn),re=v(gn,gn),ne=v(re,re),ee=v(ne,ne),te=v(ee,ee),ie=v(te,te),ue=v(
ie,ie),ve=v(ue,ue),ae=v(ve,ve),fe=v(ae,ae),oe=v(fe,fe),ce=v(oe,oe),se=v(ce,ce),le=v(se,se),ar=v(le,le);function _e(r,n,e,i,u){var a=t(
u,n);if(q(t(t(i,e),e),a)){var f=t(n,u);return K(t(ar,v(t(t(i,e),e),f)),e)}var c=t(u,i);if(q(t(t(n,r),r),c)){var s=t(i,u);return K(
t(ar,v(t(t(n,r),r),s)),r)}var m=v(o,o);return Dr(t(t(t(t(t(v(m,m),n),i),u),ar),ar))}function Yr(r,n){return n===1?r[3]:r[2]}function me(r,n){
return 2<=n?r[3]:r[4]}function he(r,n,e){if(2<=n)var u=h;else var i=Yr(r,n),u=t(r[7],i);var a=t(u,ar),f=n===1?r[5]:r[6],c=me(r,n),
s=2<=n?r[5]:r[7],m=Yr(r,n),_=t(m,c),C=_e(m,s,c,f,G(_,e)),p=_e(m,s,c,f,e),b=j(v(t(K(_,e),p),C),a);switch(n){case 0:var d=r[3];break;case 1:
var d=r[2];break;default:var d=r[4]}return t(t(r[1],d),b)}function pt(r){var n=r[1],e=r[2],i=r[3],u=rr(n,n[7]),a=ir(n);if(a){var f=2<=
e?l(n[7],n[8]):1;if(f){switch(e){case 0:var c=n[5];break;case 1:var c=n[6];break;default:var c=n[7]}var s=t(K(n[9],u),u),m=l(o,i);
if(m)var _=l(s,t(i,c)),C=_&&q(t(j(i,o),c),s);else var C=m;if(C){var p=me(n,e),b=l(i,t(Yr(n,e),p));if(b){var d=q(h,he(n,e,i));if(d){
if(2<=e)var I=h;else var Z=vr(n),I=t(n[8],Z);var S=he(n,e,i),y=v(mr(S,t(o,ar)),I),w=k(r[4],y)}else var w=d}else var w=b}else var w=C}else
var w=f}else var w=a;return w}function Ce(r,n){var e=Br(h,n);return g(function(i,u){return v(x(r,i),u)},h,e)}function $r(r,n){var e=Br(
h,n);return g(function(i,u){return U(x(r,i),u)},h,e)}var be=v(o,o),pe=v(be,be),ye=v(pe,pe),je=v(ye,ye),Ie=v(je,je),Be=v(Ie,Ie),ke=v(
Be,Be),de=v(ke,ke),Ze=v(de,de),Se=v(Ze,Ze),we=v(Se,Se),yt=v(we,we);function Re(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(
r[2],yt);if(i){var u=l(o,r[3]);if(u){var a=l(h,r[4]);if(a){var f=q(r[4],r[2]);if(f){var c=r[4],s=t(v(o,o),c),m=v(r[1],s);return l(
r[2],m)}var _=f}else var _=a}else var _=u}else var _=i}else var _=e}else var _=n;return _}function Zr(r){var n=r[3],e=r[3],i=r[2],
u=r[4],a=t(v(o,o),u);return K(v(j(v(r[1],a),i),e),n)}function Ae(r,n){if(q(n,r[4])){var e=r[3],i=r[3];return K(j(v(j(r[4],n),i),o),
e)}return h}function Me(r,n){var e=j(v(r[1],r[4]),n),i=Zr(r);if(l(e,h))var a=h;else var u=r[3],a=K(j(v(e,r[3]),o),u);return D(a,i)}
function zr(r,n){var e=Ae(r,n);return U(h,j(Me(r,n),e))}function fr(r){return pn(r[2])}function Sr(r,n,e){var i=k(G(e,r[3]),n),u=i&&
q(h,zr(r,e));return u}function gr(r,n){var e=fr(r);return Ce(function(i){return Sr(r,n,i)?o:h},e)}function rn(r,n){var e=fr(r);return $r(
function(i){if(Sr(r,n,i)){var u=K(i,r[3]);return v(Me(r,i),u)}return h},e)}function qe(r,n){var e=Zr(r);return D(gr(r,n),e)}function Ne(r){
var n=fr(r);return $r(function(e){return zr(r,e)},n)}function wr(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){
var u=Re(r[4]);if(u){var a=Re(r[5]);if(a){var f=l(o,r[6]);if(f){var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){
var _=l(h,r[10]);if(_)return l(o,r[11]);var C=_}else var C=m}else var C=s}else var C=c}else var C=f}else var C=a}else var C=u}else
var C=i}else var C=e}else var C=n;return C}function Rr(r){var n=Br(h,fr(r)),e=In(function(i){var u=q(i,r[3]),a=u&&q(h,gr(r,i));return a},
n);return Bn(function(i){var u=fr(r),a=Ce(function(p){return Sr(r,i,p)?zr(r,p):h},u),f=gr(r,i),c=qe(r,i),s=fr(r),m=$r(function(p){
if(Sr(r,i,p)){var b=K(p,r[3]),d=v(Ae(r,p),b);return j(rn(r,i),d)}return h},s),_=j(rn(r,i),m),C=j(rn(r,i),_);return[0,D(qe(r,i),C),
c,f,a]},e)}function Ar(r,n){return g(function(e,i){return v(x(r,e),i)},h,n)}function or(r,n){return g(function(e,i){return U(x(r,e),
i)},h,n)}function Ee(r,n){if(n){var e=n[1];return k(r,e)?n:q(e,r)?[0,r,n]:[0,e,Ee(r,n[2])]}return[0,r,0]}function Mr(r){var n=0;return g(
function(e,i){return Ee(e[1],i)},n,r)}function nn(r,n){return n?k(r,n[1])?h:lr(nn(r,n[2])):h}function qr(r,n){var e=Rr(r[4]),i=Rr(
r[5]),u=Mr(e),a=Mr(i);function f(I,S){var y=I[1],w=nn(S[1],a),M=_r(a);return jn(h,n,Pr(Qr(nn(y,u),M),w))}var c=Ne(r[5]),s=t(Ne(r[4]),
c),m=Ar(function(I){return Ar(function(S){var y=t(I[3],S[3]);return t(f(I,S),y)},i)},e),_=t(r[2],m),C=or(function(I){return or(function(S){
var y=t(r[1],s);return t(f(I,S),y)},i)},e),p=or(function(I){return or(function(S){var y=t(I[2],S[2]),w=t(r[3],y);return t(f(I,S),w)},
i)},e),b=or(function(I){return or(function(S){var y=t(I[1],S[1]),w=f(I,S);return t(t(f(I,S),w),y)},i)},e),d=Ar(function(I){return Ar(
function(S){var y=t(I[4],S[4]);return t(f(I,S),y)},i)},e),Z=r[3];return[0,t(t(t(r[1],r[2]),Z),d),b,p,C,_]}function Nr(r,n){var e=_r(
Mr(Rr(r[5]))),i=Qr(_r(Mr(Rr(r[4]))),e),u=yn(_r(n),i);if(u){var a=Lr(function(C){return l(h,C)},n);if(a)for(var f=n;;){if(f){var c=q(
h,f[1]);if(!c){var f=f[2];continue}var s=c}else var s=f;return s}var m=a}else var m=u;return m}function Er(r){var n=q(h,r[2]);if(n){
var e=q(h,r[3]);if(e)var i=q(h,r[4]),u=i&&q(h,r[5]);else var u=e}else var u=n;return u}function en(r,n,e,i,u){var a=t(e[2],u),f=t(
e[2],i);return Tr(e[4],e[3],e[5],r[6],r[7],n,f,a)}function Fe(r,n,e,i,u){var a=e[1];return kr(function(f,c){return en(r,n,e,f,c)},
a,i,u)}function He(r,n){return V(V(r[6],r[7]),n)}function Je(r,n,e,i,u,a){var f=He(r,n),c=l(o,a[1]);if(c){var s=k(G(a[1],f),h);if(s){
var m=a[2],_=Fe(r,n,e,j(v(a[1],n),f),m);if(_){var C=a[3],p=a[1],b=Fe(r,n,e,j(v(v(t(K(r[10],f),f),p),n),f),C);if(b){var d=a[4],Z=a[3],
I=xr(j(i,t(u,a[2])),Z,d);if(I)var S=t(a[1],a[4]),y=k(a[5],S);else var y=I}else var y=b}else var y=_}else var y=s}else var y=c;return y}
function Fr(r){var n=Zr(r[5]),e=Zr(r[4]);return t(t(t(r[1],r[3]),e),n)}function jt(r){var n=r[1],e=wr(n);if(e){var i=Nr(n,r[2]);if(i){
var u=qr(n,r[2]),a=Er(u);if(a){var f=Je(n,n[8],u,u[1],n[11],r[3]);if(f){var c=Fr(n),s=t(n[8],c),m=U(h,j(r[3][5],s)),_=k(r[4],m);if(_){
var C=Fr(n),p=t(n[9],C),b=k(r[5],p);if(b)var d=v(r[4],r[5]),Z=k(r[6],d);else var Z=b}else var Z=_}else var Z=f}else var Z=a;var I=Z}else
var I=i}else var I=e;return I}function Ke(r,n,e){var i=l(o,e);if(i)var u=l(r,t(e,n)),a=u&&q(t(j(e,o),n),r);else var a=i;return a}function It(r){
var n=r[1],e=wr(n);if(e){var i=Nr(n,r[2]);if(i){var u=qr(n,r[2]),a=Er(u);if(a){var f=Ke(u[1],n[11],r[4]);if(f)var c=r[3],s=r[4],m=Je(
n,D(n[8],n[9]),u,s,o,c),_=m&&k(r[5],r[3][5]);else var _=f}else var _=a;var C=_}else var C=i}else var C=e;return C}function Bt(r){var n=r[1],
e=wr(n);if(e){var i=Nr(n,r[2]);if(i){var u=qr(n,r[2]),a=r[3],f=D(n[8],n[9]),c=function(I){return en(n,f,u,a,I)},s=Er(u);if(s){var m=Ke(
u[1],n[11],r[3]);if(m){var _=l(o,r[4]);if(_){var C=c(r[4]);if(C)return er(c(j(r[4],o)));var p=C}else var p=_}else var p=m}else var p=s;
var b=p}else var b=i}else var b=e;return b}function kt(r){var n=r[1],e=n[8],i=He(n,e),u=r[3],a=r[4],f=wr(n);if(f){var c=Nr(n,r[2]);
if(c){var s=qr(n,r[2]),m=Er(s);if(m){var _=l(o,u);if(_){var C=k(G(u,i),h);if(C){var p=j(v(v(t(K(n[10],i),i),u),e),i),b=hr(function(Y,$){
return en(n,e,s,Y,$)},p,a);if(b){var d=v(a,o),Z=mr(t(u,s[1]),d),I=k(r[5],Z);if(I){var S=t(e,Fr(n)),y=U(h,j(r[5],S)),w=k(r[6],y);if(w){
var M=Fr(n),R=t(n[9],M),F=k(r[7],R);if(F)var J=v(r[6],r[7]),H=k(r[8],J);else var H=F}else var H=w}else var H=I}else var H=b}else var H=C}else
var H=_}else var H=m;var E=H}else var E=c}else var E=f;return E}function dt(r,n,e,i,u,a,f,c,s,m){return[0,r,n,e,i,u,a,f,c,s,m]}function Zt(r,n,e,i,u,a,f){
return[0,r,n,e,i,u,a,f]}function St(r,n,e,i,u){return[0,r,n,e,i,u]}function wt(r,n,e,i){return[0,r,n,e,i]}function Rt(r,n,e){return[
0,r,n,e]}function At(r,n,e,i,u,a,f){return[0,r,n,e,i,u,a,f]}function Mt(r,n,e,i){return[0,r,n,e,i]}function qt(r,n,e,i,u,a,f,c,s,m,_,C,p,b,d){
return[0,r,n,e,i,u,a,f,c,s,m,_,C,p,b,d]}function Nt(r,n){return[0,r,n]}function Et(r,n,e,i,u,a,f,c,s){return[0,r,n,e,i,u,a,f,c,s]}
function Ft(r,n,e,i,u,a,f){return[0,r,n,e,i,u,a,f]}function Ht(r,n,e,i,u){return[0,r,n,e,i,u]}function Jt(r,n,e,i){return[0,r,n,e,
i]}function Kt(r,n){return[0,r,n]}function Ut(r,n,e,i,u){return[0,r,n,e,i,u]}function Wt(r,n,e,i){return[0,r,n,e,i]}function Dt(r,n,e,i){
return[0,r,n,e,i]}function Ot(r,n,e,i,u,a,f,c,s,m,_){return[0,r,n,e,i,u,a,f,c,s,m,_]}function Pt(r,n,e,i){return[0,r,n,e,i]}function Qt(r,n,e,i,u){
return[0,r,n,e,i,u]}function Gt(r,n,e,i,u){return[0,r,n,e,i,u]}function Lt(r,n,e,i,u,a){return[0,r,n,e,i,u,a]}function Tt(r,n,e,i,u){
return[0,r,n,e,i,u]}function xt(r,n,e,i){return[0,r,n,e,i]}function Vt(r,n,e,i,u,a,f,c){return[0,r,n,e,i,u,a,f,c]}return B("check_\
product_segments",ft),B("check_product_busiest",ot),B("check_product_memory_independent",ct),B("check_product_steady",st),B("check\
_product_busiest_steady",lt),B("check_chain_transients",_t),B("check_chain_transients_steady",mt),B("check_chain_births_weighted",
ht),B("check_chain_births_weighted_steady",Ct),B("check_compulsory",bt),B("check_product_whole_passes",pt),B("check_convolution",jt),
B("check_convolution_busiest",It),B("check_convolution_memory_independent",Bt),B("check_convolution_steady",kt),B("ProductInstance",
dt),B("CutCertificate",Zt),B("SegmentsCertificate",St),B("BusiestCertificate",wt),B("MemoryIndependentCertificate",Rt),B("SteadyCe\
rtificate",At),B("BusiestSteadyCertificate",Mt),B("ChainInstance",qt),B("ChainSegment",Nt),B("ChainTransientsCertificate",Et),B("C\
hainSteadyCertificate",Ft),B("ChainBirthsWeightedCertificate",Ht),B("ChainBirthsWeightedSteadyCertificate",Jt),B("Array",Kt),B("Co\
mpulsoryCertificate",Ut),B("WholePassesCertificate",Wt),B("ConvAxis",Dt),B("ConvInstance",Ot),B("TapResidue",Pt),B("Figures",Qt),B(
"ConvCut",Gt),B("ConvolutionCertificate",Lt),B("ConvolutionBusiestCertificate",Tt),B("ConvolutionMemoryIndependentCertificate",xt),
B("ConvolutionSteadyCertificate",Vt),B("Real",0),B("OverWhole",1),B("ResidentA",0),B("ResidentB",1),B("ResidentC",2),B("Z.add",v),
B("Z.sub",j),B("Z.opp",Or),B("Z.mul",t),B("Z.div",K),B("Z.modulo",G),B("Z.sqrt",Dr),B("Z.gcd",V),B("Z.ltb",q),B("Z.leb",l),B("Z.eq\
b",k),B("Z.min",D),B("Z.max",U),B("Z.to_nat",pn),B("Nat.add",v),B("Nat.mul",t),B("nil",0),B("cons",function(r,n){return[0,r,n]}),tt}export{ri as checkers};
