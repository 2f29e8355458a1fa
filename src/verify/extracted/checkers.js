// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function Df(Nn){"use strict";var Si={},jr=248;function Tr(r,n){if(r.fun)return Tr(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var u=n.length|0,i=e-u|0;return i==0?r.apply(null,n):i<0?Tr(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var v=arguments.length==0?1:arguments.length,c=new Array(n.length+v),o=0;o<n.length;o++)c[o]=n[o];for(var o=0;o<
arguments.length;o++)c[n.length+o]=arguments[o];return Tr(r,c)}}function wi(){return 0}var Ie=[0];function kr(r,n,e){e&&Nn.toplevelReloc&&
(r=Nn.toplevelReloc(e)),Ie[r+1]=n,e&&(Ie[e]=n)}function Ai(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function Ri(r,n){return{joo_tramp:r,joo_args:n}}function f(r,n){return r+n}function K(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function A(r,n){return r===n?1:0}function Un(r){return BigInt(r)}function P(r,n){
return r<n?1:0}function t(r,n){return r*n}function w(r,n){return Nn.provided[r]=n,0}function bn(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var u=(e+
r/e)/BigInt(2);if(u>=e)break;e=u}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function C(r,n){
return r-n}var ye="Assert_failure",Be="Division_by_zero",qe="End_of_file",Ze="Failure",Se="Invalid_argument",we="Match_failure",Ae="\
Not_found",Re="Out_of_memory",Me="Stack_overflow",He="Sys_blocked_io",Je="Sys_error",xe="Undefined_recursive_module";function E(r,n){
return r.length==1?r(n):Tr(r,[n])}function O(r,n,e){return r.length==2?r(n,e):Tr(r,[n,e])}function zn(r,n,e,u){return r.length==3?
r(n,e,u):Tr(r,[n,e,u])}wi(),kr(11,[jr,xe,-12],xe),kr(10,[jr,ye,-11],ye),kr(9,[jr,He,-10],He),kr(8,[jr,Me,-9],Me),kr(7,[jr,we,-8],we),
kr(6,[jr,Ae,-7],Ae),kr(5,[jr,Be,-6],Be),kr(4,[jr,qe,-5],qe),kr(3,[jr,Se,-4],Se),kr(2,[jr,Ze,-3],Ze),kr(1,[jr,Je,-2],Je),kr(0,[jr,Re,
-1],Re);var s=Un(0),a=Un(1);function y(r){return f(r,a)}function x(r){return y(f(r,r))}function Br(r){return C(s,r)}function Fe(r,n,e,u){
return A(u,s)?E(r,0):P(s,u)?E(n,u):E(e,Br(u))}function vr(r,n,e){return A(e,s)?E(r,0):E(n,C(e,a))}function j(r,n){return 1-P(n,r)}
function rr(r,n){return P(n,r)?n:r}function L(r,n){return P(r,n)?n:r}function ln(r){return L(r,s)}function dr(r,n){return C(r,t(n,
K(r,n)))}function qr(r,n){for(var e=r,u=n;;){if(A(u,s))return L(e,Br(e));var i=dr(e,u),e=u,u=i}}function Dr(r){return r?0:1}function Pe(r){
function n(e){return e}return vr(function(e){return r},n,r)}function Zr(r,n){function e(u){return y(Zr(u,n))}return vr(function(u){
return n},e,r)}function Sr(r,n){function e(u){return Zr(n,Sr(u,n))}return vr(function(u){return s},e,r)}function $r(r,n){function e(u){
function i(v){return $r(u,v)}return vr(function(v){return r},i,n)}return vr(function(u){return r},e,r)}function Tn(r,n,e,u){var i=K(
u,Un(2));if(A(u,a))return E(n,e);if(A(f(i,i),u)){var v=Vr(n,e,i);return r<50?Tn(r+1|0,n,v,i):Ri(Tn,[0,n,v,i])}return E(n,Vr(n,Vr(n,
e,i),i))}function Vr(r,n,e){return Ai(Tn(0,r,n,e))}function gr(r,n){function e(i){return s}function u(i){return Vr(function(v){return t(
r,v)},a,i)}return Fe(function(i){return a},u,e,n)}function dn(r,n){function e(u){function i(v){return dn(u,v)}return vr(function(v){
return 0},i,n)}return vr(function(u){function i(v){return 0}return vr(function(v){return 1},i,n)},e,r)}function We(r,n){return dn(
$r(r,n),s)}function Jr(r){return r?y(Jr(r[2])):s}function De(r,n){if(r){var e=De(r[2],n);return[0,r[1],e]}return n}function ar(r,n,e){
if(n){var u=n[2],i=n[1],v=function(c){return ar(r,u,c)};return vr(function(c){return i},v,e)}return r}function Ge(r,n){for(var e=n;;){
if(e){var u=e[2],i=e[1];if(E(r,i))return[0,i,Ge(r,u)];var e=u;continue}return e}}function hr(r,n){for(var e=n;;){if(e){var u=E(r,e[1]);
if(!u){var e=e[2];continue}var i=u}else var i=e;return i}}function ur(r,n){for(var e=n;;){if(e){var u=E(r,e[1]);if(u){var e=e[2];continue}
return u}return 1}}function ir(r,n){if(n)var e=ir(r,n[2]),u=[0,E(r,n[1]),e];else var u=n;return u}function xr(r,n){function e(u){return[
0,r,xr(y(r),u)]}return vr(function(u){return 0},e,n)}function _r(r,n,e){if(e){var u=_r(r,n,e[2]);return O(r,e[1],u)}return n}function Ke(r){
return _r(De,0,r)}function Er(r,n,e,u,i){if(j(t(t(r,r),r),u)){var v=t(t(i,i),i),c=x(a);return j(t(x(x(f(c,c))),u),v)}if(j(t(t(r,n),
n),u)){var o=j(r,i);if(o){var l=C(i,r),d=t(t(r,C(i,r)),l),_=f(a,a);return j(t(f(_,_),u),d)}return o}if(j(t(t(r,n),e),u)){var k=C(C(
i,r),n);return j(u,t(t(r,n),k))}return j(f(f(r,n),e),i)}function En(r,n,e,u,i,v,c,o){var l=t(t(r,n),e),d=t(o,l),_=t(t(l,l),l),k=t(
t(t(t(t(u,i),v),c),c),_),p=t(t(t(v,c),r),n),m=t(t(t(i,c),n),e),Z=t(t(t(u,c),r),e);return j(m,Z)?j(p,m)?Er(Z,m,p,k,d):j(p,Z)?Er(Z,p,
m,k,d):Er(p,Z,m,k,d):j(p,Z)?Er(m,Z,p,k,d):j(p,m)?Er(m,p,Z,k,d):Er(p,m,Z,k,d)}function Ne(r,n){function e(i){return s}function u(i){
var v=[0,a,s];return Vr(function(c){var o=E(r,c[1]),l=L(c[2],o);return[0,f(c[1],a),l]},v,i)[2]}return Fe(function(i){return s},u,e,
n)}function On(r,n,e){if(!j(r,s)&&!A(n,s)){var u=j(r,t(e,n)),i=u&&P(t(C(e,a),n),r);return i}return A(e,s)}function rn(r,n){return K(
C(f(r,n),a),n)}function nn(r,n,e){var u=j(s,e);if(u){var i=A(e,s),v=i||O(r,e,n);if(v)return Dr(O(r,f(e,a),n));var c=v}else var c=u;
return c}function _n(r,n,e,u){var i=j(s,u);if(i){var v=j(u,n);if(v){var c=A(u,s);if(c)var l=c;else var o=P(s,e),l=o&&O(r,u,e);if(l){
var d=P(u,n);if(d)var _=P(s,e),k=_&&O(r,f(u,a),e);else var k=d;return Dr(k)}var p=l}else var p=v}else var p=i;return p}function Gr(r){
var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=j(a,r[4]);if(i){var v=j(a,r[5]);if(v){var c=j(a,r[6]);if(c){
var o=j(a,r[7]);if(o){var l=j(a,r[8]);if(l){var d=j(s,r[9]);if(d)return j(a,r[10]);var _=d}else var _=l}else var _=o}else var _=c}else
var _=v}else var _=i}else var _=u}else var _=e}else var _=n;return _}function Or(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}
function yr(r){var n=r[3];return t(t(r[1],r[2]),n)}var Ue=f(a,a),be=x(x(x(f(Ue,Ue)))),ze=f(be,be),Te=f(ze,ze),Ee=x(f(Te,Te)),Oe=f(
Ee,Ee),Qe=f(Oe,Oe),Le=f(Qe,Qe),Xe=f(Le,Le),Mi=f(Xe,Xe);function en(r,n,e,u){return En(r[2],r[3],r[4],r[5],r[6],n,e,u)}function Ye(r,n,e,u,i){
var v=r[6],c=t(t(f(a,a),v),n),o=j(K(t(e,e),c),Mi),l=o&&1;if(i)var d=l&&1,_=d;else var _=l?0:1;if(_){if(i){if(j(e,s))var q=s;else var k=r[4],
p=t(t(r[1],r[2]),k),m=r[3],Z=t(t(r[1],r[4]),m),I=r[6],B=K(C(C(e,r[5]),I),n),S=rr(yr(r),B),q=Ne(function(M){var J=r[6],G=t(n,M),D=rr(
Z,K(C(C(e,r[5]),G),J));return Ne(function(W){var F=r[5],U=t(n,M),H=rr(p,K(C(C(e,t(r[6],W)),U),F)),b=t(r[4],M),X=rr(t(r[2],W),b),N=t(
r[3],H);return rr(rr(bn(t(t(H,W),M)),N),X)},D)},S);return A(u,q)}var R=Or(r);return _n(function(M,J){return en(r,n,M,J)},R,e,u)}return _}
function Fr(r,n){return qr(qr(r[5],r[6]),n)}function $e(r,n,e,u,i){var v=Fr(r,n),c=j(a,i[1]);if(c){var o=A(dr(i[1],v),s);if(o){var l=i[3],
d=i[4],_=Ye(r,n,C(f(i[1],n),v),d,l);if(_){var k=i[2],p=i[5],m=i[1],Z=Ye(r,n,C(f(f(t(K(r[9],v),v),m),n),v),p,k);if(Z){var I=i[6],B=i[5],
S=On(C(e,t(u,i[4])),B,I);if(S)var q=t(i[1],i[6]),R=A(i[7],q);else var R=S}else var R=Z}else var R=_}else var R=o}else var R=c;return R}
function Kr(r,n,e){if(n){if(e){var u=Kr(r,n[2],e[2]);return[0,O(r,n[1],e[1]),u]}return n}return e}function jn(r,n,e){return ir(E(r,
n),e)}function kn(r,n,e,u,i){if(u){var v=[0,e,kn(r,n,e,u[2],i)];return Kr(r,ir(E(n,u[1]),i),v)}return u}function mn(r,n,e,u,i){if(i){
var v=mn(r,n,e,u,i[2]),c=Kr(r,jn(n,u,v),[0,e,v]);return Kr(r,[0,i[1],0],c)}return i}function Qn(r,n,e,u){if(u){var i=u[2];if(i){var v=i[2],
c=i[1],o=u[1];if(v){var l=v[2],d=v[1];if(l){if(l[2])return u;var _=O(n,e,c),k=O(n,t(e,e),d),p=l[1],m=[0,O(r,o,O(r,_,O(r,k,O(n,t(t(
e,e),e),p)))),0],Z=O(r,O(n,f(a,a),_),k),I=[0,O(r,O(n,x(a),o),Z),m];return[0,o,[0,O(r,O(n,x(a),o),_),I]]}var B=O(n,e,c),S=[0,O(r,o,
O(r,B,O(n,t(e,e),d))),0];return[0,o,[0,O(r,O(n,f(a,a),o),B),S]]}return[0,o,[0,O(r,o,O(n,e,c)),0]]}return u}return u}var Hi=f;function Cn(r,n){
return Kr(Hi,r,n)}function pn(r,n){return Kr(Cn,r,n)}function pr(r,n){return Kr(pn,r,n)}var Ji=t;function In(r,n){return jn(Ji,r,n)}
function yn(r,n){return jn(In,r,n)}function g(r,n){return jn(yn,r,n)}var xi=t,Fi=f;function Pi(r,n){return kn(Fi,xi,s,r,n)}var Wi=0;
function Di(r,n){return kn(Cn,Pi,Wi,r,n)}var Gi=0;function tn(r,n){return kn(pn,Di,Gi,r,n)}function Ve(r){return ur(function(n){return j(
s,n)},r)}function Bn(r,n){var e=r[3],u=r[2],i=Qn(pn,yn,r[1],n);return Ke(ir(function(v){var c=Qn(Cn,In,u,v);return Ke(ir(function(o){
return Qn(f,t,e,o)},c))},i))}var ge=f(a,a),he=f(ge,ge),rt=f(he,he),nt=f(rt,rt),et=f(nt,nt),tt=f(et,et),ut=f(tt,tt),it=f(ut,ut),ft=f(
it,it),vt=f(ft,ft);function Ln(r,n,e,u,i){var v=ir(r,i[6]),c=ir(r,i[5]);return[0,n,e,u,E(r,i[4]),c,v]}function wr(r){return K(r,f(
a,a))}function at(r){switch(r){case 0:return 1;case 1:return 2;default:return 0}}function un(r,n,e){var u=e[6];if(hr(function(c){var o=Bn(
e,c);if(Ve(o))return 1;for(var l=e[4],d=o,_=Bn(e,pr(g(s,c),l)),k=s;;){if(d&&_){var p=_[1];if(P(p,s))var m=Br(p),Z=L(k,Br(K(t(d[1],
vt),m)));else var Z=k;var d=d[2],_=_[2],k=Z;continue}var I=P(s,k);if(I){var B=e[4],S=g(Br(k),B);return Ve(Bn(e,pr(g(vt,c),S)))}return I}},
u))return 1;var i=e[5];if(hr(function(c){var o=Bn(e,c);return ur(function(l){return j(l,s)},o)},i))return 1;function v(c){var o=e[6],
l=e[5],d=e[4],_=e[3],k=e[2],p=e[1];switch(n){case 0:var m=[0,wr(p),k,_,d,l,o];break;case 1:var m=[0,p,wr(k),_,d,l,o];break;default:
var m=[0,p,k,wr(_),d,l,o]}var Z=un(c,at(n),m);if(Z){var I=e[3],B=e[2],S=e[1];switch(n){case 0:var q=C(S,wr(S)),R=wr(S),M=0,h=Ln(function(z){
return mn(pn,yn,M,R,z)},q,B,I,e);break;case 1:var J=C(B,wr(B)),G=wr(B),D=0,W=function(z){return mn(Cn,In,D,G,z)},h=Ln(function(z){
return ir(W,z)},S,J,I,e);break;default:var F=C(I,wr(I)),U=wr(I),H=t,b=f,X=function(z){return mn(b,H,s,U,z)},N=function(z){return ir(
X,z)},h=Ln(function(z){return ir(N,z)},S,B,F,e)}return un(c,at(n),h)}return Z}return vr(function(c){return 0},v,r)}function Ki(r){
var n=r[1],e=Gr(n);if(e){var u=r[2],i=n[10],v=Or(n),c=$e(n,n[7],v,i,u);if(c){var o=yr(n),l=t(n[7],o),d=L(s,C(r[2][7],l)),_=A(r[3],
d);if(_){var k=yr(n),p=t(n[8],k),m=A(r[4],p);if(m)var Z=f(r[3],r[4]),I=A(r[5],Z);else var I=m}else var I=_}else var I=c}else var I=e;
return I}function ct(r,n){var e=j(a,n);if(e){var u=t(n,r[10]),i=j(Or(r),u);if(i)var v=Or(r),c=r[10],o=P(t(C(n,a),c),v);else var o=i}else
var o=e;return o}function Ni(r){var n=r[1],e=Gr(n);if(e){var u=ct(n,r[3]);if(u)var i=r[2],v=r[3],c=$e(n,rr(n[7],n[8]),v,a,i),o=c&&
A(r[4],r[2][7]);else var o=u}else var o=e;return o}function Ui(r){var n=r[1],e=rr(n[7],n[8]),u=Gr(n);if(u){var i=ct(n,r[2]);if(i){
var v=j(a,r[3]);if(v){var c=en(n,e,r[2],r[3]);if(c){var o=C(r[3],a);return Dr(en(n,e,r[2],o))}var l=c}else var l=v}else var l=i}else
var l=u;return l}function ot(r,n,e){var u=Fr(r,n),i=Fr(r,n),v=Fr(r,n);return C(f(f(t(K(r[9],v),i),e),n),u)}function bi(r){var n=r[1],
e=n[7],u=ot(n,e,r[2]),i=r[3],v=Gr(n);if(v){var c=j(a,r[2]);if(c){var o=Fr(n,e),l=A(dr(r[2],o),s);if(l){var d=nn(function(F,U){return en(
n,e,F,U)},u,i);if(d){var _=f(i,a),k=Or(n),p=rn(t(r[2],k),_),m=A(r[4],p);if(m){var Z=t(e,yr(n)),I=L(s,C(r[4],Z)),B=A(r[5],I);if(B){
var S=yr(n),q=t(n[8],S),R=A(r[6],q);if(R)var M=f(r[5],r[6]),J=A(r[7],M);else var J=R}else var J=B}else var J=m}else var J=d}else var J=l}else
var J=c}else var J=v;return J}function zi(r){var n=r[1],e=rr(n[7],n[8]),u=r[3],i=r[2],v=Gr(n);if(v){var c=j(a,i);if(c){var o=A(dr(
i,Fr(n,e)),s);if(o){var l=ot(n,e,i),d=nn(function(S,q){return en(n,e,S,q)},l,u);if(d)var _=f(u,a),k=t(n[10],_),p=rn(t(i,Or(n)),k),
m=A(r[4],p);else var m=d}else var m=o}else var m=c}else var m=v;return m}function Xn(r,n){var e=j(s,n);return e&&j(r,t(n,n))}function qn(r){
var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=j(a,r[4]);if(i){var v=j(a,r[5]);if(v){var c=j(a,r[6]);if(c){
var o=j(a,r[7]);if(o){var l=j(a,r[8]);if(l){var d=j(a,r[9]);if(d){var _=j(a,r[10]);if(_){var k=j(a,r[11]);if(k){var p=j(a,r[12]);if(p){
var m=j(a,r[13]);if(m){var Z=j(s,r[14]);if(Z){var I=j(a,r[15]);if(I){var B=r[4],S=t(t(r[1],r[2]),B);return j(r[6],S)}var q=I}else var q=Z}else
var q=m}else var q=p}else var q=k}else var q=_}else var q=d}else var q=l}else var q=o}else var q=c}else var q=v}else var q=i}else var q=u}else
var q=e}else var q=n;return q}function Yn(r){return L(r[1],r[2])}function st(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function lt(r,n,e){
return En(r[2],r[5],r[4],r[10],r[11],r[12],n,e)}function dt(r,n,e){var u=r[12],i=r[11],v=r[9],c=r[8],o=r[7],l=r[3],d=r[3],_=f(a,a),
k=t(t(t(t(t(f(_,_),d),l),o),c),v),p=r[4],m=r[5],Z=r[2],I=t(t(Z,m),p),B=t(t(t(t(k,n),I),Z),p),S=t(t(t(i,n),m),p),q=t(t(t(u,n),Z),m);
if(j(q,S))var R=t(t(t(u,I),Z),m),M=q,J=S;else var R=t(t(t(i,I),m),p),M=S,J=q;var G=t(e,I),D=t(t(t(k,t(I,I)),Z),p),W=t(I,I),F=t(t(t(
t(i,u),n),m),W),U=t(t(t(I,I),I),I),H=t(t(t(t(t(k,i),u),n),n),U),b=C(G,J),X=f(a,a),N=t(f(X,X),F),h=C(C(t(G,G),B),N),z=t(t(t(G,G),G),
G),cr=f(a,a),sr=f(cr,cr),Q=f(sr,sr),lr=f(Q,Q),or=f(lr,lr),Cr=j(t(f(or,or),H),z);if(Cr){var fr=t(t(t(J,J),J),J),Y=f(a,a),$=P(t(f(Y,
Y),fr),H);if($)var Hr=$;else{var T=j(s,b);if(T)var tr=t(t(b,b),b),V=f(a,a),Pr=t(t(f(V,V),J),tr),Mr=x(a),Hr=j(t(x(x(f(Mr,Mr))),H),Pr);else
var Hr=T}}else var Hr=Cr;if(Hr){var cn=f(a,a),Gn=t(f(cn,cn),H),Kn=P(t(B,B),Gn);if(Kn)var sn=Kn;else{var Wr=j(s,h);if(Wr)var on=t(h,
h),Yr=f(a,a),ki=f(Yr,Yr),mi=f(ki,ki),sn=j(t(t(f(mi,mi),B),F),on);else var sn=Wr}}else var sn=Hr;if(sn){var Ci=P(J,R);if(Ci)var Ii=Ci;else
var pi=f(a,a),Ii=P(B,t(t(f(pi,pi),R),R));var pe=Ii||Xn(B,C(b,R))}else var pe=sn;var yi=pe&&Xn(B,C(b,M));if(yi){var Bi=f(a,a),qi=P(
t(t(f(Bi,Bi),M),M),D);if(!qi)return Xn(D,C(b,M));var Zi=qi}else var Zi=yi;return Zi}function _t(r,n,e){var u=e[1],i=st(r),v=_n(function(l,d){
return lt(r,l,d)},i,n,u);if(v){var c=e[2],o=st(r);return _n(function(l,d){return dt(r,l,d)},o,n,c)}return v}function fn(r){var n=r[5];
return t(t(r[1],r[2]),n)}function Ar(r){var n=qr(r[11],r[12]),e=qr(r[10],n),u=qr(r[9],e);return qr(r[8],u)}function Ti(r){var n=r[1],
e=Ar(n),u=qn(n);if(u){var i=j(a,r[2]);if(i){var v=A(dr(r[2],e),s);if(v){var c=r[3],o=_t(n,C(f(r[2],n[12]),e),c);if(o){var l=r[4],d=n[12],
_=r[2],k=_t(n,C(f(f(t(K(n[14],e),e),_),d),e),l);if(k){var p=r[5],m=Yn(r[4]),Z=Yn(r[3]),I=t(n[15],Z),B=On(C(t(n[6],n[5]),I),m,p);if(B){
var S=t(r[2],r[5]),q=A(r[6],S);if(q){var R=fn(n),M=t(n[12],R),J=L(s,C(r[6],M)),G=A(r[7],J);if(G){var D=fn(n),W=t(n[13],D),F=A(r[8],
W);if(F)var U=f(r[7],r[8]),H=A(r[9],U);else var H=F}else var H=G}else var H=q}else var H=B}else var H=k}else var H=o}else var H=v}else
var H=i}else var H=u;return H}function Ei(r){var n=r[1],e=Ar(n),u=r[2],i=qn(n);if(i){var v=j(a,u);if(v){var c=A(dr(u,e),s);if(c){var o=r[3],
l=n[12],d=C(f(f(t(K(n[14],e),e),u),l),e),_=o[1],k=nn(function(X,N){return lt(n,X,N)},d,_);if(k)var p=o[2],m=nn(function(X,N){return dt(
n,X,N)},d,p);else var m=k;if(m){var Z=f(Yn(r[3]),a),I=rn(t(u,t(n[6],n[5])),Z),B=A(r[4],I);if(B){var S=fn(n),q=t(n[12],S),R=L(s,C(r[4],
q)),M=A(r[5],R);if(M){var J=fn(n),G=t(n[13],J),D=A(r[6],G);if(D)var W=f(r[5],r[6]),F=A(r[7],W);else var F=D}else var F=M}else var F=B}else
var F=m}else var F=c}else var F=v}else var F=i;return F}function jt(r,n){var e=L(r[12],r[10]),u=L(r[11],e),i=L(r[9],u),v=L(r[8],i),
c=f(C(n,Ar(r)),v),o=Ar(r),l=Ar(r);return f(t(K(r[14],l),o),c)}function kt(r,n,e){var u=t(e,e),i=j(f(r,n),u);if(i){var v=C(C(t(e,e),
r),n),c=t(C(C(t(e,e),r),n),v),o=t(r,n),l=f(a,a);return j(t(f(l,l),o),c)}return i}function mt(r,n,e){var u=r[12],i=r[3],v=r[7],c=r[6],
o=f(a,a),l=f(o,o),d=f(l,l),_=t(t(t(f(d,d),c),v),i),k=r[5],p=r[6],m=f(a,a),Z=f(m,m),I=f(Z,Z),B=t(t(f(I,I),p),k),S=r[6],q=r[7],R=x(a),
M=t(t(t(t(x(x(f(R,R))),q),u),n),S),J=f(a,a),G=f(J,J),D=f(G,G),W=f(t(e,t(t(f(D,D),n),n)),M),F=t(B,B),U=rr(r[10],u),H=r[11],b=x(a),X=t(
t(t(t(t(x(x(f(b,b))),n),H),u),U),F),N=t(_,_),h=r[9],z=r[8],cr=x(a);return kt(t(t(t(t(t(x(x(f(cr,cr))),n),z),h),u),N),X,W)}function Ct(r){
var n=fn(r);return t(L(s,C(r[12],r[13])),n)}function Oi(r){var n=r[1],e=jt(n,r[2]),u=r[3],i=qn(n);if(i){var v=j(a,r[2]);if(v){var c=Ar(
n),o=A(dr(r[2],c),s);if(o){var l=j(s,u);if(l){var d=n[12],_=x(a),k=t(t(x(x(f(_,_))),d),e),p=n[9],m=n[8],Z=n[3],I=n[3],B=f(a,a),S=f(
B,B),q=f(S,S),R=f(q,q),M=f(R,R),J=f(M,M),G=f(J,J);if(P(t(t(t(t(f(G,G),I),Z),m),p),k))var D=A(u,s);else{var W=mt(n,e,f(u,n[15]));if(W)
var F=A(u,s),D=F||Dr(mt(n,e,C(f(u,n[15]),a)));else var D=W}if(D){var U=t(r[2],u),H=A(r[4],U);if(H)var b=Ct(n),X=L(s,C(r[4],b)),N=A(
r[5],X);else var N=H}else var N=D}else var N=l}else var N=o}else var N=v}else var N=i;return N}function pt(r,n,e,u){var i=r[12],v=Ar(
r),c=Ar(r),o=f(t(K(r[14],c),v),e),l=r[3],d=r[7],_=r[6],k=f(a,a),p=f(k,k),m=f(p,p),Z=t(t(t(t(f(m,m),e),_),d),l),I=r[5],B=r[6],S=f(a,
a),q=f(S,S),R=f(q,q),M=t(t(t(f(R,R),e),B),I),J=r[6],G=r[7],D=x(a),W=t(t(t(t(t(x(x(f(D,D))),G),i),n),e),J),F=f(a,a),U=f(F,F),H=f(U,
U),b=f(t(u,t(t(f(H,H),n),o)),W),X=t(M,M),N=rr(r[10],i),h=r[11],z=x(a),cr=t(t(t(t(t(x(x(f(z,z))),n),h),i),N),X),sr=t(Z,Z),Q=r[9],lr=r[8],
or=x(a);return kt(t(t(t(t(t(x(x(f(or,or))),n),lr),Q),i),sr),cr,b)}function Qi(r){var n=r[1],e=r[2],u=jt(n,e),i=r[3],v=qn(n);if(v){
var c=j(a,e);if(c){var o=A(dr(e,Ar(n)),s);if(o){var l=j(s,i);if(l){var d=n[12],_=x(a),k=t(t(x(x(f(_,_))),d),u),p=n[9],m=n[8],Z=n[3],
I=n[3],B=f(a,a),S=f(B,B),q=f(S,S),R=f(q,q),M=f(R,R),J=f(M,M),G=f(J,J);if(P(t(t(t(t(f(G,G),I),Z),m),p),k))var D=A(i,s);else{var W=pt(
n,u,e,i);if(W)var F=A(i,s),D=F||Dr(pt(n,u,e,C(i,a)));else var D=W}if(D)var U=L(s,C(i,Ct(n))),H=A(r[4],U);else var H=D}else var H=l}else
var H=o}else var H=c}else var H=v;return H}function It(r){return _r(function(n,e){return f(t(n[1],n[2]),e)},s,r)}function yt(r){var n=j(
a,r[1]);return n&&j(a,r[2])}function Li(r){var n=ur(yt,r[1]);if(n){var e=ur(yt,r[2]);if(e){var u=It(r[1]),i=A(r[3],u);if(i){var v=It(
r[2]),c=A(r[4],v);if(c)var o=f(r[3],r[4]),l=A(r[5],o);else var l=c}else var l=i}else var l=e}else var l=n;return l}var Bt=f(a,a),qt=f(
Bt,Bt),Zt=f(qt,qt),St=f(Zt,Zt),wt=f(St,St),At=f(wt,wt),Rt=f(At,At),Mt=f(Rt,Rt),Ht=f(Mt,Mt),Jt=f(Ht,Ht),xt=f(Jt,Jt),Ft=f(xt,xt),Pt=f(
Ft,Ft),Wt=f(Pt,Pt),Dt=f(Wt,Wt),Gt=f(Dt,Dt),Kt=f(Gt,Gt),Nt=f(Kt,Kt),Ut=f(Nt,Nt),Nr=f(Ut,Ut);function bt(r,n,e,u,i){var v=t(i,n);if(P(
t(t(u,e),e),v)){var c=t(n,i);return K(t(Nr,f(t(t(u,e),e),c)),e)}var o=t(i,u);if(P(t(t(n,r),r),o)){var l=t(u,i);return K(t(Nr,f(t(t(
n,r),r),l)),r)}var d=f(a,a);return bn(t(t(t(t(t(f(d,d),n),u),i),Nr),Nr))}function zt(r,n,e,u,i){var v=t(r,e),c=bt(r,n,e,u,dr(v,i)),
o=bt(r,n,e,u,i);return f(t(K(v,i),o),c)}function Tt(r,n,e){return f(rn(n,t(r,Nr)),e)}function Et(r,n,e){var u=j(a,e);if(u)var i=j(
r,t(e,n)),v=i&&P(t(C(e,a),n),r);else var v=u;return v}function $n(r,n){return n===1?r[3]:r[2]}function Ot(r,n){return 2<=n?r[3]:r[4]}
function Qt(r,n,e){if(2<=n)var i=s;else var u=$n(r,n),i=t(r[7],u);var v=t(i,Nr),c=n===1?r[5]:r[6],o=Ot(r,n),l=2<=n?r[5]:r[7],d=C(zt(
$n(r,n),l,o,c,e),v);switch(n){case 0:var _=r[3];break;case 1:var _=r[2];break;default:var _=r[4]}return t(t(r[1],_),d)}function Xi(r){
var n=r[1],e=r[2],u=r[3],i=Fr(n,n[7]),v=Gr(n);if(v){var c=2<=e?j(n[7],n[8]):1;if(c){switch(e){case 0:var o=n[5];break;case 1:var o=n[6];
break;default:var o=n[7]}var l=Et(t(K(n[9],i),i),o,u);if(l){var d=Ot(n,e),_=j(u,t($n(n,e),d));if(_){var k=P(s,Qt(n,e,u));if(k){if(2<=
e)var m=s;else var p=yr(n),m=t(n[8],p);var Z=Tt(a,Qt(n,e,u),m),I=A(r[4],Z)}else var I=k}else var I=_}else var I=l}else var I=c}else
var I=v;return I}function Lt(r,n){var e=xr(s,n);return _r(function(u,i){return f(E(r,u),i)},s,e)}function Zn(r,n){var e=xr(s,n);return _r(
function(u,i){return L(E(r,u),i)},s,e)}var Xt=f(a,a),Yt=f(Xt,Xt),$t=f(Yt,Yt),Vt=f($t,$t),gt=f(Vt,Vt),ht=f(gt,gt),ru=f(ht,ht),nu=f(
ru,ru),eu=f(nu,nu),tu=f(eu,eu),uu=f(tu,tu),Yi=f(uu,uu);function iu(r){var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(r[2],Yi);
if(u){var i=j(a,r[3]);if(i){var v=j(s,r[4]);if(v){var c=P(r[4],r[2]);if(c){var o=r[4],l=t(f(a,a),o),d=f(r[1],l);return j(r[2],d)}var _=c}else
var _=v}else var _=i}else var _=u}else var _=e}else var _=n;return _}function Ur(r){var n=r[3],e=r[3],u=r[2],i=r[4],v=t(f(a,a),i);
return K(f(C(f(r[1],v),u),e),n)}function fu(r,n){if(P(n,r[4])){var e=r[3],u=r[3];return K(C(f(C(r[4],n),u),a),e)}return s}function vu(r,n){
var e=C(f(r[1],r[4]),n),u=Ur(r);if(j(e,s))var v=s;else var i=r[3],v=K(C(f(e,r[3]),a),i);return rr(v,u)}function Vn(r,n){var e=fu(r,
n);return L(s,C(vu(r,n),e))}function br(r){return ln(r[2])}function Sn(r,n,e){var u=A(dr(e,r[3]),n),i=u&&P(s,Vn(r,e));return i}function gn(r,n){
var e=br(r);return Lt(function(u){return Sn(r,n,u)?a:s},e)}function hn(r,n){var e=br(r);return Zn(function(u){if(Sn(r,n,u)){var i=K(
u,r[3]);return f(vu(r,u),i)}return s},e)}function re(r,n){var e=Ur(r);return rr(gn(r,n),e)}function au(r){var n=br(r);return Zn(function(e){
return Vn(r,e)},n)}function vn(r){var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=iu(r[4]);if(i){var v=iu(
r[5]);if(v){var c=j(a,r[6]);if(c){var o=j(a,r[7]);if(o){var l=j(a,r[8]);if(l){var d=j(a,r[9]);if(d){var _=j(s,r[10]);if(_)return j(
a,r[11]);var k=_}else var k=d}else var k=l}else var k=o}else var k=c}else var k=v}else var k=i}else var k=u}else var k=e}else var k=n;
return k}function wn(r){var n=xr(s,br(r)),e=Ge(function(u){var i=P(u,r[3]),v=i&&P(s,gn(r,u));return v},n);return ir(function(u){var i=br(
r),v=Lt(function(p){return Sn(r,u,p)?Vn(r,p):s},i),c=gn(r,u),o=re(r,u),l=br(r),d=Zn(function(p){if(Sn(r,u,p)){var m=K(p,r[3]),Z=f(
fu(r,p),m);return C(hn(r,u),Z)}return s},l),_=C(hn(r,u),d),k=C(hn(r,u),_);return[0,rr(re(r,u),k),o,c,v]},e)}function An(r,n){return _r(
function(e,u){return f(E(r,e),u)},s,n)}function Qr(r,n){return _r(function(e,u){return L(E(r,e),u)},s,n)}function cu(r,n){if(n){var e=n[1];
return A(r,e)?n:P(e,r)?[0,r,n]:[0,e,cu(r,n[2])]}return[0,r,0]}function Rn(r){var n=0;return _r(function(e,u){return cu(e[1],u)},n,
r)}function ne(r,n){return n?A(r,n[1])?s:y(ne(r,n[2])):s}function Mn(r,n){var e=wn(r[4]),u=wn(r[5]),i=Rn(e),v=Rn(u);function c(B,S){
var q=B[1],R=ne(S[1],v),M=Jr(v);return ar(s,n,Zr(Sr(ne(q,i),M),R))}var o=au(r[5]),l=t(au(r[4]),o),d=An(function(B){return An(function(S){
var q=t(B[3],S[3]);return t(c(B,S),q)},u)},e),_=t(r[2],d),k=Qr(function(B){return Qr(function(S){var q=t(r[1],l);return t(c(B,S),q)},
u)},e),p=Qr(function(B){return Qr(function(S){var q=t(B[2],S[2]),R=t(r[3],q);return t(c(B,S),R)},u)},e),m=Qr(function(B){return Qr(
function(S){var q=t(B[1],S[1]),R=c(B,S);return t(t(c(B,S),R),q)},u)},e),Z=An(function(B){return An(function(S){var q=t(B[4],S[4]);
return t(c(B,S),q)},u)},e),I=r[3];return[0,t(t(t(r[1],r[2]),I),Z),m,p,k,_]}function Hn(r,n){var e=Jr(Rn(wn(r[5]))),u=Sr(Jr(Rn(wn(r[4]))),
e),i=dn(Jr(n),u);if(i){var v=ur(function(l){return j(s,l)},n);if(v)return hr(function(l){return P(s,l)},n);var c=v}else var c=i;return c}
function Jn(r){var n=P(s,r[2]);if(n){var e=P(s,r[3]);if(e)var u=P(s,r[4]),i=u&&P(s,r[5]);else var i=e}else var i=n;return i}function ee(r,n,e,u,i){
var v=t(e[2],i),c=t(e[2],u);return En(e[4],e[3],e[5],r[6],r[7],n,c,v)}function ou(r,n,e,u,i){var v=e[1];return _n(function(c,o){return ee(
r,n,e,c,o)},v,u,i)}function te(r,n){return qr(qr(r[6],r[7]),n)}function su(r,n,e,u,i,v){var c=te(r,n),o=j(a,v[1]);if(o){var l=A(dr(
v[1],c),s);if(l){var d=v[2],_=ou(r,n,e,C(f(v[1],n),c),d);if(_){var k=v[3],p=v[1],m=ou(r,n,e,C(f(f(t(K(r[10],c),c),p),n),c),k);if(m){
var Z=v[4],I=v[3],B=On(C(u,t(i,v[2])),I,Z);if(B)var S=t(v[1],v[4]),q=A(v[5],S);else var q=B}else var q=m}else var q=_}else var q=l}else
var q=o;return q}function Lr(r){var n=Ur(r[5]),e=Ur(r[4]);return t(t(t(r[1],r[3]),e),n)}function $i(r){var n=r[1],e=vn(n);if(e){var u=Hn(
n,r[2]);if(u){var i=Mn(n,r[2]),v=Jn(i);if(v){var c=su(n,n[8],i,i[1],n[11],r[3]);if(c){var o=Lr(n),l=t(n[8],o),d=L(s,C(r[3][5],l)),
_=A(r[4],d);if(_){var k=Lr(n),p=t(n[9],k),m=A(r[5],p);if(m)var Z=f(r[4],r[5]),I=A(r[6],Z);else var I=m}else var I=_}else var I=c}else
var I=v;var B=I}else var B=u}else var B=e;return B}function lu(r,n,e){var u=j(a,e);if(u)var i=j(r,t(e,n)),v=i&&P(t(C(e,a),n),r);else
var v=u;return v}function Vi(r){var n=r[1],e=vn(n);if(e){var u=Hn(n,r[2]);if(u){var i=Mn(n,r[2]),v=Jn(i);if(v){var c=lu(i[1],n[11],
r[4]);if(c)var o=r[3],l=r[4],d=su(n,rr(n[8],n[9]),i,l,a,o),_=d&&A(r[5],r[3][5]);else var _=c}else var _=v;var k=_}else var k=u}else
var k=e;return k}function gi(r){var n=r[1],e=vn(n);if(e){var u=Hn(n,r[2]);if(u){var i=Mn(n,r[2]),v=r[3],c=rr(n[8],n[9]),o=function(B){
return ee(n,c,i,v,B)},l=Jn(i);if(l){var d=lu(i[1],n[11],r[3]);if(d){var _=j(a,r[4]);if(_){var k=o(r[4]);if(k)return Dr(o(C(r[4],a)));
var p=k}else var p=_}else var p=d}else var p=l;var m=p}else var m=u}else var m=e;return m}function hi(r){var n=r[1],e=n[8],u=te(n,
e),i=r[3],v=r[4],c=vn(n);if(c){var o=Hn(n,r[2]);if(o){var l=Mn(n,r[2]),d=Jn(l);if(d){var _=j(a,i);if(_){var k=A(dr(i,u),s);if(k){var p=C(
f(f(t(K(n[10],u),u),i),e),u),m=nn(function(h,z){return ee(n,e,l,h,z)},p,v);if(m){var Z=f(v,a),I=rn(t(i,l[1]),Z),B=A(r[5],I);if(B){
var S=t(e,Lr(n)),q=L(s,C(r[5],S)),R=A(r[6],q);if(R){var M=Lr(n),J=t(n[9],M),G=A(r[7],J);if(G)var D=f(r[6],r[7]),W=A(r[8],D);else var W=G}else
var W=R}else var W=B}else var W=m}else var W=k}else var W=_}else var W=d;var F=W}else var F=o}else var F=c;return F}var du=f(a,a),
_u=f(du,du),ju=f(_u,_u),ku=f(ju,ju),mu=f(ku,ku),Cu=f(mu,mu),pu=f(Cu,Cu),Iu=f(pu,pu),yu=f(Iu,Iu),Bu=f(yu,yu),qu=f(Bu,Bu),Zu=f(qu,qu),
Su=f(Zu,Zu),wu=f(Su,Su),Au=f(wu,wu),Ru=f(Au,Au),Mu=f(Ru,Ru),Hu=f(Mu,Mu),Ju=f(Hu,Hu),xn=f(Ju,Ju),xu=x(f(a,a)),Fu=f(xu,xu),Pu=f(Fu,Fu),
Wu=f(Pu,Pu),zr=f(Wu,Wu),Du=f(a,a),Gu=f(Du,Du),Ku=f(Gu,Gu),nr=f(Ku,Ku),er=t(zr,nr);function mr(r,n){return ar(s,[0,r[4],[0,r[5],[0,
r[6],[0,r[7],0]]]],n)}function Fn(r){var n=f(a,a),e=[0,f(n,n),0],u=[0,x(a),e];return ar(s,[0,s,[0,f(a,a),u]],r)}function Ir(r,n){return ar(
s,r[8],n)}function ue(r,n){return ar(s,r[9],n)}function Pn(r){return Pe(Jr(r[8]))}function Nu(r){return Pe(Jr(r[9]))}function Uu(r,n,e,u){
if(We(n,e)){var i=$r(e,n);return ar(s,ar(0,ar(0,r[12],n),i),u)}var v=$r(n,e);return ar(s,ar(0,ar(0,r[12],e),v),u)}function ie(r,n){
function e(u){function i(v){var c=E(r,y(y(s))),o=E(r,y(s)),l=t(f(a,a),o);return f(C(E(r,s),l),c)}return vr(function(v){var c=E(r,s),
o=C(E(r,y(s)),c);return t(t(f(a,a),nr),o)},i,u)}return vr(function(u){var i=E(r,s);return t(t(nr,nr),i)},e,n)}function fe(r,n,e,u){
return ie(function(i){return ie(function(v){return ie(function(c){return zn(r,i,v,c)},u)},e)},n)}function ve(r,n){if(n){var e=n[2];
if(e){var u=e[2];if(u){if(u[2])return 0;var i=[0,E(r,u[1]),0],v=[0,e[1],i]}else var v=u;var c=v}else var c=e;var o=c}else var o=n;
return o}function bu(r){var n=f(a,a);return ve(function(e){return yn(n,e)},r)}function zu(r){var n=f(a,a);function e(u){return In(
n,u)}return ir(function(u){return ve(e,u)},r)}function Wn(r){var n=f(a,a);function e(i){return t(n,i)}function u(i){return ve(e,i)}
return ir(function(i){return ir(u,i)},r)}function ae(r,n){var e=[0,[0,[0,C(n,r),0],0],0];return[0,[0,[0,t(nr,r),0],0],e]}function ce(r,n){
var e=[0,[0,C(n,r),0],0];return[0,[0,[0,t(nr,r),0],e],0]}function Tu(r,n){var e=[0,C(n,r),0];return[0,[0,[0,t(nr,r),e],0],0]}function Rr(r){
return[0,[0,[0,r,0],0],0]}function Xr(r,n){return pr(r,g(Br(a),n))}function Eu(r,n,e,u,i,v){var c=g(er,Tu(i,v)),o=ce(e,u),l=Xr(tn(
ae(r,n),o),c);return pr(Rr(t(er,er)),l)}var Ou=x(a),Qu=t(gr(nr,f(Ou,Ou)),xn);function oe(r,n,e,u,i,v,c,o,l,d,_){var k=mr(r,l),p=C(
mr(r,y(l)),k),m=f(a,a),Z=[0,f(m,m),0],I=f(a,a),B=[0,f(I,I),Z],S=g(t(ar(s,[0,f(a,a),B],l),p),d),q=mr(r,y(y(s))),R=C(mr(r,y(y(y(s)))),
q),M=t(x(a),R),J=[0,C(mr(r,y(y(s))),M),0],G=mr(r,y(s)),D=C(mr(r,y(y(s))),G),W=t(f(a,a),D),F=[0,C(mr(r,y(s)),W),J],U=pr(Rr(t(ar(s,[
0,mr(r,s),F],l),_)),S),H=r[3],b=t(C(c,v),H),X=x(a),N=gr(nr,f(X,X)),h=C(c,v),z=g(t(t(t(r[2],h),er),N),d),cr=ce(u,i),sr=pr(ae(n,e),cr),
Q=x(a),lr=gr(nr,f(Q,Q)),or=tn(U,Xr(g(t(t(_,b),lr),sr),z)),Cr=x(a),fr=gr(nr,f(Cr,Cr)),Y=C(c,v),$=Rr(t(t(r[1],Y),fr)),T=Xr(g(er,Wn(o)),
$);return pr(tn(g(t(t(_,r[3]),er),d),T),or)}function Lu(r,n){var e=Tu(r,n);return g(f(a,a),e)}function se(r,n,e,u,i,v){var c=Eu(r,
n,e,u,i,v);return g(f(a,a),c)}function Xu(r,n,e,u,i,v,c,o,l,d){var _=f(a,a),k=f(_,_);return oe(r,n,e,u,i,v,c,o,l,Rr(Fn(d)),k)}function Yu(r,n,e,u,i,v,c,o){
var l=Rr(t(t(Fn(c),er),er)),d=se(r,n,e,u,i,v),_=f(a,a),k=[0,Xr(g(f(_,_),d),l),0],p=Rr(t(Fn(c),er)),m=Lu(i,v),Z=f(a,a),I=[0,Xr(g(f(
Z,Z),m),p),k],B=Rr(t(t(Fn(c),er),er)),S=se(r,n,e,u,i,v),q=f(a,a);return[0,nr,nr,nr,Xr(g(f(q,q),S),B),I,o]}function $u(r,n,e,u,i){var v=zn(
u,s,s,y(y(s))),c=t(t(f(a,a),v),i),o=f(zn(u,s,s,y(s)),c),l=t(t(r[3],er),o),d=x(a),_=gr(nr,f(d,d)),k=t(C(e,n),_),p=mr(r,s),m=t(r[2],
p);return j(t(f(t(r[3],r[1]),m),k),l)}function Dn(r,n){var e=mr(r,n),u=t(r[2],e);return f(t(r[3],r[1]),u)}function Vu(r,n){var e=r[5],
u=r[3],i=t(t(t(f(a,a),u),e),n);return j(t(Dn(r,y(y(y(s)))),zr),i)}function le(r){return ue(r,Nu(r))}function gu(r,n,e){var u=t(r[5],
r[5]),i=t(r[3],r[3]),v=f(a,a),c=f(v,v),o=f(c,c),l=t(t(t(f(o,o),i),u),n),d=Dn(r,e);return j(t(zr,t(Dn(r,e),d)),l)}var de=y(y(y(y(y(
y(y(y(y(y(y(y(s)))))))))))),rf=[0,y(y(s)),0],an=[0,s,[0,y(s),rf]];function _e(r,n,e,u,i,v,c){var o=Zr(Sr(y(y(s)),u),c),l=Zr(Sr(y(y(
s)),e),v);return Uu(r,Zr(Sr(y(y(s)),n),i),l,o)}function hu(r,n,e){function u(i){function v(c){var o=Ir(r,y(n));return t(f(a,a),o)}
return vr(function(c){var o=Ir(r,y(n));return f(Ir(r,n),o)},v,i)}return vr(function(i){var v=Ir(r,n);return t(f(a,a),v)},u,e)}function je(r,n,e,u,i,v,c){
var o=hu(r,e,v),l=t(xn,f(hu(r,n,i),o)),d=r[11],_=C(_e(r,n,e,u,i,v,c),d);return f(t(t(f(a,a),zr),_),l)}function ri(r){return ur(function(n){
return ur(function(e){return ur(O(r,n,e),an)},an)},an)}function ni(r,n,e,u){var i=Ir(r,n),v=Ir(r,y(n)),c=Ir(r,e),o=Ir(r,y(e)),l=ue(
r,u),d=ue(r,y(u));function _(Y,$,T){var tr=Zr(Sr(y(y(s)),u),T),V=Zr(Sr(y(y(s)),e),$);return Uu(r,Zr(Sr(y(y(s)),n),Y),V,tr)}var k=[
0,y(y(s)),0],p=[0,s,[0,y(s),k]],m=ir(function(Y){var $=[0,y(y(s)),0],T=[0,s,[0,y(s),$]];return ir(function(tr){var V=[0,y(y(s)),0],
Pr=[0,s,[0,y(s),V]];return ir(function(Mr){return fe(_,Y,tr,Mr)},Pr)},T)},p),Z=Wn(m),I=tn(ae(i,v),Z),B=g(C(o,c),I),S=zu(m),q=pr(g(
t(er,C(d,l)),S),B),R=[0,g(Br(a),q),0],M=Wn(m),J=tn(ce(c,o),M),G=g(C(v,i),J),D=bu(m),W=pr(g(t(er,C(d,l)),D),G),F=[0,g(Br(a),W),R],U=Rr(
t(Qu,C(o,c))),H=[0,pr(g(er,zu(m)),U),F],b=Rr(t(Qu,C(v,i))),X=[0,pr(g(er,bu(m)),b),H],N=[0,Wn(m),X],h=ur(function(Y){return un(de,0,
[0,nr,nr,nr,Eu(i,v,c,o,l,d),0,[0,Y,0]])},N);if(h){var z=[0,y(y(s)),0],cr=[0,s,[0,y(s),z]],sr=ur(function($){var T=[0,Xu(r,i,v,c,o,
l,d,m,$,y($)),0],tr=[0,oe(r,i,v,c,o,l,d,m,$,Lu(l,d),er),T],V=t(er,er),Pr=un(de,0,Yu(i,v,c,o,l,d,$,[0,oe(r,i,v,c,o,l,d,m,$,se(i,v,c,
o,l,d),V),tr]));if(Pr){var Mr=function(Hr){return un(de,0,Yu(i,v,c,o,l,d,$,[0,Xu(r,i,v,c,o,l,d,m,$,$),0]))};return vr(function(Hr){
return 1},Mr,$)}return Pr},cr);if(sr){var Q=P(s,f(i,c))?1:j(zr,l);if(Q)return 1;var lr=function(T,tr,V){return _e(r,n,e,u,T,tr,V)},
or=$u(r,l,d,function(T,tr,V){return fe(lr,T,tr,V)},s);if(or){var Cr=function(T,tr,V){return _e(r,n,e,u,T,tr,V)};return $u(r,l,d,function(T,tr,V){
return fe(Cr,T,tr,V)},nr)}var fr=or}else var fr=sr}else var fr=h;return fr}function ei(r){var n=Jr(r),e=We(y(y(s)),n);if(e){var u=A(
ar(s,r,s),s);if(u)for(var i=r;;){if(i){var v=i[2];if(v){var c=P(i[1],v[1]);if(c){var i=v;continue}return c}return 1}return 1}var o=u}else
var o=e;return o}function nf(r){var n=j(s,r[1]),e=0;if(n){var u=j(s,r[2]);if(u){var i=P(s,r[3]);if(i){var v=j(s,r[4]);if(v){var c=j(
r[4],r[5]);if(c){var o=j(r[5],r[6]);if(o){var l=j(r[6],r[7]);if(l){var d=t(f(a,a),xn),_=j(r[7],d);if(_){var k=f(r[4],r[7]),p=r[5],
m=j(t(f(a,a),p),k);if(m){var Z=r[7],I=t(x(a),Z),B=f(r[4],I),S=r[6],q=f(a,a),R=j(t(f(q,q),S),B);if(R){var M=r[6],J=t(f(a,a),M),G=r[5],
D=j(t(x(a),G),J);if(D){var W=r[7],F=r[5],U=j(t(f(a,a),F),W);if(U){var H=P(zr,le(r));if(H){var b=gu(r,C(le(r),zr),s);if(b){var X=y(
y(y(s))),N=x(f(a,a)),h=f(N,N),z=f(h,h),cr=f(z,z),sr=gu(r,C(le(r),cr),X);if(sr){var lr=Vu(r,Ir(r,Pn(r)));e=1}else var Q=sr}else var Q=b}else
var Q=H}else var Q=U}else var Q=D}else var Q=R}else var Q=m}else var Q=_}else var Q=l}else var Q=o}else var Q=c}else var Q=v}else var Q=i}else
var Q=u}else var Q=n;if(!e)var lr=Q;var or=lr&&ei(r[8]),Cr=or&&ei(r[9]);if(Cr){var fr=xr(s,Pn(r));return ur(function(Y){var $=xr(Y,
$r(Pn(r),Y));return ur(function(T){var tr=xr(s,Nu(r));return ur(function(V){var Pr=Pn(r),Mr=dn(y(T),Pr)?ur(function(Kn){return ur(
function(Wr){return j(s,je(r,Y,T,V,Kn,y(y(s)),Wr))},an)},an):1;if(Mr){var Hr=Ir(r,T);if(Vu(r,f(Ir(r,Y),Hr)))return ri(function(Wr,on,Yr){
return j(s,je(r,Y,T,V,Wr,on,Yr))})?1:ni(r,Y,T,V);var cn=ri(function(Wr,on,Yr){return j(je(r,Y,T,V,Wr,on,Yr),s)});if(cn)return ni(r,
Y,T,V);var Gn=cn}else var Gn=Mr;return Gn},tr)},$)},fr)}return Cr}function ti(r){return _r(function(n,e){return f(n[1],e)},s,r)}var ef=[
0,y(y(y(s))),0],tf=[0,y(y(s)),ef],ui=[0,s,[0,y(s),tf]];function uf(r){var n=r[1],e=r[4],u=r[3],i=r[2];function v(J,G){var D=[0,s,a],
W=_r(function(fr,Y){var $=t(fr[2][3],Y[2]),T=t(Y[1],fr[2][3]),tr=Y[2],V=Dn(fr[2],G);return[0,f(t(t(fr[1],V),tr),T),$]},D,e),F=t(u,
xn),U=yr(n),H=t(C(J,t(n[8],U)),F),b=_r(function(fr,Y){var $=mr(fr[2],G);return f(t(fr[1],$),Y)},s,e),X=yr(n),N=f(t(t(n[7],X),b),H);
if(P(N,s))return 1;var h=t(n[5],n[6]),z=n[4],cr=yr(n),sr=t(t(W[1],cr),z),Q=n[4],lr=yr(n),or=t(t(t(t(W[1],lr),Q),sr),h),Cr=t(N,W[2]);
return P(t(t(t(N,W[2]),Cr),i),or)}var c=Gr(n);if(c){var o=Fr(n,n[7]),l=t(K(n[9],o),o),d=n[7],_=f(K(C(f(l,n[7]),a),d),a),k=A(r[2],_);
if(k){var p=P(s,ti(e));if(p){var m=r[3],Z=A(ti(e),m);if(Z){var I=ur(function(F){return P(s,F[1])},e);if(I){var B=j(s,r[5]);if(B){if(A(
r[5],s))var q=1;else var S=C(r[5],a),q=ur(function(H){return v(S,H)},ui);if(q){var R=r[5];return Dr(ur(function(H){return v(R,H)},
ui))}var M=q}else var M=B}else var M=I}else var M=Z}else var M=p}else var M=k}else var M=c;return M}function ii(r,n){if(n){var e=n[2],
u=n[1];if(A(u[1],r[1])){var i=f(u[2],r[2]);return[0,[0,u[1],i],e]}return[0,u,ii(r,e)]}return[0,r,0]}function fi(r,n){return _r(function(e,u){
var i=E(r,e[1]);return f(t(e[2],i),u)},s,n)}var vi=f(a,a),ai=f(vi,vi),ci=f(ai,ai),oi=f(ci,ci),si=f(oi,oi),li=f(si,si);function ke(r){
var n=r[3],e=K(C(f(r[4],r[3]),a),n);return rr(Ur(r),e)}function me(r){var n=r[3],e=r[2],u=f(K(C(f(r[1],r[4]),e),n),a),i=rr(Ur(r),u);
return L(ke(r),i)}function di(r,n,e,u){var i=ln(e),v=xr(ln(n),i);return _r(function(c){var o=K(C(f(r[2],li),a),li),l=t(r[3],c),d=L(
s,C(r[4],l)),_=t(r[3],c),k=C(f(r[1],r[4]),_),p=C(rr(r[2],k),d),m=A(p,r[2])?p:L(a,t(K(p,o),o)),Z=[0,m,a];return function(I){return ii(
Z,I)}},u,v)}function _i(r){var n=ke(r),e=C(me(r),n),u=P(s,e),i=u&&[0,[0,r[2],e],0],v=me(r),c=C(Ur(r),v),o=di(r,me(r),c,i);return di(
r,s,ke(r),o)}function ji(r){var n=br(r);return L(a,Zn(function(e){return P(e,r[3])?re(r,e):s},n))}function Ce(r){var n=ji(r[5]);return t(
ji(r[4]),n)}function ff(r){var n=r[1],e=r[2],u=te(n,n[8]),i=vn(n);if(i){var v=_i(n[4]),c=_i(n[5]),o=Lr(n),l=t(n[8],o),d=t(t(Ce(n),
Nr),l),_=fi(function(G){return fi(function(D){var W=t(G,D),F=n[6],U=t(n[2],W),H=n[8],b=t(Ce(n),H);return zt(n[3],b,U,F,e)},c)},v),
k=C(t(n[1],_),d),p=n[7],m=Et(t(K(n[10],u),u),p,e);if(m){var Z=hr(function(D){return hr(function(W){var F=t(D[1],W[1]),U=t(n[2],F);
return j(e,t(n[3],U))},c)},v);if(Z){var I=P(s,k);if(I)var B=Lr(n),S=t(n[9],B),q=Tt(Ce(n),k,S),R=A(r[3],q);else var R=I}else var R=Z}else
var R=m;var M=R}else var M=i;return M}function vf(r,n,e,u,i,v,c,o,l,d){return[0,r,n,e,u,i,v,c,o,l,d]}function af(r,n,e,u,i,v,c){return[
0,r,n,e,u,i,v,c]}function cf(r,n,e,u,i){return[0,r,n,e,u,i]}function of(r,n,e,u){return[0,r,n,e,u]}function sf(r,n,e){return[0,r,n,
e]}function lf(r,n,e,u,i,v,c){return[0,r,n,e,u,i,v,c]}function df(r,n,e,u){return[0,r,n,e,u]}function _f(r,n,e,u,i,v,c,o,l,d,_,k,p,m,Z){
return[0,r,n,e,u,i,v,c,o,l,d,_,k,p,m,Z]}function jf(r,n){return[0,r,n]}function kf(r,n,e,u,i,v,c,o,l){return[0,r,n,e,u,i,v,c,o,l]}
function mf(r,n,e,u,i,v,c){return[0,r,n,e,u,i,v,c]}function Cf(r,n,e,u,i){return[0,r,n,e,u,i]}function pf(r,n,e,u){return[0,r,n,e,
u]}function If(r,n){return[0,r,n]}function yf(r,n,e,u,i){return[0,r,n,e,u,i]}function Bf(r,n,e,u){return[0,r,n,e,u]}function qf(r,n,e,u){
return[0,r,n,e,u]}function Zf(r,n,e,u,i,v,c,o,l,d,_){return[0,r,n,e,u,i,v,c,o,l,d,_]}function Sf(r,n,e,u){return[0,r,n,e,u]}function wf(r,n,e,u,i){
return[0,r,n,e,u,i]}function Af(r,n,e,u,i){return[0,r,n,e,u,i]}function Rf(r,n,e,u,i,v){return[0,r,n,e,u,i,v]}function Mf(r,n,e,u,i){
return[0,r,n,e,u,i]}function Hf(r,n,e,u){return[0,r,n,e,u]}function Jf(r,n,e,u,i,v,c,o){return[0,r,n,e,u,i,v,c,o]}function xf(r,n,e,u,i,v,c,o,l,d,_,k){
return[0,r,n,e,u,i,v,c,o,l,d,_,k]}function Ff(r,n){return[0,r,n]}function Pf(r,n,e,u,i){return[0,r,n,e,u,i]}function Wf(r,n,e){return[
0,r,n,e]}return w("check_product_segments",Ki),w("check_product_busiest",Ni),w("check_product_memory_independent",Ui),w("check_pro\
duct_steady",bi),w("check_product_busiest_steady",zi),w("check_chain_transients",Ti),w("check_chain_transients_steady",Ei),w("chec\
k_chain_births_weighted",Oi),w("check_chain_births_weighted_steady",Qi),w("check_compulsory",Li),w("check_product_whole_passes",Xi),
w("check_convolution",$i),w("check_convolution_busiest",Vi),w("check_convolution_memory_independent",gi),w("check_convolution_stea\
dy",hi),w("check_potential_table",nf),w("check_product_holding_cost",uf),w("check_convolution_whole_passes",ff),w("ProductInstance",
vf),w("CutCertificate",af),w("SegmentsCertificate",cf),w("BusiestCertificate",of),w("MemoryIndependentCertificate",sf),w("SteadyCe\
rtificate",lf),w("BusiestSteadyCertificate",df),w("ChainInstance",_f),w("ChainSegment",jf),w("ChainTransientsCertificate",kf),w("C\
hainSteadyCertificate",mf),w("ChainBirthsWeightedCertificate",Cf),w("ChainBirthsWeightedSteadyCertificate",pf),w("Array",If),w("Co\
mpulsoryCertificate",yf),w("WholePassesCertificate",Bf),w("ConvAxis",qf),w("ConvInstance",Zf),w("TapResidue",Sf),w("Figures",wf),w(
"ConvCut",Af),w("ConvolutionCertificate",Rf),w("ConvolutionBusiestCertificate",Mf),w("ConvolutionMemoryIndependentCertificate",Hf),
w("ConvolutionSteadyCertificate",Jf),w("PotentialTable",xf),w("PotentialShare",Ff),w("HoldingCostCertificate",Pf),w("ConvWholePass\
esCertificate",Wf),w("Real",0),w("OverWhole",1),w("ResidentA",0),w("ResidentB",1),w("ResidentC",2),w("AlongX",0),w("Z.add",f),w("Z\
.sub",C),w("Z.opp",Br),w("Z.mul",t),w("Z.div",K),w("Z.modulo",dr),w("Z.sqrt",bn),w("Z.gcd",qr),w("Z.ltb",P),w("Z.leb",j),w("Z.eqb",
A),w("Z.min",rr),w("Z.max",L),w("Z.to_nat",ln),w("Nat.add",f),w("Nat.mul",t),w("nil",0),w("cons",function(r,n){return[0,r,n]}),Si}export{Df as checkers};
