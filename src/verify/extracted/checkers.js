// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function Vf(En){"use strict";var xi={},dr=248;function Qr(r,n){if(r.fun)return Qr(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var u=n.length|0,i=e-u|0;return i==0?r.apply(null,n):i<0?Qr(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var v=arguments.length==0?1:arguments.length,o=new Array(n.length+v),c=0;c<n.length;c++)o[c]=n[c];for(var c=0;c<
arguments.length;c++)o[n.length+c]=arguments[c];return Qr(r,o)}}function Ni(){return 0}var ye=[0];function kr(r,n,e){e&&En.toplevelReloc&&
(r=En.toplevelReloc(e)),ye[r+1]=n,e&&(ye[e]=n)}function Ui(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function zi(r,n){return{joo_tramp:r,joo_args:n}}function f(r,n){return r+n}function z(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function R(r,n){return r===n?1:0}function Fn(r){return BigInt(r)}function W(r,n){
return r<n?1:0}function t(r,n){return r*n}function w(r,n){return En.provided[r]=n,0}function _n(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var u=(e+
r/e)/BigInt(2);if(u>=e)break;e=u}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function p(r,n){
return r-n}var Be="Assert_failure",Se="Division_by_zero",qe="End_of_file",Ze="Failure",we="Invalid_argument",Re="Match_failure",Ae="\
Not_found",Me="Out_of_memory",He="Stack_overflow",Je="Sys_blocked_io",Pe="Sys_error",We="Undefined_recursive_module";function G(r,n){
return r.length==1?r(n):Qr(r,[n])}function O(r,n,e){return r.length==2?r(n,e):Qr(r,[n,e])}function Kn(r,n,e,u){return r.length==3?
r(n,e,u):Qr(r,[n,e,u])}Ni(),kr(11,[dr,We,-12],We),kr(10,[dr,Be,-11],Be),kr(9,[dr,Je,-10],Je),kr(8,[dr,He,-9],He),kr(7,[dr,Re,-8],Re),
kr(6,[dr,Ae,-7],Ae),kr(5,[dr,Se,-6],Se),kr(4,[dr,qe,-5],qe),kr(3,[dr,we,-4],we),kr(2,[dr,Ze,-3],Ze),kr(1,[dr,Pe,-2],Pe),kr(0,[dr,Me,
-1],Me);var l=Fn(0),a=Fn(1);function B(r){return f(r,a)}function b(r){return B(f(r,r))}function yr(r){return p(l,r)}function be(r,n,e,u){
return R(u,l)?G(r,0):W(l,u)?G(n,u):G(e,yr(u))}function vr(r,n,e){return R(e,l)?G(r,0):G(n,p(e,a))}function k(r,n){return 1-W(n,r)}
function g(r,n){return W(n,r)?n:r}function Q(r,n){return W(r,n)?n:r}function dn(r){return Q(r,l)}function sr(r,n){return p(r,t(n,z(
r,n)))}function Br(r,n){for(var e=r,u=n;;){if(R(u,l))return Q(e,yr(e));var i=sr(e,u),e=u,u=i}}function Ur(r){return r?0:1}function xe(r){
function n(e){return e}return vr(function(e){return r},n,r)}function Sr(r,n){function e(u){return B(Sr(u,n))}return vr(function(u){
return n},e,r)}function qr(r,n){function e(u){return Sr(n,qr(u,n))}return vr(function(u){return l},e,r)}function rn(r,n){function e(u){
function i(v){return rn(u,v)}return vr(function(v){return r},i,n)}return vr(function(u){return r},e,r)}function Tn(r,n,e,u){var i=z(
u,Fn(2));if(R(u,a))return G(n,e);if(R(f(i,i),u)){var v=nn(n,e,i);return r<50?Tn(r+1|0,n,v,i):zi(Tn,[0,n,v,i])}return G(n,nn(n,nn(n,
e,i),i))}function nn(r,n,e){return Ui(Tn(0,r,n,e))}function Xr(r,n){function e(i){return l}function u(i){return nn(function(v){return t(
r,v)},a,i)}return be(function(i){return a},u,e,n)}function kn(r,n){function e(u){function i(v){return kn(u,v)}return vr(function(v){
return 0},i,n)}return vr(function(u){function i(v){return 0}return vr(function(v){return 1},i,n)},e,r)}function Ne(r,n){return kn(
rn(r,n),l)}function Jr(r){return r?B(Jr(r[2])):l}function Ue(r,n){if(r){var e=Ue(r[2],n);return[0,r[1],e]}return n}function ar(r,n,e){
if(n){var u=n[2],i=n[1],v=function(o){return ar(r,u,o)};return vr(function(o){return i},v,e)}return r}function ze(r,n){for(var e=n;;){
if(e){var u=e[2],i=e[1];if(G(r,i))return[0,i,ze(r,u)];var e=u;continue}return e}}function Gn(r,n){for(var e=n;;){if(e){var u=G(r,e[1]);
if(!u){var e=e[2];continue}var i=u}else var i=e;return i}}function ur(r,n){for(var e=n;;){if(e){var u=G(r,e[1]);if(u){var e=e[2];continue}
return u}return 1}}function rr(r,n){if(n)var e=rr(r,n[2]),u=[0,G(r,n[1]),e];else var u=n;return u}function Pr(r,n){function e(u){return[
0,r,Pr(B(r),u)]}return vr(function(u){return 0},e,n)}function _r(r,n,e){if(e){var u=_r(r,n,e[2]);return O(r,e[1],u)}return n}function De(r){
return _r(Ue,0,r)}function Lr(r,n,e,u,i){if(k(t(t(r,r),r),u)){var v=t(t(i,i),i),o=b(a);return k(t(b(b(f(o,o))),u),v)}if(k(t(t(r,n),
n),u)){var c=k(r,i);if(c){var s=p(i,r),_=t(t(r,p(i,r)),s),d=f(a,a);return k(t(f(d,d),u),_)}return c}if(k(t(t(r,n),e),u)){var C=p(p(
i,r),n);return k(u,t(t(r,n),C))}return k(f(f(r,n),e),i)}function On(r,n,e,u,i,v,o,c){var s=t(t(r,n),e),_=t(c,s),d=t(t(s,s),s),C=t(
t(t(t(t(u,i),v),o),o),d),j=t(t(t(v,o),r),n),m=t(t(t(i,o),n),e),S=t(t(t(u,o),r),e);return k(m,S)?k(j,m)?Lr(S,m,j,C,_):k(j,S)?Lr(S,j,
m,C,_):Lr(j,S,m,C,_):k(j,S)?Lr(m,S,j,C,_):k(j,m)?Lr(m,j,S,C,_):Lr(j,m,S,C,_)}function Ee(r,n){function e(i){return l}function u(i){
var v=[0,a,l];return nn(function(o){var c=G(r,o[1]),s=Q(o[2],c);return[0,f(o[1],a),s]},v,i)[2]}return be(function(i){return l},u,e,
n)}function Qn(r,n,e){if(!k(r,l)&&!R(n,l)){var u=k(r,t(e,n)),i=u&&W(t(p(e,a),n),r);return i}return R(e,l)}function en(r,n){return z(
p(f(r,n),a),n)}function tn(r,n,e){var u=k(l,e);if(u){var i=R(e,l),v=i||O(r,e,n);if(v)return Ur(O(r,f(e,a),n));var o=v}else var o=u;
return o}function Cn(r,n,e,u){var i=k(l,u);if(i){var v=k(u,n);if(v){var o=R(u,l);if(o)var s=o;else var c=W(l,e),s=c&&O(r,u,e);if(s){
var _=W(u,n);if(_)var d=W(l,e),C=d&&O(r,f(u,a),e);else var C=_;return Ur(C)}var j=s}else var j=v}else var j=i;return j}function zr(r){
var n=k(a,r[1]);if(n){var e=k(a,r[2]);if(e){var u=k(a,r[3]);if(u){var i=k(a,r[4]);if(i){var v=k(a,r[5]);if(v){var o=k(a,r[6]);if(o){
var c=k(a,r[7]);if(c){var s=k(a,r[8]);if(s){var _=k(l,r[9]);if(_)return k(a,r[10]);var d=_}else var d=s}else var d=c}else var d=o}else
var d=v}else var d=i}else var d=u}else var d=e}else var d=n;return d}function Vr(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}
function Zr(r){var n=r[3];return t(t(r[1],r[2]),n)}var Fe=f(a,a),Ke=b(b(b(f(Fe,Fe)))),Te=f(Ke,Ke),Ge=f(Te,Te),Oe=b(f(Ge,Ge)),Qe=f(
Oe,Oe),Xe=f(Qe,Qe),Le=f(Xe,Xe),Ve=f(Le,Le),Di=f(Ve,Ve);function un(r,n,e,u){return On(r[2],r[3],r[4],r[5],r[6],n,e,u)}function Ye(r,n,e,u,i){
var v=r[6],o=t(t(f(a,a),v),n),c=k(z(t(e,e),o),Di),s=c&&1;if(i)var _=s&&1,d=_;else var d=s?0:1;if(d){if(i){if(k(e,l))var q=l;else var C=r[4],
j=t(t(r[1],r[2]),C),m=r[3],S=t(t(r[1],r[4]),m),I=r[6],y=z(p(p(e,r[5]),I),n),Z=g(Zr(r),y),q=Ee(function(P){var H=r[6],N=t(n,P),U=g(
S,z(p(p(e,r[5]),N),H));return Ee(function(J){var M=r[5],D=t(n,P),x=g(j,z(p(p(e,t(r[6],J)),D),M)),F=t(r[4],P),L=g(t(r[2],J),F),E=t(
r[3],x);return g(g(_n(t(t(x,J),P)),E),L)},U)},Z);return R(u,q)}var A=Vr(r);return Cn(function(P,H){return un(r,n,P,H)},A,e,u)}return d}
function Wr(r,n){return Br(Br(r[5],r[6]),n)}function $e(r,n,e,u,i){var v=Wr(r,n),o=k(a,i[1]);if(o){var c=R(sr(i[1],v),l);if(c){var s=i[3],
_=i[4],d=Ye(r,n,p(f(i[1],n),v),_,s);if(d){var C=i[2],j=i[5],m=i[1],S=Ye(r,n,p(f(f(t(z(r[9],v),v),m),n),v),j,C);if(S){var I=i[6],y=i[5],
Z=Qn(p(e,t(u,i[4])),y,I);if(Z)var q=t(i[1],i[6]),A=R(i[7],q);else var A=Z}else var A=S}else var A=d}else var A=c}else var A=o;return A}
function Dr(r,n,e){if(n){if(e){var u=Dr(r,n[2],e[2]);return[0,O(r,n[1],e[1]),u]}return n}return e}function mn(r,n,e){return rr(G(r,
n),e)}function jn(r,n,e,u,i){if(u){var v=[0,e,jn(r,n,e,u[2],i)];return Dr(r,rr(G(n,u[1]),i),v)}return u}function pn(r,n,e,u,i){if(i){
var v=pn(r,n,e,u,i[2]),o=Dr(r,mn(n,u,v),[0,e,v]);return Dr(r,[0,i[1],0],o)}return i}function Xn(r,n,e,u){if(u){var i=u[2];if(i){var v=i[2],
o=i[1],c=u[1];if(v){var s=v[2],_=v[1];if(s){if(s[2])return u;var d=O(n,e,o),C=O(n,t(e,e),_),j=s[1],m=[0,O(r,c,O(r,d,O(r,C,O(n,t(t(
e,e),e),j)))),0],S=O(r,O(n,f(a,a),d),C),I=[0,O(r,O(n,b(a),c),S),m];return[0,c,[0,O(r,O(n,b(a),c),d),I]]}var y=O(n,e,o),Z=[0,O(r,c,
O(r,y,O(n,t(e,e),_))),0];return[0,c,[0,O(r,O(n,f(a,a),c),y),Z]]}return[0,c,[0,O(r,c,O(n,e,o)),0]]}return u}return u}var Ei=f;function In(r,n){
return Dr(Ei,r,n)}function yn(r,n){return Dr(In,r,n)}function jr(r,n){return Dr(yn,r,n)}var Fi=t;function Bn(r,n){return mn(Fi,r,n)}
function Sn(r,n){return mn(Bn,r,n)}function V(r,n){return mn(Sn,r,n)}var Ki=t,Ti=f;function Gi(r,n){return jn(Ti,Ki,l,r,n)}var Oi=0;
function Qi(r,n){return jn(In,Gi,Oi,r,n)}var Xi=0;function fn(r,n){return jn(yn,Qi,Xi,r,n)}function ge(r){return ur(function(n){return k(
l,n)},r)}function qn(r,n){var e=r[3],u=r[2],i=Xn(yn,Sn,r[1],n);return De(rr(function(v){var o=Xn(In,Bn,u,v);return De(rr(function(c){
return Xn(f,t,e,c)},o))},i))}var he=f(a,a),rt=f(he,he),nt=f(rt,rt),et=f(nt,nt),tt=f(et,et),ut=f(tt,tt),it=f(ut,ut),ft=f(it,it),vt=f(
ft,ft),at=f(vt,vt);function Ln(r,n,e,u,i){var v=rr(r,i[6]),o=rr(r,i[5]);return[0,n,e,u,G(r,i[4]),o,v]}function wr(r){return z(r,f(
a,a))}function ot(r){switch(r){case 0:return 1;case 1:return 2;default:return 0}}function ct(r,n){for(var e=n;;){if(e){if(G(r,e[1]))
return 1;var e=e[2];continue}return e}}function vn(r,n,e){var u=e[6];if(ct(function(o){var c=qn(e,o);if(ge(c))return 1;for(var s=e[4],
_=c,d=qn(e,jr(V(l,o),s)),C=l;;){if(_&&d){var j=d[1];if(W(j,l))var m=yr(j),S=Q(C,yr(z(t(_[1],at),m)));else var S=C;var _=_[2],d=d[2],
C=S;continue}var I=W(l,C);if(I){var y=e[4],Z=V(yr(C),y);return ge(qn(e,jr(V(at,o),Z)))}return I}},u))return 1;var i=e[5];if(ct(function(o){
var c=qn(e,o);return ur(function(s){return k(s,l)},c)},i))return 1;function v(o){var c=e[6],s=e[5],_=e[4],d=e[3],C=e[2],j=e[1];switch(n){case 0:
var m=[0,wr(j),C,d,_,s,c];break;case 1:var m=[0,j,wr(C),d,_,s,c];break;default:var m=[0,j,C,wr(d),_,s,c]}var S=vn(o,ot(n),m);if(S){
var I=e[3],y=e[2],Z=e[1];switch(n){case 0:var q=p(Z,wr(Z)),A=wr(Z),P=0,Y=Ln(function(K){return pn(yn,Sn,P,A,K)},q,y,I,e);break;case 1:
var H=p(y,wr(y)),N=wr(y),U=0,J=function(K){return pn(In,Bn,U,N,K)},Y=Ln(function(K){return rr(J,K)},Z,H,I,e);break;default:var M=p(
I,wr(I)),D=wr(I),x=t,F=f,L=function(K){return pn(F,x,l,D,K)},E=function(K){return rr(L,K)},Y=Ln(function(K){return rr(E,K)},Z,y,M,
e)}return vn(o,ot(n),Y)}return S}return vr(function(o){return 0},v,r)}function Li(r){var n=r[1],e=zr(n);if(e){var u=r[2],i=n[10],v=Vr(
n),o=$e(n,n[7],v,i,u);if(o){var c=Zr(n),s=t(n[7],c),_=Q(l,p(r[2][7],s)),d=R(r[3],_);if(d){var C=Zr(n),j=t(n[8],C),m=R(r[4],j);if(m)
var S=f(r[3],r[4]),I=R(r[5],S);else var I=m}else var I=d}else var I=o}else var I=e;return I}function lt(r,n){var e=k(a,n);if(e){var u=t(
n,r[10]),i=k(Vr(r),u);if(i)var v=Vr(r),o=r[10],c=W(t(p(n,a),o),v);else var c=i}else var c=e;return c}function Vi(r){var n=r[1],e=zr(
n);if(e){var u=lt(n,r[3]);if(u)var i=r[2],v=r[3],o=$e(n,g(n[7],n[8]),v,a,i),c=o&&R(r[4],r[2][7]);else var c=u}else var c=e;return c}
function Yi(r){var n=r[1],e=g(n[7],n[8]),u=zr(n);if(u){var i=lt(n,r[2]);if(i){var v=k(a,r[3]);if(v){var o=un(n,e,r[2],r[3]);if(o){
var c=p(r[3],a);return Ur(un(n,e,r[2],c))}var s=o}else var s=v}else var s=i}else var s=u;return s}function st(r,n,e){var u=Wr(r,n),
i=Wr(r,n),v=Wr(r,n);return p(f(f(t(z(r[9],v),i),e),n),u)}function $i(r){var n=r[1],e=n[7],u=st(n,e,r[2]),i=r[3],v=zr(n);if(v){var o=k(
a,r[2]);if(o){var c=Wr(n,e),s=R(sr(r[2],c),l);if(s){var _=tn(function(M,D){return un(n,e,M,D)},u,i);if(_){var d=f(i,a),C=Vr(n),j=en(
t(r[2],C),d),m=R(r[4],j);if(m){var S=t(e,Zr(n)),I=Q(l,p(r[4],S)),y=R(r[5],I);if(y){var Z=Zr(n),q=t(n[8],Z),A=R(r[6],q);if(A)var P=f(
r[5],r[6]),H=R(r[7],P);else var H=A}else var H=y}else var H=m}else var H=_}else var H=s}else var H=o}else var H=v;return H}function gi(r){
var n=r[1],e=g(n[7],n[8]),u=r[3],i=r[2],v=zr(n);if(v){var o=k(a,i);if(o){var c=R(sr(i,Wr(n,e)),l);if(c){var s=st(n,e,i),_=tn(function(Z,q){
return un(n,e,Z,q)},s,u);if(_)var d=f(u,a),C=t(n[10],d),j=en(t(i,Vr(n)),C),m=R(r[4],j);else var m=_}else var m=c}else var m=o}else
var m=v;return m}function Vn(r,n){var e=k(l,n);return e&&k(r,t(n,n))}function Zn(r){var n=k(a,r[1]);if(n){var e=k(a,r[2]);if(e){var u=k(
a,r[3]);if(u){var i=k(a,r[4]);if(i){var v=k(a,r[5]);if(v){var o=k(a,r[6]);if(o){var c=k(a,r[7]);if(c){var s=k(a,r[8]);if(s){var _=k(
a,r[9]);if(_){var d=k(a,r[10]);if(d){var C=k(a,r[11]);if(C){var j=k(a,r[12]);if(j){var m=k(a,r[13]);if(m){var S=k(l,r[14]);if(S){var I=k(
a,r[15]);if(I){var y=r[4],Z=t(t(r[1],r[2]),y);return k(r[6],Z)}var q=I}else var q=S}else var q=m}else var q=j}else var q=C}else var q=d}else
var q=_}else var q=s}else var q=c}else var q=o}else var q=v}else var q=i}else var q=u}else var q=e}else var q=n;return q}function Yn(r){
return Q(r[1],r[2])}function _t(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function dt(r,n,e){return On(r[2],r[5],r[4],r[10],
r[11],r[12],n,e)}function kt(r,n,e){var u=r[12],i=r[11],v=r[9],o=r[8],c=r[7],s=r[3],_=r[3],d=f(a,a),C=t(t(t(t(t(f(d,d),_),s),c),o),
v),j=r[4],m=r[5],S=r[2],I=t(t(S,m),j),y=t(t(t(t(C,n),I),S),j),Z=t(t(t(i,n),m),j),q=t(t(t(u,n),S),m);if(k(q,Z))var A=t(t(t(u,I),S),
m),P=q,H=Z;else var A=t(t(t(i,I),m),j),P=Z,H=q;var N=t(e,I),U=t(t(t(C,t(I,I)),S),j),J=t(I,I),M=t(t(t(t(i,u),n),m),J),D=t(t(t(I,I),
I),I),x=t(t(t(t(t(C,i),u),n),n),D),F=p(N,H),L=f(a,a),E=t(f(L,L),M),Y=p(p(t(N,N),y),E),K=t(t(t(N,N),N),N),or=f(a,a),ir=f(or,or),T=f(
ir,ir),lr=f(T,T),cr=f(lr,lr),mr=k(t(f(cr,cr),x),K);if(mr){var Ir=t(t(t(H,H),H),H),tr=f(a,a),h=W(t(f(tr,tr),Ir),x);if(h)var Hr=h;else{
var X=k(l,F);if(X)var fr=t(t(F,F),F),$=f(a,a),xr=t(t(f($,$),H),fr),Mr=b(a),Hr=k(t(b(b(f(Mr,Mr))),x),xr);else var Hr=X}}else var Hr=mr;
if(Hr){var cn=f(a,a),zn=t(f(cn,cn),x),Dn=W(t(y,y),zn);if(Dn)var sn=Dn;else{var Nr=k(l,Y);if(Nr)var ln=t(Y,Y),hr=f(a,a),wi=f(hr,hr),
Ri=f(wi,wi),sn=k(t(t(f(Ri,Ri),y),M),ln);else var sn=Nr}}else var sn=Hr;if(sn){var Ai=W(H,A);if(Ai)var Hi=Ai;else var Mi=f(a,a),Hi=W(
y,t(t(f(Mi,Mi),A),A));var Ie=Hi||Vn(y,p(F,A))}else var Ie=sn;var Ji=Ie&&Vn(y,p(F,P));if(Ji){var Pi=f(a,a),Wi=W(t(t(f(Pi,Pi),P),P),
U);if(!Wi)return Vn(U,p(F,P));var bi=Wi}else var bi=Ji;return bi}function Ct(r,n,e){var u=e[1],i=_t(r),v=Cn(function(s,_){return dt(
r,s,_)},i,n,u);if(v){var o=e[2],c=_t(r);return Cn(function(s,_){return kt(r,s,_)},c,n,o)}return v}function an(r){var n=r[5];return t(
t(r[1],r[2]),n)}function Rr(r){var n=Br(r[11],r[12]),e=Br(r[10],n),u=Br(r[9],e);return Br(r[8],u)}function hi(r){var n=r[1],e=Rr(n),
u=Zn(n);if(u){var i=k(a,r[2]);if(i){var v=R(sr(r[2],e),l);if(v){var o=r[3],c=Ct(n,p(f(r[2],n[12]),e),o);if(c){var s=r[4],_=n[12],d=r[2],
C=Ct(n,p(f(f(t(z(n[14],e),e),d),_),e),s);if(C){var j=r[5],m=Yn(r[4]),S=Yn(r[3]),I=t(n[15],S),y=Qn(p(t(n[6],n[5]),I),m,j);if(y){var Z=t(
r[2],r[5]),q=R(r[6],Z);if(q){var A=an(n),P=t(n[12],A),H=Q(l,p(r[6],P)),N=R(r[7],H);if(N){var U=an(n),J=t(n[13],U),M=R(r[8],J);if(M)
var D=f(r[7],r[8]),x=R(r[9],D);else var x=M}else var x=N}else var x=q}else var x=y}else var x=C}else var x=c}else var x=v}else var x=i}else
var x=u;return x}function rf(r){var n=r[1],e=Rr(n),u=r[2],i=Zn(n);if(i){var v=k(a,u);if(v){var o=R(sr(u,e),l);if(o){var c=r[3],s=n[12],
_=p(f(f(t(z(n[14],e),e),u),s),e),d=c[1],C=tn(function(L,E){return dt(n,L,E)},_,d);if(C)var j=c[2],m=tn(function(L,E){return kt(n,L,
E)},_,j);else var m=C;if(m){var S=f(Yn(r[3]),a),I=en(t(u,t(n[6],n[5])),S),y=R(r[4],I);if(y){var Z=an(n),q=t(n[12],Z),A=Q(l,p(r[4],
q)),P=R(r[5],A);if(P){var H=an(n),N=t(n[13],H),U=R(r[6],N);if(U)var J=f(r[5],r[6]),M=R(r[7],J);else var M=U}else var M=P}else var M=y}else
var M=m}else var M=o}else var M=v}else var M=i;return M}function mt(r,n){var e=Q(r[12],r[10]),u=Q(r[11],e),i=Q(r[9],u),v=Q(r[8],i),
o=f(p(n,Rr(r)),v),c=Rr(r),s=Rr(r);return f(t(z(r[14],s),c),o)}function jt(r,n,e){var u=t(e,e),i=k(f(r,n),u);if(i){var v=p(p(t(e,e),
r),n),o=t(p(p(t(e,e),r),n),v),c=t(r,n),s=f(a,a);return k(t(f(s,s),c),o)}return i}function pt(r,n,e){var u=r[12],i=r[3],v=r[7],o=r[6],
c=f(a,a),s=f(c,c),_=f(s,s),d=t(t(t(f(_,_),o),v),i),C=r[5],j=r[6],m=f(a,a),S=f(m,m),I=f(S,S),y=t(t(f(I,I),j),C),Z=r[6],q=r[7],A=b(a),
P=t(t(t(t(b(b(f(A,A))),q),u),n),Z),H=f(a,a),N=f(H,H),U=f(N,N),J=f(t(e,t(t(f(U,U),n),n)),P),M=t(y,y),D=g(r[10],u),x=r[11],F=b(a),L=t(
t(t(t(t(b(b(f(F,F))),n),x),u),D),M),E=t(d,d),Y=r[9],K=r[8],or=b(a);return jt(t(t(t(t(t(b(b(f(or,or))),n),K),Y),u),E),L,J)}function It(r){
var n=an(r);return t(Q(l,p(r[12],r[13])),n)}function nf(r){var n=r[1],e=mt(n,r[2]),u=r[3],i=Zn(n);if(i){var v=k(a,r[2]);if(v){var o=Rr(
n),c=R(sr(r[2],o),l);if(c){var s=k(l,u);if(s){var _=n[12],d=b(a),C=t(t(b(b(f(d,d))),_),e),j=n[9],m=n[8],S=n[3],I=n[3],y=f(a,a),Z=f(
y,y),q=f(Z,Z),A=f(q,q),P=f(A,A),H=f(P,P),N=f(H,H);if(W(t(t(t(t(f(N,N),I),S),m),j),C))var U=R(u,l);else{var J=pt(n,e,f(u,n[15]));if(J)
var M=R(u,l),U=M||Ur(pt(n,e,p(f(u,n[15]),a)));else var U=J}if(U){var D=t(r[2],u),x=R(r[4],D);if(x)var F=It(n),L=Q(l,p(r[4],F)),E=R(
r[5],L);else var E=x}else var E=U}else var E=s}else var E=c}else var E=v}else var E=i;return E}function yt(r,n,e,u){var i=r[12],v=Rr(
r),o=Rr(r),c=f(t(z(r[14],o),v),e),s=r[3],_=r[7],d=r[6],C=f(a,a),j=f(C,C),m=f(j,j),S=t(t(t(t(f(m,m),e),d),_),s),I=r[5],y=r[6],Z=f(a,
a),q=f(Z,Z),A=f(q,q),P=t(t(t(f(A,A),e),y),I),H=r[6],N=r[7],U=b(a),J=t(t(t(t(t(b(b(f(U,U))),N),i),n),e),H),M=f(a,a),D=f(M,M),x=f(D,
D),F=f(t(u,t(t(f(x,x),n),c)),J),L=t(P,P),E=g(r[10],i),Y=r[11],K=b(a),or=t(t(t(t(t(b(b(f(K,K))),n),Y),i),E),L),ir=t(S,S),T=r[9],lr=r[8],
cr=b(a);return jt(t(t(t(t(t(b(b(f(cr,cr))),n),lr),T),i),ir),or,F)}function ef(r){var n=r[1],e=r[2],u=mt(n,e),i=r[3],v=Zn(n);if(v){
var o=k(a,e);if(o){var c=R(sr(e,Rr(n)),l);if(c){var s=k(l,i);if(s){var _=n[12],d=b(a),C=t(t(b(b(f(d,d))),_),u),j=n[9],m=n[8],S=n[3],
I=n[3],y=f(a,a),Z=f(y,y),q=f(Z,Z),A=f(q,q),P=f(A,A),H=f(P,P),N=f(H,H);if(W(t(t(t(t(f(N,N),I),S),m),j),C))var U=R(i,l);else{var J=yt(
n,u,e,i);if(J)var M=R(i,l),U=M||Ur(yt(n,u,e,p(i,a)));else var U=J}if(U)var D=Q(l,p(i,It(n))),x=R(r[4],D);else var x=U}else var x=s}else
var x=c}else var x=o}else var x=v;return x}function Bt(r){return _r(function(n,e){return f(t(n[1],n[2]),e)},l,r)}function St(r){var n=k(
a,r[1]);return n&&k(a,r[2])}function tf(r){var n=ur(St,r[1]);if(n){var e=ur(St,r[2]);if(e){var u=Bt(r[1]),i=R(r[3],u);if(i){var v=Bt(
r[2]),o=R(r[4],v);if(o)var c=f(r[3],r[4]),s=R(r[5],c);else var s=o}else var s=i}else var s=e}else var s=n;return s}var qt=f(a,a),Zt=f(
qt,qt),wt=f(Zt,Zt),Rt=f(wt,wt),At=f(Rt,Rt),Mt=f(At,At),Ht=f(Mt,Mt),Jt=f(Ht,Ht),Pt=f(Jt,Jt),Wt=f(Pt,Pt),bt=f(Wt,Wt),xt=f(bt,bt),Nt=f(
xt,xt),Ut=f(Nt,Nt),zt=f(Ut,Ut),Dt=f(zt,zt),Et=f(Dt,Dt),Ft=f(Et,Et),Kt=f(Ft,Ft),Er=f(Kt,Kt);function Tt(r,n,e,u,i){var v=t(i,n);if(W(
t(t(u,e),e),v)){var o=t(n,i);return z(t(Er,f(t(t(u,e),e),o)),e)}var c=t(i,u);if(W(t(t(n,r),r),c)){var s=t(u,i);return z(t(Er,f(t(t(
n,r),r),s)),r)}var _=f(a,a);return _n(t(t(t(t(t(f(_,_),n),u),i),Er),Er))}function Gt(r,n,e,u,i){var v=t(r,e),o=Tt(r,n,e,u,sr(v,i)),
c=Tt(r,n,e,u,i);return f(t(z(v,i),c),o)}function Ot(r,n,e){return f(en(n,t(r,Er)),e)}function Qt(r,n,e){var u=k(a,e);if(u)var i=k(
r,t(e,n)),v=i&&W(t(p(e,a),n),r);else var v=u;return v}function $n(r,n){return n===1?r[3]:r[2]}function Xt(r,n){return 2<=n?r[3]:r[4]}
function Lt(r,n,e){if(2<=n)var i=l;else var u=$n(r,n),i=t(r[7],u);var v=t(i,Er),o=n===1?r[5]:r[6],c=Xt(r,n),s=2<=n?r[5]:r[7],_=p(Gt(
$n(r,n),s,c,o,e),v);switch(n){case 0:var d=r[3];break;case 1:var d=r[2];break;default:var d=r[4]}return t(t(r[1],d),_)}function uf(r){
var n=r[1],e=r[2],u=r[3],i=Wr(n,n[7]),v=zr(n);if(v){var o=2<=e?k(n[7],n[8]):1;if(o){switch(e){case 0:var c=n[5];break;case 1:var c=n[6];
break;default:var c=n[7]}var s=Qt(t(z(n[9],i),i),c,u);if(s){var _=Xt(n,e),d=k(u,t($n(n,e),_));if(d){var C=W(l,Lt(n,e,u));if(C){if(2<=
e)var m=l;else var j=Zr(n),m=t(n[8],j);var S=Ot(a,Lt(n,e,u),m),I=R(r[4],S)}else var I=C}else var I=d}else var I=s}else var I=o}else
var I=v;return I}function Vt(r,n){var e=Pr(l,n);return _r(function(u,i){return f(G(r,u),i)},l,e)}function wn(r,n){var e=Pr(l,n);return _r(
function(u,i){return Q(G(r,u),i)},l,e)}var Yt=f(a,a),$t=f(Yt,Yt),gt=f($t,$t),ht=f(gt,gt),ru=f(ht,ht),nu=f(ru,ru),eu=f(nu,nu),tu=f(
eu,eu),uu=f(tu,tu),iu=f(uu,uu),fu=f(iu,iu),ff=f(fu,fu);function vu(r){var n=k(a,r[1]);if(n){var e=k(a,r[2]);if(e){var u=k(r[2],ff);
if(u){var i=k(a,r[3]);if(i){var v=k(l,r[4]);if(v){var o=W(r[4],r[2]);if(o){var c=r[4],s=t(f(a,a),c),_=f(r[1],s);return k(r[2],_)}var d=o}else
var d=v}else var d=i}else var d=u}else var d=e}else var d=n;return d}function Fr(r){var n=r[3],e=r[3],u=r[2],i=r[4],v=t(f(a,a),i);
return z(f(p(f(r[1],v),u),e),n)}function au(r,n){if(W(n,r[4])){var e=r[3],u=r[3];return z(p(f(p(r[4],n),u),a),e)}return l}function ou(r,n){
var e=p(f(r[1],r[4]),n),u=Fr(r);if(k(e,l))var v=l;else var i=r[3],v=z(p(f(e,r[3]),a),i);return g(v,u)}function gn(r,n){var e=au(r,
n);return Q(l,p(ou(r,n),e))}function Kr(r){return dn(r[2])}function Rn(r,n,e){var u=R(sr(e,r[3]),n),i=u&&W(l,gn(r,e));return i}function hn(r,n){
var e=Kr(r);return Vt(function(u){return Rn(r,n,u)?a:l},e)}function re(r,n){var e=Kr(r);return wn(function(u){if(Rn(r,n,u)){var i=z(
u,r[3]);return f(ou(r,u),i)}return l},e)}function ne(r,n){var e=Fr(r);return g(hn(r,n),e)}function cu(r){var n=Kr(r);return wn(function(e){
return gn(r,e)},n)}function Yr(r){var n=k(a,r[1]);if(n){var e=k(a,r[2]);if(e){var u=k(a,r[3]);if(u){var i=vu(r[4]);if(i){var v=vu(
r[5]);if(v){var o=k(a,r[6]);if(o){var c=k(a,r[7]);if(c){var s=k(a,r[8]);if(s){var _=k(a,r[9]);if(_){var d=k(l,r[10]);if(d)return k(
a,r[11]);var C=d}else var C=_}else var C=s}else var C=c}else var C=o}else var C=v}else var C=i}else var C=u}else var C=e}else var C=n;
return C}function $r(r){var n=Pr(l,Kr(r)),e=ze(function(u){var i=W(u,r[3]),v=i&&W(l,hn(r,u));return v},n);return rr(function(u){var i=Kr(
r),v=Vt(function(j){return Rn(r,u,j)?gn(r,j):l},i),o=hn(r,u),c=ne(r,u),s=Kr(r),_=wn(function(j){if(Rn(r,u,j)){var m=z(j,r[3]),S=f(
au(r,j),m);return p(re(r,u),S)}return l},s),d=p(re(r,u),_),C=p(re(r,u),d);return[0,g(ne(r,u),C),c,o,v]},e)}function br(r,n){return _r(
function(e,u){return f(G(r,e),u)},l,n)}function Tr(r,n){return _r(function(e,u){return Q(G(r,e),u)},l,n)}function lu(r,n){if(n){var e=n[1];
return R(r,e)?n:W(e,r)?[0,r,n]:[0,e,lu(r,n[2])]}return[0,r,0]}function An(r){var n=0;return _r(function(e,u){return lu(e[1],u)},n,
r)}function ee(r,n){return n?R(r,n[1])?l:B(ee(r,n[2])):l}function Mn(r,n){var e=$r(r[4]),u=$r(r[5]),i=An(e),v=An(u);function o(y,Z){
var q=y[1],A=ee(Z[1],v),P=Jr(v);return ar(l,n,Sr(qr(ee(q,i),P),A))}var c=cu(r[5]),s=t(cu(r[4]),c),_=br(function(y){return br(function(Z){
var q=t(y[3],Z[3]);return t(o(y,Z),q)},u)},e),d=t(r[2],_),C=Tr(function(y){return Tr(function(Z){var q=t(r[1],s);return t(o(y,Z),q)},
u)},e),j=Tr(function(y){return Tr(function(Z){var q=t(y[2],Z[2]),A=t(r[3],q);return t(o(y,Z),A)},u)},e),m=Tr(function(y){return Tr(
function(Z){var q=t(y[1],Z[1]),A=o(y,Z);return t(t(o(y,Z),A),q)},u)},e),S=br(function(y){return br(function(Z){var q=t(y[4],Z[4]);
return t(o(y,Z),q)},u)},e),I=r[3];return[0,t(t(t(r[1],r[2]),I),S),m,j,C,d]}function Hn(r,n){var e=Jr(An($r(r[5]))),u=qr(Jr(An($r(r[4]))),
e),i=kn(Jr(n),u);if(i){var v=ur(function(s){return k(l,s)},n);if(v)return Gn(function(s){return W(l,s)},n);var o=v}else var o=i;return o}
function Jn(r){var n=W(l,r[2]);if(n){var e=W(l,r[3]);if(e)var u=W(l,r[4]),i=u&&W(l,r[5]);else var i=e}else var i=n;return i}function te(r,n,e,u,i){
var v=t(e[2],i),o=t(e[2],u);return On(e[4],e[3],e[5],r[6],r[7],n,o,v)}function su(r,n,e,u,i){var v=e[1];return Cn(function(o,c){return te(
r,n,e,o,c)},v,u,i)}function Pn(r,n){return Br(Br(r[6],r[7]),n)}function _u(r,n,e,u,i,v){var o=Pn(r,n),c=k(a,v[1]);if(c){var s=R(sr(
v[1],o),l);if(s){var _=v[2],d=su(r,n,e,p(f(v[1],n),o),_);if(d){var C=v[3],j=v[1],m=su(r,n,e,p(f(f(t(z(r[10],o),o),j),n),o),C);if(m){
var S=v[4],I=v[3],y=Qn(p(u,t(i,v[2])),I,S);if(y)var Z=t(v[1],v[4]),q=R(v[5],Z);else var q=y}else var q=m}else var q=d}else var q=s}else
var q=c;return q}function Gr(r){var n=Fr(r[5]),e=Fr(r[4]);return t(t(t(r[1],r[3]),e),n)}function vf(r){var n=r[1],e=Yr(n);if(e){var u=Hn(
n,r[2]);if(u){var i=Mn(n,r[2]),v=Jn(i);if(v){var o=_u(n,n[8],i,i[1],n[11],r[3]);if(o){var c=Gr(n),s=t(n[8],c),_=Q(l,p(r[3][5],s)),
d=R(r[4],_);if(d){var C=Gr(n),j=t(n[9],C),m=R(r[5],j);if(m)var S=f(r[4],r[5]),I=R(r[6],S);else var I=m}else var I=d}else var I=o}else
var I=v;var y=I}else var y=u}else var y=e;return y}function du(r,n,e){var u=k(a,e);if(u)var i=k(r,t(e,n)),v=i&&W(t(p(e,a),n),r);else
var v=u;return v}function af(r){var n=r[1],e=Yr(n);if(e){var u=Hn(n,r[2]);if(u){var i=Mn(n,r[2]),v=Jn(i);if(v){var o=du(i[1],n[11],
r[4]);if(o)var c=r[3],s=r[4],_=_u(n,g(n[8],n[9]),i,s,a,c),d=_&&R(r[5],r[3][5]);else var d=o}else var d=v;var C=d}else var C=u}else
var C=e;return C}function of(r){var n=r[1],e=Yr(n);if(e){var u=Hn(n,r[2]);if(u){var i=Mn(n,r[2]),v=r[3],o=g(n[8],n[9]),c=function(y){
return te(n,o,i,v,y)},s=Jn(i);if(s){var _=du(i[1],n[11],r[3]);if(_){var d=k(a,r[4]);if(d){var C=c(r[4]);if(C)return Ur(c(p(r[4],a)));
var j=C}else var j=d}else var j=_}else var j=s;var m=j}else var m=u}else var m=e;return m}function cf(r){var n=r[1],e=n[8],u=Pn(n,
e),i=r[3],v=r[4],o=Yr(n);if(o){var c=Hn(n,r[2]);if(c){var s=Mn(n,r[2]),_=Jn(s);if(_){var d=k(a,i);if(d){var C=R(sr(i,u),l);if(C){var j=p(
f(f(t(z(n[10],u),u),i),e),u),m=tn(function(Y,K){return te(n,e,s,Y,K)},j,v);if(m){var S=f(v,a),I=en(t(i,s[1]),S),y=R(r[5],I);if(y){
var Z=t(e,Gr(n)),q=Q(l,p(r[5],Z)),A=R(r[6],q);if(A){var P=Gr(n),H=t(n[9],P),N=R(r[7],H);if(N)var U=f(r[6],r[7]),J=R(r[8],U);else var J=N}else
var J=A}else var J=y}else var J=m}else var J=C}else var J=d}else var J=_;var M=J}else var M=c}else var M=o;return M}var ku=f(a,a),
Cu=f(ku,ku),mu=f(Cu,Cu),ju=f(mu,mu),pu=f(ju,ju),Iu=f(pu,pu),yu=f(Iu,Iu),Bu=f(yu,yu),Su=f(Bu,Bu),qu=f(Su,Su),Zu=f(qu,qu),wu=f(Zu,Zu),
Ru=f(wu,wu),Au=f(Ru,Ru),Mu=f(Au,Au),Hu=f(Mu,Mu),Ju=f(Hu,Hu),Pu=f(Ju,Ju),Wu=f(Pu,Pu),Wn=f(Wu,Wu),bu=b(f(a,a)),xu=f(bu,bu),Nu=f(xu,xu),
Uu=f(Nu,Nu),Or=f(Uu,Uu),zu=f(a,a),Du=f(zu,zu),Eu=f(Du,Du),nr=f(Eu,Eu),er=t(Or,nr);function Cr(r,n){return ar(l,[0,r[4],[0,r[5],[0,
r[6],[0,r[7],0]]]],n)}function bn(r){var n=f(a,a),e=[0,f(n,n),0],u=[0,b(a),e];return ar(l,[0,l,[0,f(a,a),u]],r)}function pr(r,n){return ar(
l,r[8],n)}function ue(r,n){return ar(l,r[9],n)}function xn(r){return xe(Jr(r[8]))}function Fu(r){return xe(Jr(r[9]))}function Ku(r,n,e,u){
if(Ne(n,e)){var i=rn(e,n);return ar(l,ar(0,ar(0,r[11],n),i),u)}var v=rn(n,e);return ar(l,ar(0,ar(0,r[11],e),v),u)}function ie(r,n){
function e(u){function i(v){var o=G(r,B(B(l))),c=G(r,B(l)),s=t(f(a,a),c);return f(p(G(r,l),s),o)}return vr(function(v){var o=G(r,l),
c=p(G(r,B(l)),o);return t(t(f(a,a),nr),c)},i,u)}return vr(function(u){var i=G(r,l);return t(t(nr,nr),i)},e,n)}function fe(r,n,e,u){
return ie(function(i){return ie(function(v){return ie(function(o){return Kn(r,i,v,o)},u)},e)},n)}function ve(r,n){if(n){var e=n[2];
if(e){var u=e[2];if(u){if(u[2])return 0;var i=[0,G(r,u[1]),0],v=[0,e[1],i]}else var v=u;var o=v}else var o=e;var c=o}else var c=n;
return c}function Tu(r){var n=f(a,a);return ve(function(e){return Sn(n,e)},r)}function Gu(r){var n=f(a,a);function e(u){return Bn(
n,u)}return rr(function(u){return ve(e,u)},r)}function Nn(r){var n=f(a,a);function e(i){return t(n,i)}function u(i){return ve(e,i)}
return rr(function(i){return rr(u,i)},r)}function ae(r,n){var e=[0,[0,[0,p(n,r),0],0],0];return[0,[0,[0,t(nr,r),0],0],e]}function oe(r,n){
var e=[0,[0,p(n,r),0],0];return[0,[0,[0,t(nr,r),0],e],0]}function Ou(r,n){var e=[0,p(n,r),0];return[0,[0,[0,t(nr,r),e],0],0]}function Ar(r){
return[0,[0,[0,r,0],0],0]}function gr(r,n){return jr(r,V(yr(a),n))}function Qu(r,n,e,u,i,v){var o=V(er,Ou(i,v)),c=oe(e,u),s=gr(fn(
ae(r,n),c),o);return jr(Ar(t(er,er)),s)}var Xu=b(a),Lu=t(Xr(nr,f(Xu,Xu)),Wn);function ce(r,n,e,u,i,v,o,c,s,_,d){var C=Cr(r,s),j=p(
Cr(r,B(s)),C),m=f(a,a),S=[0,f(m,m),0],I=f(a,a),y=[0,f(I,I),S],Z=V(t(ar(l,[0,f(a,a),y],s),j),_),q=Cr(r,B(B(l))),A=p(Cr(r,B(B(B(l)))),
q),P=t(b(a),A),H=[0,p(Cr(r,B(B(l))),P),0],N=Cr(r,B(l)),U=p(Cr(r,B(B(l))),N),J=t(f(a,a),U),M=[0,p(Cr(r,B(l)),J),H],D=jr(Ar(t(ar(l,[
0,Cr(r,l),M],s),d)),Z),x=r[3],F=t(p(o,v),x),L=b(a),E=Xr(nr,f(L,L)),Y=p(o,v),K=V(t(t(t(r[2],Y),er),E),_),or=oe(u,i),ir=jr(ae(n,e),or),
T=b(a),lr=Xr(nr,f(T,T)),cr=fn(D,gr(V(t(t(d,F),lr),ir),K)),mr=b(a),Ir=Xr(nr,f(mr,mr)),tr=p(o,v),h=Ar(t(t(r[1],tr),Ir)),X=gr(V(er,Nn(
c)),h);return jr(fn(V(t(t(d,r[3]),er),_),X),cr)}function Vu(r,n){var e=Ou(r,n);return V(f(a,a),e)}function le(r,n,e,u,i,v){var o=Qu(
r,n,e,u,i,v);return V(f(a,a),o)}function Yu(r,n,e,u,i,v,o,c,s,_){var d=f(a,a),C=f(d,d);return ce(r,n,e,u,i,v,o,c,s,Ar(bn(_)),C)}function $u(r,n,e,u,i,v,o,c){
var s=Ar(t(t(bn(o),er),er)),_=le(r,n,e,u,i,v),d=f(a,a),C=[0,gr(V(f(d,d),_),s),0],j=Ar(t(bn(o),er)),m=Vu(i,v),S=f(a,a),I=[0,gr(V(f(
S,S),m),j),C],y=Ar(t(t(bn(o),er),er)),Z=le(r,n,e,u,i,v),q=f(a,a);return[0,nr,nr,nr,gr(V(f(q,q),Z),y),I,c]}function gu(r,n,e,u,i){var v=Kn(
u,l,l,B(B(l))),o=t(t(f(a,a),v),i),c=f(Kn(u,l,l,B(l)),o),s=t(t(r[3],er),c),_=b(a),d=Xr(nr,f(_,_)),C=t(p(e,n),d),j=Cr(r,l),m=t(r[2],
j);return k(t(f(t(r[3],r[1]),m),C),s)}function Un(r,n){var e=Cr(r,n),u=t(r[2],e);return f(t(r[3],r[1]),u)}function hu(r,n){var e=r[5],
u=r[3],i=t(t(t(f(a,a),u),e),n);return k(t(Un(r,B(B(B(l)))),Or),i)}function se(r){return ue(r,Fu(r))}function ri(r,n,e){var u=t(r[5],
r[5]),i=t(r[3],r[3]),v=f(a,a),o=f(v,v),c=f(o,o),s=t(t(t(f(c,c),i),u),n),_=Un(r,e);return k(t(Or,t(Un(r,e),_)),s)}var _e=B(B(B(B(B(
B(B(B(B(B(B(B(l)))))))))))),lf=[0,B(B(l)),0],on=[0,l,[0,B(l),lf]];function de(r,n,e,u,i,v,o){var c=Sr(qr(B(B(l)),u),o),s=Sr(qr(B(B(
l)),e),v);return Ku(r,Sr(qr(B(B(l)),n),i),s,c)}function ni(r,n,e){function u(i){function v(o){var c=pr(r,B(n));return t(f(a,a),c)}
return vr(function(o){var c=pr(r,B(n));return f(pr(r,n),c)},v,i)}return vr(function(i){var v=pr(r,n);return t(f(a,a),v)},u,e)}function ke(r,n,e,u,i,v,o){
var c=ni(r,e,v),s=t(Wn,f(ni(r,n,i),c)),_=r[10],d=p(de(r,n,e,u,i,v,o),_);return f(t(t(f(a,a),Or),d),s)}function ei(r){return ur(function(n){
return ur(function(e){return ur(O(r,n,e),on)},on)},on)}function ti(r,n,e,u){var i=pr(r,n),v=pr(r,B(n)),o=pr(r,e),c=pr(r,B(e)),s=ue(
r,u),_=ue(r,B(u));function d(tr,h,X){var fr=Sr(qr(B(B(l)),u),X),$=Sr(qr(B(B(l)),e),h);return Ku(r,Sr(qr(B(B(l)),n),tr),$,fr)}var C=[
0,B(B(l)),0],j=[0,l,[0,B(l),C]],m=rr(function(tr){var h=[0,B(B(l)),0],X=[0,l,[0,B(l),h]];return rr(function(fr){var $=[0,B(B(l)),0],
xr=[0,l,[0,B(l),$]];return rr(function(Mr){return fe(d,tr,fr,Mr)},xr)},X)},j),S=Nn(m),I=fn(ae(i,v),S),y=V(p(c,o),I),Z=Gu(m),q=jr(V(
t(er,p(_,s)),Z),y),A=[0,V(yr(a),q),0],P=Nn(m),H=fn(oe(o,c),P),N=V(p(v,i),H),U=Tu(m),J=jr(V(t(er,p(_,s)),U),N),M=[0,V(yr(a),J),A],D=Ar(
t(Lu,p(c,o))),x=[0,jr(V(er,Gu(m)),D),M],F=Ar(t(Lu,p(v,i))),L=[0,jr(V(er,Tu(m)),F),x],E=[0,Nn(m),L],Y=ur(function(tr){return vn(_e,
0,[0,nr,nr,nr,Qu(i,v,o,c,s,_),0,[0,tr,0]])},E);if(Y){var K=[0,B(B(l)),0],or=[0,l,[0,B(l),K]],ir=ur(function(h){var X=[0,Yu(r,i,v,o,
c,s,_,m,h,B(h)),0],fr=[0,ce(r,i,v,o,c,s,_,m,h,Vu(s,_),er),X],$=t(er,er),xr=vn(_e,0,$u(i,v,o,c,s,_,h,[0,ce(r,i,v,o,c,s,_,m,h,le(i,v,
o,c,s,_),$),fr]));if(xr){var Mr=function(Hr){return vn(_e,0,$u(i,v,o,c,s,_,h,[0,Yu(r,i,v,o,c,s,_,m,h,h),0]))};return vr(function(Hr){
return 1},Mr,h)}return xr},or);if(ir){var T=W(l,f(i,o))?1:k(Or,s);if(T)return 1;var lr=function(X,fr,$){return de(r,n,e,u,X,fr,$)},
cr=gu(r,s,_,function(X,fr,$){return fe(lr,X,fr,$)},l);if(cr){var mr=function(X,fr,$){return de(r,n,e,u,X,fr,$)};return gu(r,s,_,function(X,fr,$){
return fe(mr,X,fr,$)},nr)}var Ir=cr}else var Ir=ir}else var Ir=Y;return Ir}function ui(r){var n=Jr(r),e=Ne(B(B(l)),n);if(e){var u=R(
ar(l,r,l),l);if(u)for(var i=r;;){if(i){var v=i[2];if(v){var o=W(i[1],v[1]);if(o){var i=v;continue}return o}return 1}return 1}var c=u}else
var c=e;return c}function sf(r){var n=k(l,r[1]),e=0;if(n){var u=k(l,r[2]);if(u){var i=W(l,r[3]);if(i){var v=k(l,r[4]);if(v){var o=k(
r[4],r[5]);if(o){var c=k(r[5],r[6]);if(c){var s=k(r[6],r[7]);if(s){var _=t(f(a,a),Wn),d=k(r[7],_);if(d){var C=f(r[4],r[7]),j=r[5],
m=k(t(f(a,a),j),C);if(m){var S=r[7],I=t(b(a),S),y=f(r[4],I),Z=r[6],q=f(a,a),A=k(t(f(q,q),Z),y);if(A){var P=r[6],H=t(f(a,a),P),N=r[5],
U=k(t(b(a),N),H);if(U){var J=r[7],M=r[5],D=k(t(f(a,a),M),J);if(D){var x=W(Or,se(r));if(x){var F=ri(r,p(se(r),Or),l);if(F){var L=B(
B(B(l))),E=b(f(a,a)),Y=f(E,E),K=f(Y,Y),or=f(K,K),ir=ri(r,p(se(r),or),L);if(ir){var lr=hu(r,pr(r,xn(r)));e=1}else var T=ir}else var T=F}else
var T=x}else var T=D}else var T=U}else var T=A}else var T=m}else var T=d}else var T=s}else var T=c}else var T=o}else var T=v}else var T=i}else
var T=u}else var T=n;if(!e)var lr=T;var cr=lr&&ui(r[8]),mr=cr&&ui(r[9]);if(mr){var Ir=Pr(l,xn(r));return ur(function(tr){var h=Pr(
tr,rn(xn(r),tr));return ur(function(X){var fr=Pr(l,Fu(r));return ur(function($){var xr=xn(r),Mr=kn(B(X),xr)?ur(function(Dn){return ur(
function(Nr){return k(l,ke(r,tr,X,$,Dn,B(B(l)),Nr))},on)},on):1;if(Mr){var Hr=pr(r,X);if(hu(r,f(pr(r,tr),Hr)))return ei(function(Nr,ln,hr){
return k(l,ke(r,tr,X,$,Nr,ln,hr))})?1:ti(r,tr,X,$);var cn=ei(function(Nr,ln,hr){return k(ke(r,tr,X,$,Nr,ln,hr),l)});if(cn)return ti(
r,tr,X,$);var zn=cn}else var zn=Mr;return zn},fr)},h)},Ir)}return mr}function ii(r,n,e){return f(z(p(f(t(z(r,n),n),e),a),e),a)}function fi(r,n){
return _r(function(e,u){var i=Cr(e[2],n);return f(t(e[1],i),u)},l,r)}function vi(r){return _r(function(n,e){return f(n[1],e)},l,r)}
var _f=[0,B(B(B(l))),0],df=[0,B(B(l)),_f],ai=[0,l,[0,B(l),df]];function oi(r,n,e,u,i){function v(m,S){var I=[0,l,a],y=_r(function(ir,T){
var lr=t(ir[2][3],T[2]),cr=t(T[1],ir[2][3]),mr=T[2],Ir=Un(ir[2],S);return[0,f(t(t(ir[1],Ir),mr),cr),lr]},I,u),Z=r[4],q=p(t(r[6],r[5]),
Z),A=t(e,Wn),P=r[5],H=t(t(p(m,t(r[8],r[6])),P),A),N=t(q,fi(u,B(B(B(l))))),U=fi(u,S),J=f(t(r[4],U),N),M=f(t(r[7],J),H);if(W(M,l))return 1;
var D=r[5],x=t(t(y[1],r[1]),D),F=r[5],L=t(t(t(y[1],r[1]),F),x),E=t(n,r[3]),Y=r[2],K=t(t(M,y[2]),Y),or=r[2];return W(t(t(t(t(M,y[2]),
or),K),E),L)}var o=W(l,vi(u));if(o){var c=R(vi(u),e);if(c){var s=ur(function(I){return W(l,I[1])},u);if(s){var _=k(l,i);if(_){if(R(
i,l))var C=1;else var d=p(i,a),C=ur(function(Z){return v(d,Z)},ai);if(C)return Ur(ur(function(Z){return v(i,Z)},ai));var j=C}else var j=_}else
var j=s}else var j=c}else var j=o;return j}function kf(r){var n=r[1],e=zr(n);if(e){var u=n[7],i=Wr(n,n[7]),v=ii(n[9],i,u),o=R(r[2],
v);if(o){var c=r[5],s=r[4],_=r[3],d=r[2],C=t(n[5],n[6]),j=n[8],m=n[7],S=Zr(n),I=Zr(n),y=n[4];return oi([0,t(t(Zr(n),y),C),a,C,I,a,
S,m,j],d,_,s,c)}var Z=o}else var Z=e;return Z}function ci(r,n){if(n){var e=n[2],u=n[1];if(R(u[1],r[1])){var i=f(u[2],r[2]);return[
0,[0,u[1],i],e]}return[0,u,ci(r,e)]}return[0,r,0]}function li(r,n){return _r(function(e,u){var i=G(r,e[1]);return f(t(e[2],i),u)},
l,n)}var si=f(a,a),_i=f(si,si),di=f(_i,_i),ki=f(di,di),Ci=f(ki,ki),mi=f(Ci,Ci);function Ce(r){var n=r[3],e=z(p(f(r[4],r[3]),a),n);
return g(Fr(r),e)}function me(r){var n=r[3],e=r[2],u=f(z(p(f(r[1],r[4]),e),n),a),i=g(Fr(r),u);return Q(Ce(r),i)}function ji(r,n,e,u){
var i=dn(e),v=Pr(dn(n),i);return _r(function(o){var c=z(p(f(r[2],mi),a),mi),s=t(r[3],o),_=Q(l,p(r[4],s)),d=t(r[3],o),C=p(f(r[1],r[4]),
d),j=p(g(r[2],C),_),m=R(j,r[2])?j:Q(a,t(z(j,c),c)),S=[0,m,a];return function(I){return ci(S,I)}},u,v)}function pi(r){var n=Ce(r),e=p(
me(r),n),u=W(l,e),i=u&&[0,[0,r[2],e],0],v=me(r),o=p(Fr(r),v),c=ji(r,me(r),o,i);return ji(r,l,Ce(r),c)}function Ii(r){var n=Kr(r);return Q(
a,wn(function(e){return W(e,r[3])?ne(r,e):l},n))}function je(r){var n=Ii(r[5]);return t(Ii(r[4]),n)}function Cf(r){var n=r[1],e=r[2],
u=Pn(n,n[8]),i=Yr(n);if(i){var v=pi(n[4]),o=pi(n[5]),c=Gr(n),s=t(n[8],c),_=t(t(je(n),Er),s),d=li(function(N){return li(function(U){
var J=t(N,U),M=n[6],D=t(n[2],J),x=n[8],F=t(je(n),x);return Gt(n[3],F,D,M,e)},o)},v),C=p(t(n[1],d),_),j=n[7],m=Qt(t(z(n[10],u),u),j,
e);if(m){var S=Gn(function(U){return Gn(function(J){var M=t(U[1],J[1]),D=t(n[2],M);return k(e,t(n[3],D))},o)},v);if(S){var I=W(l,C);
if(I)var y=Gr(n),Z=t(n[9],y),q=Ot(je(n),C,Z),A=R(r[3],q);else var A=I}else var A=S}else var A=m;var P=A}else var P=i;return P}var yi=b(
f(a,a)),Bi=f(yi,yi),Si=f(Bi,Bi),mf=f(Si,Si),pe=Xr(f(a,a),mf);function qi(r,n){var e=n[4],u=n[3],i=n[1],v=Tr(function(o){return R(o[1],
i)?o[2]:l},r);return[0,n[1],v,u,e]}function Zi(r,n,e){var u=Q(a,t(n[2],e[2])),i=r[7],v=r[6];return _n(z(t(t(t(pe,pe),v),i),u))}function jf(r){
var n=r[1],e=Yr(n);if(e){var u=$r(n[4]),i=$r(n[5]),v=rr(function(J){return qi(u,J)},u),o=rr(function(J){return qi(i,J)},i),c=br(function(J){
return br(function(M){var D=t(J[4],M[4]);return t(Zi(n,J,M),D)},o)},v),s=n[3],_=t(t(t(n[1],n[2]),s),c),d=br(function(J){return br(
function(M){var D=t(J[3],M[3]);return t(Zi(n,J,M),D)},o)},v),C=t(n[2],d),j=n[9],m=n[8],S=[0,_,pe,a,_,C,Gr(n),m,j],I=W(l,S[1]);if(I){
var y=W(l,S[5]);if(y){var Z=n[8],q=Pn(n,n[8]),A=ii(n[10],q,Z),P=R(r[2],A);if(P)return oi(S,r[2],r[3],r[4],r[5]);var H=P}else var H=y}else
var H=I;var N=H}else var N=e;return N}function pf(r,n,e,u,i,v,o,c,s,_){return[0,r,n,e,u,i,v,o,c,s,_]}function If(r,n,e,u,i,v,o){return[
0,r,n,e,u,i,v,o]}function yf(r,n,e,u,i){return[0,r,n,e,u,i]}function Bf(r,n,e,u){return[0,r,n,e,u]}function Sf(r,n,e){return[0,r,n,
e]}function qf(r,n,e,u,i,v,o){return[0,r,n,e,u,i,v,o]}function Zf(r,n,e,u){return[0,r,n,e,u]}function wf(r,n,e,u,i,v,o,c,s,_,d,C,j,m,S){
return[0,r,n,e,u,i,v,o,c,s,_,d,C,j,m,S]}function Rf(r,n){return[0,r,n]}function Af(r,n,e,u,i,v,o,c,s){return[0,r,n,e,u,i,v,o,c,s]}
function Mf(r,n,e,u,i,v,o){return[0,r,n,e,u,i,v,o]}function Hf(r,n,e,u,i){return[0,r,n,e,u,i]}function Jf(r,n,e,u){return[0,r,n,e,
u]}function Pf(r,n){return[0,r,n]}function Wf(r,n,e,u,i){return[0,r,n,e,u,i]}function bf(r,n,e,u){return[0,r,n,e,u]}function xf(r,n,e,u){
return[0,r,n,e,u]}function Nf(r,n,e,u,i,v,o,c,s,_,d){return[0,r,n,e,u,i,v,o,c,s,_,d]}function Uf(r,n,e,u){return[0,r,n,e,u]}function zf(r,n,e,u,i){
return[0,r,n,e,u,i]}function Df(r,n,e,u,i){return[0,r,n,e,u,i]}function Ef(r,n,e,u,i,v){return[0,r,n,e,u,i,v]}function Ff(r,n,e,u,i){
return[0,r,n,e,u,i]}function Kf(r,n,e,u){return[0,r,n,e,u]}function Tf(r,n,e,u,i,v,o,c){return[0,r,n,e,u,i,v,o,c]}function Gf(r,n,e,u,i,v,o,c,s,_,d){
return[0,r,n,e,u,i,v,o,c,s,_,d]}function Of(r,n){return[0,r,n]}function Qf(r,n,e,u,i){return[0,r,n,e,u,i]}function Xf(r,n,e){return[
0,r,n,e]}function Lf(r,n,e,u,i){return[0,r,n,e,u,i]}return w("check_product_segments",Li),w("check_product_busiest",Vi),w("check_p\
roduct_memory_independent",Yi),w("check_product_steady",$i),w("check_product_busiest_steady",gi),w("check_chain_transients",hi),w(
"check_chain_transients_steady",rf),w("check_chain_births_weighted",nf),w("check_chain_births_weighted_steady",ef),w("check_compul\
sory",tf),w("check_product_whole_passes",uf),w("check_convolution",vf),w("check_convolution_busiest",af),w("check_convolution_memo\
ry_independent",of),w("check_convolution_steady",cf),w("check_potential_table",sf),w("check_product_holding_cost",kf),w("check_con\
volution_whole_passes",Cf),w("check_convolution_holding_cost",jf),w("ProductInstance",pf),w("CutCertificate",If),w("SegmentsCertif\
icate",yf),w("BusiestCertificate",Bf),w("MemoryIndependentCertificate",Sf),w("SteadyCertificate",qf),w("BusiestSteadyCertificate",
Zf),w("ChainInstance",wf),w("ChainSegment",Rf),w("ChainTransientsCertificate",Af),w("ChainSteadyCertificate",Mf),w("ChainBirthsWei\
ghtedCertificate",Hf),w("ChainBirthsWeightedSteadyCertificate",Jf),w("Array",Pf),w("CompulsoryCertificate",Wf),w("WholePassesCerti\
ficate",bf),w("ConvAxis",xf),w("ConvInstance",Nf),w("TapResidue",Uf),w("Figures",zf),w("ConvCut",Df),w("ConvolutionCertificate",Ef),
w("ConvolutionBusiestCertificate",Ff),w("ConvolutionMemoryIndependentCertificate",Kf),w("ConvolutionSteadyCertificate",Tf),w("Pote\
ntialTable",Gf),w("PotentialShare",Of),w("HoldingCostCertificate",Qf),w("ConvWholePassesCertificate",Xf),w("ConvHoldingCostCertifi\
cate",Lf),w("Real",0),w("OverWhole",1),w("ResidentA",0),w("ResidentB",1),w("ResidentC",2),w("AlongX",0),w("Z.add",f),w("Z.sub",p),
w("Z.opp",yr),w("Z.mul",t),w("Z.div",z),w("Z.modulo",sr),w("Z.sqrt",_n),w("Z.gcd",Br),w("Z.ltb",W),w("Z.leb",k),w("Z.eqb",R),w("Z.\
min",g),w("Z.max",Q),w("Z.to_nat",dn),w("Nat.add",f),w("Nat.mul",t),w("nil",0),w("cons",function(r,n){return[0,r,n]}),xi}export{Vf as checkers};
