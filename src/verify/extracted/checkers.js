// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function Gf(Kn){"use strict";var wi={},jr=248;function Tr(r,n){if(r.fun)return Tr(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var u=n.length|0,i=e-u|0;return i==0?r.apply(null,n):i<0?Tr(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var v=arguments.length==0?1:arguments.length,o=new Array(n.length+v),c=0;c<n.length;c++)o[c]=n[c];for(var c=0;c<
arguments.length;c++)o[n.length+c]=arguments[c];return Tr(r,o)}}function Ai(){return 0}var Ie=[0];function kr(r,n,e){e&&Kn.toplevelReloc&&
(r=Kn.toplevelReloc(e)),Ie[r+1]=n,e&&(Ie[e]=n)}function Ri(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function Mi(r,n){return{joo_tramp:r,joo_args:n}}function f(r,n){return r+n}function K(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function A(r,n){return r===n?1:0}function Nn(r){return BigInt(r)}function P(r,n){
return r<n?1:0}function t(r,n){return r*n}function w(r,n){return Kn.provided[r]=n,0}function Un(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var u=(e+
r/e)/BigInt(2);if(u>=e)break;e=u}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function C(r,n){
return r-n}var ye="Assert_failure",Be="Division_by_zero",qe="End_of_file",Ze="Failure",Se="Invalid_argument",we="Match_failure",Ae="\
Not_found",Re="Out_of_memory",Me="Stack_overflow",He="Sys_blocked_io",Je="Sys_error",xe="Undefined_recursive_module";function T(r,n){
return r.length==1?r(n):Tr(r,[n])}function O(r,n,e){return r.length==2?r(n,e):Tr(r,[n,e])}function bn(r,n,e,u){return r.length==3?
r(n,e,u):Tr(r,[n,e,u])}Ai(),kr(11,[jr,xe,-12],xe),kr(10,[jr,ye,-11],ye),kr(9,[jr,He,-10],He),kr(8,[jr,Me,-9],Me),kr(7,[jr,we,-8],we),
kr(6,[jr,Ae,-7],Ae),kr(5,[jr,Be,-6],Be),kr(4,[jr,qe,-5],qe),kr(3,[jr,Se,-4],Se),kr(2,[jr,Ze,-3],Ze),kr(1,[jr,Je,-2],Je),kr(0,[jr,Re,
-1],Re);var s=Nn(0),a=Nn(1);function y(r){return f(r,a)}function x(r){return y(f(r,r))}function Br(r){return C(s,r)}function Fe(r,n,e,u){
return A(u,s)?T(r,0):P(s,u)?T(n,u):T(e,Br(u))}function vr(r,n,e){return A(e,s)?T(r,0):T(n,C(e,a))}function j(r,n){return 1-P(n,r)}
function rr(r,n){return P(n,r)?n:r}function L(r,n){return P(r,n)?n:r}function sn(r){return L(r,s)}function dr(r,n){return C(r,t(n,
K(r,n)))}function qr(r,n){for(var e=r,u=n;;){if(A(u,s))return L(e,Br(e));var i=dr(e,u),e=u,u=i}}function Dr(r){return r?0:1}function Pe(r){
function n(e){return e}return vr(function(e){return r},n,r)}function Zr(r,n){function e(u){return y(Zr(u,n))}return vr(function(u){
return n},e,r)}function Sr(r,n){function e(u){return Zr(n,Sr(u,n))}return vr(function(u){return s},e,r)}function $r(r,n){function e(u){
function i(v){return $r(u,v)}return vr(function(v){return r},i,n)}return vr(function(u){return r},e,r)}function zn(r,n,e,u){var i=K(
u,Nn(2));if(A(u,a))return T(n,e);if(A(f(i,i),u)){var v=Vr(n,e,i);return r<50?zn(r+1|0,n,v,i):Mi(zn,[0,n,v,i])}return T(n,Vr(n,Vr(n,
e,i),i))}function Vr(r,n,e){return Ri(zn(0,r,n,e))}function gr(r,n){function e(i){return s}function u(i){return Vr(function(v){return t(
r,v)},a,i)}return Fe(function(i){return a},u,e,n)}function ln(r,n){function e(u){function i(v){return ln(u,v)}return vr(function(v){
return 0},i,n)}return vr(function(u){function i(v){return 0}return vr(function(v){return 1},i,n)},e,r)}function We(r,n){return ln(
$r(r,n),s)}function Jr(r){return r?y(Jr(r[2])):s}function De(r,n){if(r){var e=De(r[2],n);return[0,r[1],e]}return n}function ar(r,n,e){
if(n){var u=n[2],i=n[1],v=function(o){return ar(r,u,o)};return vr(function(o){return i},v,e)}return r}function Ge(r,n){for(var e=n;;){
if(e){var u=e[2],i=e[1];if(T(r,i))return[0,i,Ge(r,u)];var e=u;continue}return e}}function Tn(r,n){for(var e=n;;){if(e){var u=T(r,e[1]);
if(!u){var e=e[2];continue}var i=u}else var i=e;return i}}function ur(r,n){for(var e=n;;){if(e){var u=T(r,e[1]);if(u){var e=e[2];continue}
return u}return 1}}function ir(r,n){if(n)var e=ir(r,n[2]),u=[0,T(r,n[1]),e];else var u=n;return u}function xr(r,n){function e(u){return[
0,r,xr(y(r),u)]}return vr(function(u){return 0},e,n)}function _r(r,n,e){if(e){var u=_r(r,n,e[2]);return O(r,e[1],u)}return n}function Ke(r){
return _r(De,0,r)}function Er(r,n,e,u,i){if(j(t(t(r,r),r),u)){var v=t(t(i,i),i),o=x(a);return j(t(x(x(f(o,o))),u),v)}if(j(t(t(r,n),
n),u)){var c=j(r,i);if(c){var l=C(i,r),d=t(t(r,C(i,r)),l),_=f(a,a);return j(t(f(_,_),u),d)}return c}if(j(t(t(r,n),e),u)){var k=C(C(
i,r),n);return j(u,t(t(r,n),k))}return j(f(f(r,n),e),i)}function En(r,n,e,u,i,v,o,c){var l=t(t(r,n),e),d=t(c,l),_=t(t(l,l),l),k=t(
t(t(t(t(u,i),v),o),o),_),p=t(t(t(v,o),r),n),m=t(t(t(i,o),n),e),Z=t(t(t(u,o),r),e);return j(m,Z)?j(p,m)?Er(Z,m,p,k,d):j(p,Z)?Er(Z,p,
m,k,d):Er(p,Z,m,k,d):j(p,Z)?Er(m,Z,p,k,d):j(p,m)?Er(m,p,Z,k,d):Er(p,m,Z,k,d)}function Ne(r,n){function e(i){return s}function u(i){
var v=[0,a,s];return Vr(function(o){var c=T(r,o[1]),l=L(o[2],c);return[0,f(o[1],a),l]},v,i)[2]}return Fe(function(i){return s},u,e,
n)}function On(r,n,e){if(!j(r,s)&&!A(n,s)){var u=j(r,t(e,n)),i=u&&P(t(C(e,a),n),r);return i}return A(e,s)}function hr(r,n){return K(
C(f(r,n),a),n)}function rn(r,n,e){var u=j(s,e);if(u){var i=A(e,s),v=i||O(r,e,n);if(v)return Dr(O(r,f(e,a),n));var o=v}else var o=u;
return o}function dn(r,n,e,u){var i=j(s,u);if(i){var v=j(u,n);if(v){var o=A(u,s);if(o)var l=o;else var c=P(s,e),l=c&&O(r,u,e);if(l){
var d=P(u,n);if(d)var _=P(s,e),k=_&&O(r,f(u,a),e);else var k=d;return Dr(k)}var p=l}else var p=v}else var p=i;return p}function Gr(r){
var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=j(a,r[4]);if(i){var v=j(a,r[5]);if(v){var o=j(a,r[6]);if(o){
var c=j(a,r[7]);if(c){var l=j(a,r[8]);if(l){var d=j(s,r[9]);if(d)return j(a,r[10]);var _=d}else var _=l}else var _=c}else var _=o}else
var _=v}else var _=i}else var _=u}else var _=e}else var _=n;return _}function Or(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}
function yr(r){var n=r[3];return t(t(r[1],r[2]),n)}var Ue=f(a,a),be=x(x(x(f(Ue,Ue)))),ze=f(be,be),Te=f(ze,ze),Ee=x(f(Te,Te)),Oe=f(
Ee,Ee),Qe=f(Oe,Oe),Le=f(Qe,Qe),Xe=f(Le,Le),Hi=f(Xe,Xe);function nn(r,n,e,u){return En(r[2],r[3],r[4],r[5],r[6],n,e,u)}function Ye(r,n,e,u,i){
var v=r[6],o=t(t(f(a,a),v),n),c=j(K(t(e,e),o),Hi),l=c&&1;if(i)var d=l&&1,_=d;else var _=l?0:1;if(_){if(i){if(j(e,s))var q=s;else var k=r[4],
p=t(t(r[1],r[2]),k),m=r[3],Z=t(t(r[1],r[4]),m),I=r[6],B=K(C(C(e,r[5]),I),n),S=rr(yr(r),B),q=Ne(function(M){var J=r[6],G=t(n,M),D=rr(
Z,K(C(C(e,r[5]),G),J));return Ne(function(W){var F=r[5],U=t(n,M),H=rr(p,K(C(C(e,t(r[6],W)),U),F)),b=t(r[4],M),X=rr(t(r[2],W),b),N=t(
r[3],H);return rr(rr(Un(t(t(H,W),M)),N),X)},D)},S);return A(u,q)}var R=Or(r);return dn(function(M,J){return nn(r,n,M,J)},R,e,u)}return _}
function Fr(r,n){return qr(qr(r[5],r[6]),n)}function $e(r,n,e,u,i){var v=Fr(r,n),o=j(a,i[1]);if(o){var c=A(dr(i[1],v),s);if(c){var l=i[3],
d=i[4],_=Ye(r,n,C(f(i[1],n),v),d,l);if(_){var k=i[2],p=i[5],m=i[1],Z=Ye(r,n,C(f(f(t(K(r[9],v),v),m),n),v),p,k);if(Z){var I=i[6],B=i[5],
S=On(C(e,t(u,i[4])),B,I);if(S)var q=t(i[1],i[6]),R=A(i[7],q);else var R=S}else var R=Z}else var R=_}else var R=c}else var R=o;return R}
function Kr(r,n,e){if(n){if(e){var u=Kr(r,n[2],e[2]);return[0,O(r,n[1],e[1]),u]}return n}return e}function _n(r,n,e){return ir(T(r,
n),e)}function jn(r,n,e,u,i){if(u){var v=[0,e,jn(r,n,e,u[2],i)];return Kr(r,ir(T(n,u[1]),i),v)}return u}function kn(r,n,e,u,i){if(i){
var v=kn(r,n,e,u,i[2]),o=Kr(r,_n(n,u,v),[0,e,v]);return Kr(r,[0,i[1],0],o)}return i}function Qn(r,n,e,u){if(u){var i=u[2];if(i){var v=i[2],
o=i[1],c=u[1];if(v){var l=v[2],d=v[1];if(l){if(l[2])return u;var _=O(n,e,o),k=O(n,t(e,e),d),p=l[1],m=[0,O(r,c,O(r,_,O(r,k,O(n,t(t(
e,e),e),p)))),0],Z=O(r,O(n,f(a,a),_),k),I=[0,O(r,O(n,x(a),c),Z),m];return[0,c,[0,O(r,O(n,x(a),c),_),I]]}var B=O(n,e,o),S=[0,O(r,c,
O(r,B,O(n,t(e,e),d))),0];return[0,c,[0,O(r,O(n,f(a,a),c),B),S]]}return[0,c,[0,O(r,c,O(n,e,o)),0]]}return u}return u}var Ji=f;function mn(r,n){
return Kr(Ji,r,n)}function Cn(r,n){return Kr(mn,r,n)}function pr(r,n){return Kr(Cn,r,n)}var xi=t;function pn(r,n){return _n(xi,r,n)}
function In(r,n){return _n(pn,r,n)}function g(r,n){return _n(In,r,n)}var Fi=t,Pi=f;function Wi(r,n){return jn(Pi,Fi,s,r,n)}var Di=0;
function Gi(r,n){return jn(mn,Wi,Di,r,n)}var Ki=0;function en(r,n){return jn(Cn,Gi,Ki,r,n)}function Ve(r){return ur(function(n){return j(
s,n)},r)}function yn(r,n){var e=r[3],u=r[2],i=Qn(Cn,In,r[1],n);return Ke(ir(function(v){var o=Qn(mn,pn,u,v);return Ke(ir(function(c){
return Qn(f,t,e,c)},o))},i))}var ge=f(a,a),he=f(ge,ge),rt=f(he,he),nt=f(rt,rt),et=f(nt,nt),tt=f(et,et),ut=f(tt,tt),it=f(ut,ut),ft=f(
it,it),vt=f(ft,ft);function Ln(r,n,e,u,i){var v=ir(r,i[6]),o=ir(r,i[5]);return[0,n,e,u,T(r,i[4]),o,v]}function wr(r){return K(r,f(
a,a))}function at(r){switch(r){case 0:return 1;case 1:return 2;default:return 0}}function ot(r,n){for(var e=n;;){if(e){if(T(r,e[1]))
return 1;var e=e[2];continue}return e}}function tn(r,n,e){var u=e[6];if(ot(function(o){var c=yn(e,o);if(Ve(c))return 1;for(var l=e[4],
d=c,_=yn(e,pr(g(s,o),l)),k=s;;){if(d&&_){var p=_[1];if(P(p,s))var m=Br(p),Z=L(k,Br(K(t(d[1],vt),m)));else var Z=k;var d=d[2],_=_[2],
k=Z;continue}var I=P(s,k);if(I){var B=e[4],S=g(Br(k),B);return Ve(yn(e,pr(g(vt,o),S)))}return I}},u))return 1;var i=e[5];if(ot(function(o){
var c=yn(e,o);return ur(function(l){return j(l,s)},c)},i))return 1;function v(o){var c=e[6],l=e[5],d=e[4],_=e[3],k=e[2],p=e[1];switch(n){case 0:
var m=[0,wr(p),k,_,d,l,c];break;case 1:var m=[0,p,wr(k),_,d,l,c];break;default:var m=[0,p,k,wr(_),d,l,c]}var Z=tn(o,at(n),m);if(Z){
var I=e[3],B=e[2],S=e[1];switch(n){case 0:var q=C(S,wr(S)),R=wr(S),M=0,h=Ln(function(z){return kn(Cn,In,M,R,z)},q,B,I,e);break;case 1:
var J=C(B,wr(B)),G=wr(B),D=0,W=function(z){return kn(mn,pn,D,G,z)},h=Ln(function(z){return ir(W,z)},S,J,I,e);break;default:var F=C(
I,wr(I)),U=wr(I),H=t,b=f,X=function(z){return kn(b,H,s,U,z)},N=function(z){return ir(X,z)},h=Ln(function(z){return ir(N,z)},S,B,F,
e)}return tn(o,at(n),h)}return Z}return vr(function(o){return 0},v,r)}function Ni(r){var n=r[1],e=Gr(n);if(e){var u=r[2],i=n[10],v=Or(
n),o=$e(n,n[7],v,i,u);if(o){var c=yr(n),l=t(n[7],c),d=L(s,C(r[2][7],l)),_=A(r[3],d);if(_){var k=yr(n),p=t(n[8],k),m=A(r[4],p);if(m)
var Z=f(r[3],r[4]),I=A(r[5],Z);else var I=m}else var I=_}else var I=o}else var I=e;return I}function ct(r,n){var e=j(a,n);if(e){var u=t(
n,r[10]),i=j(Or(r),u);if(i)var v=Or(r),o=r[10],c=P(t(C(n,a),o),v);else var c=i}else var c=e;return c}function Ui(r){var n=r[1],e=Gr(
n);if(e){var u=ct(n,r[3]);if(u)var i=r[2],v=r[3],o=$e(n,rr(n[7],n[8]),v,a,i),c=o&&A(r[4],r[2][7]);else var c=u}else var c=e;return c}
function bi(r){var n=r[1],e=rr(n[7],n[8]),u=Gr(n);if(u){var i=ct(n,r[2]);if(i){var v=j(a,r[3]);if(v){var o=nn(n,e,r[2],r[3]);if(o){
var c=C(r[3],a);return Dr(nn(n,e,r[2],c))}var l=o}else var l=v}else var l=i}else var l=u;return l}function st(r,n,e){var u=Fr(r,n),
i=Fr(r,n),v=Fr(r,n);return C(f(f(t(K(r[9],v),i),e),n),u)}function zi(r){var n=r[1],e=n[7],u=st(n,e,r[2]),i=r[3],v=Gr(n);if(v){var o=j(
a,r[2]);if(o){var c=Fr(n,e),l=A(dr(r[2],c),s);if(l){var d=rn(function(F,U){return nn(n,e,F,U)},u,i);if(d){var _=f(i,a),k=Or(n),p=hr(
t(r[2],k),_),m=A(r[4],p);if(m){var Z=t(e,yr(n)),I=L(s,C(r[4],Z)),B=A(r[5],I);if(B){var S=yr(n),q=t(n[8],S),R=A(r[6],q);if(R)var M=f(
r[5],r[6]),J=A(r[7],M);else var J=R}else var J=B}else var J=m}else var J=d}else var J=l}else var J=o}else var J=v;return J}function Ti(r){
var n=r[1],e=rr(n[7],n[8]),u=r[3],i=r[2],v=Gr(n);if(v){var o=j(a,i);if(o){var c=A(dr(i,Fr(n,e)),s);if(c){var l=st(n,e,i),d=rn(function(S,q){
return nn(n,e,S,q)},l,u);if(d)var _=f(u,a),k=t(n[10],_),p=hr(t(i,Or(n)),k),m=A(r[4],p);else var m=d}else var m=c}else var m=o}else
var m=v;return m}function Xn(r,n){var e=j(s,n);return e&&j(r,t(n,n))}function Bn(r){var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(
a,r[3]);if(u){var i=j(a,r[4]);if(i){var v=j(a,r[5]);if(v){var o=j(a,r[6]);if(o){var c=j(a,r[7]);if(c){var l=j(a,r[8]);if(l){var d=j(
a,r[9]);if(d){var _=j(a,r[10]);if(_){var k=j(a,r[11]);if(k){var p=j(a,r[12]);if(p){var m=j(a,r[13]);if(m){var Z=j(s,r[14]);if(Z){var I=j(
a,r[15]);if(I){var B=r[4],S=t(t(r[1],r[2]),B);return j(r[6],S)}var q=I}else var q=Z}else var q=m}else var q=p}else var q=k}else var q=_}else
var q=d}else var q=l}else var q=c}else var q=o}else var q=v}else var q=i}else var q=u}else var q=e}else var q=n;return q}function Yn(r){
return L(r[1],r[2])}function lt(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function dt(r,n,e){return En(r[2],r[5],r[4],r[10],
r[11],r[12],n,e)}function _t(r,n,e){var u=r[12],i=r[11],v=r[9],o=r[8],c=r[7],l=r[3],d=r[3],_=f(a,a),k=t(t(t(t(t(f(_,_),d),l),c),o),
v),p=r[4],m=r[5],Z=r[2],I=t(t(Z,m),p),B=t(t(t(t(k,n),I),Z),p),S=t(t(t(i,n),m),p),q=t(t(t(u,n),Z),m);if(j(q,S))var R=t(t(t(u,I),Z),
m),M=q,J=S;else var R=t(t(t(i,I),m),p),M=S,J=q;var G=t(e,I),D=t(t(t(k,t(I,I)),Z),p),W=t(I,I),F=t(t(t(t(i,u),n),m),W),U=t(t(t(I,I),
I),I),H=t(t(t(t(t(k,i),u),n),n),U),b=C(G,J),X=f(a,a),N=t(f(X,X),F),h=C(C(t(G,G),B),N),z=t(t(t(G,G),G),G),or=f(a,a),sr=f(or,or),Q=f(
sr,sr),lr=f(Q,Q),cr=f(lr,lr),Cr=j(t(f(cr,cr),H),z);if(Cr){var fr=t(t(t(J,J),J),J),Y=f(a,a),$=P(t(f(Y,Y),fr),H);if($)var Hr=$;else{
var E=j(s,b);if(E)var tr=t(t(b,b),b),V=f(a,a),Pr=t(t(f(V,V),J),tr),Mr=x(a),Hr=j(t(x(x(f(Mr,Mr))),H),Pr);else var Hr=E}}else var Hr=Cr;
if(Hr){var an=f(a,a),Dn=t(f(an,an),H),Gn=P(t(B,B),Dn);if(Gn)var cn=Gn;else{var Wr=j(s,h);if(Wr)var on=t(h,h),Yr=f(a,a),mi=f(Yr,Yr),
Ci=f(mi,mi),cn=j(t(t(f(Ci,Ci),B),F),on);else var cn=Wr}}else var cn=Hr;if(cn){var pi=P(J,R);if(pi)var yi=pi;else var Ii=f(a,a),yi=P(
B,t(t(f(Ii,Ii),R),R));var pe=yi||Xn(B,C(b,R))}else var pe=cn;var Bi=pe&&Xn(B,C(b,M));if(Bi){var qi=f(a,a),Zi=P(t(t(f(qi,qi),M),M),
D);if(!Zi)return Xn(D,C(b,M));var Si=Zi}else var Si=Bi;return Si}function jt(r,n,e){var u=e[1],i=lt(r),v=dn(function(l,d){return dt(
r,l,d)},i,n,u);if(v){var o=e[2],c=lt(r);return dn(function(l,d){return _t(r,l,d)},c,n,o)}return v}function un(r){var n=r[5];return t(
t(r[1],r[2]),n)}function Ar(r){var n=qr(r[11],r[12]),e=qr(r[10],n),u=qr(r[9],e);return qr(r[8],u)}function Ei(r){var n=r[1],e=Ar(n),
u=Bn(n);if(u){var i=j(a,r[2]);if(i){var v=A(dr(r[2],e),s);if(v){var o=r[3],c=jt(n,C(f(r[2],n[12]),e),o);if(c){var l=r[4],d=n[12],_=r[2],
k=jt(n,C(f(f(t(K(n[14],e),e),_),d),e),l);if(k){var p=r[5],m=Yn(r[4]),Z=Yn(r[3]),I=t(n[15],Z),B=On(C(t(n[6],n[5]),I),m,p);if(B){var S=t(
r[2],r[5]),q=A(r[6],S);if(q){var R=un(n),M=t(n[12],R),J=L(s,C(r[6],M)),G=A(r[7],J);if(G){var D=un(n),W=t(n[13],D),F=A(r[8],W);if(F)
var U=f(r[7],r[8]),H=A(r[9],U);else var H=F}else var H=G}else var H=q}else var H=B}else var H=k}else var H=c}else var H=v}else var H=i}else
var H=u;return H}function Oi(r){var n=r[1],e=Ar(n),u=r[2],i=Bn(n);if(i){var v=j(a,u);if(v){var o=A(dr(u,e),s);if(o){var c=r[3],l=n[12],
d=C(f(f(t(K(n[14],e),e),u),l),e),_=c[1],k=rn(function(X,N){return dt(n,X,N)},d,_);if(k)var p=c[2],m=rn(function(X,N){return _t(n,X,
N)},d,p);else var m=k;if(m){var Z=f(Yn(r[3]),a),I=hr(t(u,t(n[6],n[5])),Z),B=A(r[4],I);if(B){var S=un(n),q=t(n[12],S),R=L(s,C(r[4],
q)),M=A(r[5],R);if(M){var J=un(n),G=t(n[13],J),D=A(r[6],G);if(D)var W=f(r[5],r[6]),F=A(r[7],W);else var F=D}else var F=M}else var F=B}else
var F=m}else var F=o}else var F=v}else var F=i;return F}function kt(r,n){var e=L(r[12],r[10]),u=L(r[11],e),i=L(r[9],u),v=L(r[8],i),
o=f(C(n,Ar(r)),v),c=Ar(r),l=Ar(r);return f(t(K(r[14],l),c),o)}function mt(r,n,e){var u=t(e,e),i=j(f(r,n),u);if(i){var v=C(C(t(e,e),
r),n),o=t(C(C(t(e,e),r),n),v),c=t(r,n),l=f(a,a);return j(t(f(l,l),c),o)}return i}function Ct(r,n,e){var u=r[12],i=r[3],v=r[7],o=r[6],
c=f(a,a),l=f(c,c),d=f(l,l),_=t(t(t(f(d,d),o),v),i),k=r[5],p=r[6],m=f(a,a),Z=f(m,m),I=f(Z,Z),B=t(t(f(I,I),p),k),S=r[6],q=r[7],R=x(a),
M=t(t(t(t(x(x(f(R,R))),q),u),n),S),J=f(a,a),G=f(J,J),D=f(G,G),W=f(t(e,t(t(f(D,D),n),n)),M),F=t(B,B),U=rr(r[10],u),H=r[11],b=x(a),X=t(
t(t(t(t(x(x(f(b,b))),n),H),u),U),F),N=t(_,_),h=r[9],z=r[8],or=x(a);return mt(t(t(t(t(t(x(x(f(or,or))),n),z),h),u),N),X,W)}function pt(r){
var n=un(r);return t(L(s,C(r[12],r[13])),n)}function Qi(r){var n=r[1],e=kt(n,r[2]),u=r[3],i=Bn(n);if(i){var v=j(a,r[2]);if(v){var o=Ar(
n),c=A(dr(r[2],o),s);if(c){var l=j(s,u);if(l){var d=n[12],_=x(a),k=t(t(x(x(f(_,_))),d),e),p=n[9],m=n[8],Z=n[3],I=n[3],B=f(a,a),S=f(
B,B),q=f(S,S),R=f(q,q),M=f(R,R),J=f(M,M),G=f(J,J);if(P(t(t(t(t(f(G,G),I),Z),m),p),k))var D=A(u,s);else{var W=Ct(n,e,f(u,n[15]));if(W)
var F=A(u,s),D=F||Dr(Ct(n,e,C(f(u,n[15]),a)));else var D=W}if(D){var U=t(r[2],u),H=A(r[4],U);if(H)var b=pt(n),X=L(s,C(r[4],b)),N=A(
r[5],X);else var N=H}else var N=D}else var N=l}else var N=c}else var N=v}else var N=i;return N}function It(r,n,e,u){var i=r[12],v=Ar(
r),o=Ar(r),c=f(t(K(r[14],o),v),e),l=r[3],d=r[7],_=r[6],k=f(a,a),p=f(k,k),m=f(p,p),Z=t(t(t(t(f(m,m),e),_),d),l),I=r[5],B=r[6],S=f(a,
a),q=f(S,S),R=f(q,q),M=t(t(t(f(R,R),e),B),I),J=r[6],G=r[7],D=x(a),W=t(t(t(t(t(x(x(f(D,D))),G),i),n),e),J),F=f(a,a),U=f(F,F),H=f(U,
U),b=f(t(u,t(t(f(H,H),n),c)),W),X=t(M,M),N=rr(r[10],i),h=r[11],z=x(a),or=t(t(t(t(t(x(x(f(z,z))),n),h),i),N),X),sr=t(Z,Z),Q=r[9],lr=r[8],
cr=x(a);return mt(t(t(t(t(t(x(x(f(cr,cr))),n),lr),Q),i),sr),or,b)}function Li(r){var n=r[1],e=r[2],u=kt(n,e),i=r[3],v=Bn(n);if(v){
var o=j(a,e);if(o){var c=A(dr(e,Ar(n)),s);if(c){var l=j(s,i);if(l){var d=n[12],_=x(a),k=t(t(x(x(f(_,_))),d),u),p=n[9],m=n[8],Z=n[3],
I=n[3],B=f(a,a),S=f(B,B),q=f(S,S),R=f(q,q),M=f(R,R),J=f(M,M),G=f(J,J);if(P(t(t(t(t(f(G,G),I),Z),m),p),k))var D=A(i,s);else{var W=It(
n,u,e,i);if(W)var F=A(i,s),D=F||Dr(It(n,u,e,C(i,a)));else var D=W}if(D)var U=L(s,C(i,pt(n))),H=A(r[4],U);else var H=D}else var H=l}else
var H=c}else var H=o}else var H=v;return H}function yt(r){return _r(function(n,e){return f(t(n[1],n[2]),e)},s,r)}function Bt(r){var n=j(
a,r[1]);return n&&j(a,r[2])}function Xi(r){var n=ur(Bt,r[1]);if(n){var e=ur(Bt,r[2]);if(e){var u=yt(r[1]),i=A(r[3],u);if(i){var v=yt(
r[2]),o=A(r[4],v);if(o)var c=f(r[3],r[4]),l=A(r[5],c);else var l=o}else var l=i}else var l=e}else var l=n;return l}var qt=f(a,a),Zt=f(
qt,qt),St=f(Zt,Zt),wt=f(St,St),At=f(wt,wt),Rt=f(At,At),Mt=f(Rt,Rt),Ht=f(Mt,Mt),Jt=f(Ht,Ht),xt=f(Jt,Jt),Ft=f(xt,xt),Pt=f(Ft,Ft),Wt=f(
Pt,Pt),Dt=f(Wt,Wt),Gt=f(Dt,Dt),Kt=f(Gt,Gt),Nt=f(Kt,Kt),Ut=f(Nt,Nt),bt=f(Ut,Ut),Nr=f(bt,bt);function zt(r,n,e,u,i){var v=t(i,n);if(P(
t(t(u,e),e),v)){var o=t(n,i);return K(t(Nr,f(t(t(u,e),e),o)),e)}var c=t(i,u);if(P(t(t(n,r),r),c)){var l=t(u,i);return K(t(Nr,f(t(t(
n,r),r),l)),r)}var d=f(a,a);return Un(t(t(t(t(t(f(d,d),n),u),i),Nr),Nr))}function Tt(r,n,e,u,i){var v=t(r,e),o=zt(r,n,e,u,dr(v,i)),
c=zt(r,n,e,u,i);return f(t(K(v,i),c),o)}function Et(r,n,e){return f(hr(n,t(r,Nr)),e)}function Ot(r,n,e){var u=j(a,e);if(u)var i=j(
r,t(e,n)),v=i&&P(t(C(e,a),n),r);else var v=u;return v}function $n(r,n){return n===1?r[3]:r[2]}function Qt(r,n){return 2<=n?r[3]:r[4]}
function Lt(r,n,e){if(2<=n)var i=s;else var u=$n(r,n),i=t(r[7],u);var v=t(i,Nr),o=n===1?r[5]:r[6],c=Qt(r,n),l=2<=n?r[5]:r[7],d=C(Tt(
$n(r,n),l,c,o,e),v);switch(n){case 0:var _=r[3];break;case 1:var _=r[2];break;default:var _=r[4]}return t(t(r[1],_),d)}function Yi(r){
var n=r[1],e=r[2],u=r[3],i=Fr(n,n[7]),v=Gr(n);if(v){var o=2<=e?j(n[7],n[8]):1;if(o){switch(e){case 0:var c=n[5];break;case 1:var c=n[6];
break;default:var c=n[7]}var l=Ot(t(K(n[9],i),i),c,u);if(l){var d=Qt(n,e),_=j(u,t($n(n,e),d));if(_){var k=P(s,Lt(n,e,u));if(k){if(2<=
e)var m=s;else var p=yr(n),m=t(n[8],p);var Z=Et(a,Lt(n,e,u),m),I=A(r[4],Z)}else var I=k}else var I=_}else var I=l}else var I=o}else
var I=v;return I}function Xt(r,n){var e=xr(s,n);return _r(function(u,i){return f(T(r,u),i)},s,e)}function qn(r,n){var e=xr(s,n);return _r(
function(u,i){return L(T(r,u),i)},s,e)}var Yt=f(a,a),$t=f(Yt,Yt),Vt=f($t,$t),gt=f(Vt,Vt),ht=f(gt,gt),ru=f(ht,ht),nu=f(ru,ru),eu=f(
nu,nu),tu=f(eu,eu),uu=f(tu,tu),iu=f(uu,uu),$i=f(iu,iu);function fu(r){var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(r[2],$i);
if(u){var i=j(a,r[3]);if(i){var v=j(s,r[4]);if(v){var o=P(r[4],r[2]);if(o){var c=r[4],l=t(f(a,a),c),d=f(r[1],l);return j(r[2],d)}var _=o}else
var _=v}else var _=i}else var _=u}else var _=e}else var _=n;return _}function Ur(r){var n=r[3],e=r[3],u=r[2],i=r[4],v=t(f(a,a),i);
return K(f(C(f(r[1],v),u),e),n)}function vu(r,n){if(P(n,r[4])){var e=r[3],u=r[3];return K(C(f(C(r[4],n),u),a),e)}return s}function au(r,n){
var e=C(f(r[1],r[4]),n),u=Ur(r);if(j(e,s))var v=s;else var i=r[3],v=K(C(f(e,r[3]),a),i);return rr(v,u)}function Vn(r,n){var e=vu(r,
n);return L(s,C(au(r,n),e))}function br(r){return sn(r[2])}function Zn(r,n,e){var u=A(dr(e,r[3]),n),i=u&&P(s,Vn(r,e));return i}function gn(r,n){
var e=br(r);return Xt(function(u){return Zn(r,n,u)?a:s},e)}function hn(r,n){var e=br(r);return qn(function(u){if(Zn(r,n,u)){var i=K(
u,r[3]);return f(au(r,u),i)}return s},e)}function re(r,n){var e=Ur(r);return rr(gn(r,n),e)}function ou(r){var n=br(r);return qn(function(e){
return Vn(r,e)},n)}function fn(r){var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=fu(r[4]);if(i){var v=fu(
r[5]);if(v){var o=j(a,r[6]);if(o){var c=j(a,r[7]);if(c){var l=j(a,r[8]);if(l){var d=j(a,r[9]);if(d){var _=j(s,r[10]);if(_)return j(
a,r[11]);var k=_}else var k=d}else var k=l}else var k=c}else var k=o}else var k=v}else var k=i}else var k=u}else var k=e}else var k=n;
return k}function Sn(r){var n=xr(s,br(r)),e=Ge(function(u){var i=P(u,r[3]),v=i&&P(s,gn(r,u));return v},n);return ir(function(u){var i=br(
r),v=Xt(function(p){return Zn(r,u,p)?Vn(r,p):s},i),o=gn(r,u),c=re(r,u),l=br(r),d=qn(function(p){if(Zn(r,u,p)){var m=K(p,r[3]),Z=f(
vu(r,p),m);return C(hn(r,u),Z)}return s},l),_=C(hn(r,u),d),k=C(hn(r,u),_);return[0,rr(re(r,u),k),c,o,v]},e)}function wn(r,n){return _r(
function(e,u){return f(T(r,e),u)},s,n)}function Qr(r,n){return _r(function(e,u){return L(T(r,e),u)},s,n)}function cu(r,n){if(n){var e=n[1];
return A(r,e)?n:P(e,r)?[0,r,n]:[0,e,cu(r,n[2])]}return[0,r,0]}function An(r){var n=0;return _r(function(e,u){return cu(e[1],u)},n,
r)}function ne(r,n){return n?A(r,n[1])?s:y(ne(r,n[2])):s}function Rn(r,n){var e=Sn(r[4]),u=Sn(r[5]),i=An(e),v=An(u);function o(B,S){
var q=B[1],R=ne(S[1],v),M=Jr(v);return ar(s,n,Zr(Sr(ne(q,i),M),R))}var c=ou(r[5]),l=t(ou(r[4]),c),d=wn(function(B){return wn(function(S){
var q=t(B[3],S[3]);return t(o(B,S),q)},u)},e),_=t(r[2],d),k=Qr(function(B){return Qr(function(S){var q=t(r[1],l);return t(o(B,S),q)},
u)},e),p=Qr(function(B){return Qr(function(S){var q=t(B[2],S[2]),R=t(r[3],q);return t(o(B,S),R)},u)},e),m=Qr(function(B){return Qr(
function(S){var q=t(B[1],S[1]),R=o(B,S);return t(t(o(B,S),R),q)},u)},e),Z=wn(function(B){return wn(function(S){var q=t(B[4],S[4]);
return t(o(B,S),q)},u)},e),I=r[3];return[0,t(t(t(r[1],r[2]),I),Z),m,p,k,_]}function Mn(r,n){var e=Jr(An(Sn(r[5]))),u=Sr(Jr(An(Sn(r[4]))),
e),i=ln(Jr(n),u);if(i){var v=ur(function(l){return j(s,l)},n);if(v)return Tn(function(l){return P(s,l)},n);var o=v}else var o=i;return o}
function Hn(r){var n=P(s,r[2]);if(n){var e=P(s,r[3]);if(e)var u=P(s,r[4]),i=u&&P(s,r[5]);else var i=e}else var i=n;return i}function ee(r,n,e,u,i){
var v=t(e[2],i),o=t(e[2],u);return En(e[4],e[3],e[5],r[6],r[7],n,o,v)}function su(r,n,e,u,i){var v=e[1];return dn(function(o,c){return ee(
r,n,e,o,c)},v,u,i)}function te(r,n){return qr(qr(r[6],r[7]),n)}function lu(r,n,e,u,i,v){var o=te(r,n),c=j(a,v[1]);if(c){var l=A(dr(
v[1],o),s);if(l){var d=v[2],_=su(r,n,e,C(f(v[1],n),o),d);if(_){var k=v[3],p=v[1],m=su(r,n,e,C(f(f(t(K(r[10],o),o),p),n),o),k);if(m){
var Z=v[4],I=v[3],B=On(C(u,t(i,v[2])),I,Z);if(B)var S=t(v[1],v[4]),q=A(v[5],S);else var q=B}else var q=m}else var q=_}else var q=l}else
var q=c;return q}function Lr(r){var n=Ur(r[5]),e=Ur(r[4]);return t(t(t(r[1],r[3]),e),n)}function Vi(r){var n=r[1],e=fn(n);if(e){var u=Mn(
n,r[2]);if(u){var i=Rn(n,r[2]),v=Hn(i);if(v){var o=lu(n,n[8],i,i[1],n[11],r[3]);if(o){var c=Lr(n),l=t(n[8],c),d=L(s,C(r[3][5],l)),
_=A(r[4],d);if(_){var k=Lr(n),p=t(n[9],k),m=A(r[5],p);if(m)var Z=f(r[4],r[5]),I=A(r[6],Z);else var I=m}else var I=_}else var I=o}else
var I=v;var B=I}else var B=u}else var B=e;return B}function du(r,n,e){var u=j(a,e);if(u)var i=j(r,t(e,n)),v=i&&P(t(C(e,a),n),r);else
var v=u;return v}function gi(r){var n=r[1],e=fn(n);if(e){var u=Mn(n,r[2]);if(u){var i=Rn(n,r[2]),v=Hn(i);if(v){var o=du(i[1],n[11],
r[4]);if(o)var c=r[3],l=r[4],d=lu(n,rr(n[8],n[9]),i,l,a,c),_=d&&A(r[5],r[3][5]);else var _=o}else var _=v;var k=_}else var k=u}else
var k=e;return k}function hi(r){var n=r[1],e=fn(n);if(e){var u=Mn(n,r[2]);if(u){var i=Rn(n,r[2]),v=r[3],o=rr(n[8],n[9]),c=function(B){
return ee(n,o,i,v,B)},l=Hn(i);if(l){var d=du(i[1],n[11],r[3]);if(d){var _=j(a,r[4]);if(_){var k=c(r[4]);if(k)return Dr(c(C(r[4],a)));
var p=k}else var p=_}else var p=d}else var p=l;var m=p}else var m=u}else var m=e;return m}function rf(r){var n=r[1],e=n[8],u=te(n,
e),i=r[3],v=r[4],o=fn(n);if(o){var c=Mn(n,r[2]);if(c){var l=Rn(n,r[2]),d=Hn(l);if(d){var _=j(a,i);if(_){var k=A(dr(i,u),s);if(k){var p=C(
f(f(t(K(n[10],u),u),i),e),u),m=rn(function(h,z){return ee(n,e,l,h,z)},p,v);if(m){var Z=f(v,a),I=hr(t(i,l[1]),Z),B=A(r[5],I);if(B){
var S=t(e,Lr(n)),q=L(s,C(r[5],S)),R=A(r[6],q);if(R){var M=Lr(n),J=t(n[9],M),G=A(r[7],J);if(G)var D=f(r[6],r[7]),W=A(r[8],D);else var W=G}else
var W=R}else var W=B}else var W=m}else var W=k}else var W=_}else var W=d;var F=W}else var F=c}else var F=o;return F}var _u=f(a,a),
ju=f(_u,_u),ku=f(ju,ju),mu=f(ku,ku),Cu=f(mu,mu),pu=f(Cu,Cu),Iu=f(pu,pu),yu=f(Iu,Iu),Bu=f(yu,yu),qu=f(Bu,Bu),Zu=f(qu,qu),Su=f(Zu,Zu),
wu=f(Su,Su),Au=f(wu,wu),Ru=f(Au,Au),Mu=f(Ru,Ru),Hu=f(Mu,Mu),Ju=f(Hu,Hu),xu=f(Ju,Ju),Jn=f(xu,xu),Fu=x(f(a,a)),Pu=f(Fu,Fu),Wu=f(Pu,Pu),
Du=f(Wu,Wu),zr=f(Du,Du),Gu=f(a,a),Ku=f(Gu,Gu),Nu=f(Ku,Ku),nr=f(Nu,Nu),er=t(zr,nr);function mr(r,n){return ar(s,[0,r[4],[0,r[5],[0,
r[6],[0,r[7],0]]]],n)}function xn(r){var n=f(a,a),e=[0,f(n,n),0],u=[0,x(a),e];return ar(s,[0,s,[0,f(a,a),u]],r)}function Ir(r,n){return ar(
s,r[8],n)}function ue(r,n){return ar(s,r[9],n)}function Fn(r){return Pe(Jr(r[8]))}function Uu(r){return Pe(Jr(r[9]))}function bu(r,n,e,u){
if(We(n,e)){var i=$r(e,n);return ar(s,ar(0,ar(0,r[11],n),i),u)}var v=$r(n,e);return ar(s,ar(0,ar(0,r[11],e),v),u)}function ie(r,n){
function e(u){function i(v){var o=T(r,y(y(s))),c=T(r,y(s)),l=t(f(a,a),c);return f(C(T(r,s),l),o)}return vr(function(v){var o=T(r,s),
c=C(T(r,y(s)),o);return t(t(f(a,a),nr),c)},i,u)}return vr(function(u){var i=T(r,s);return t(t(nr,nr),i)},e,n)}function fe(r,n,e,u){
return ie(function(i){return ie(function(v){return ie(function(o){return bn(r,i,v,o)},u)},e)},n)}function ve(r,n){if(n){var e=n[2];
if(e){var u=e[2];if(u){if(u[2])return 0;var i=[0,T(r,u[1]),0],v=[0,e[1],i]}else var v=u;var o=v}else var o=e;var c=o}else var c=n;
return c}function zu(r){var n=f(a,a);return ve(function(e){return In(n,e)},r)}function Tu(r){var n=f(a,a);function e(u){return pn(
n,u)}return ir(function(u){return ve(e,u)},r)}function Pn(r){var n=f(a,a);function e(i){return t(n,i)}function u(i){return ve(e,i)}
return ir(function(i){return ir(u,i)},r)}function ae(r,n){var e=[0,[0,[0,C(n,r),0],0],0];return[0,[0,[0,t(nr,r),0],0],e]}function oe(r,n){
var e=[0,[0,C(n,r),0],0];return[0,[0,[0,t(nr,r),0],e],0]}function Eu(r,n){var e=[0,C(n,r),0];return[0,[0,[0,t(nr,r),e],0],0]}function Rr(r){
return[0,[0,[0,r,0],0],0]}function Xr(r,n){return pr(r,g(Br(a),n))}function Ou(r,n,e,u,i,v){var o=g(er,Eu(i,v)),c=oe(e,u),l=Xr(en(
ae(r,n),c),o);return pr(Rr(t(er,er)),l)}var Qu=x(a),Lu=t(gr(nr,f(Qu,Qu)),Jn);function ce(r,n,e,u,i,v,o,c,l,d,_){var k=mr(r,l),p=C(
mr(r,y(l)),k),m=f(a,a),Z=[0,f(m,m),0],I=f(a,a),B=[0,f(I,I),Z],S=g(t(ar(s,[0,f(a,a),B],l),p),d),q=mr(r,y(y(s))),R=C(mr(r,y(y(y(s)))),
q),M=t(x(a),R),J=[0,C(mr(r,y(y(s))),M),0],G=mr(r,y(s)),D=C(mr(r,y(y(s))),G),W=t(f(a,a),D),F=[0,C(mr(r,y(s)),W),J],U=pr(Rr(t(ar(s,[
0,mr(r,s),F],l),_)),S),H=r[3],b=t(C(o,v),H),X=x(a),N=gr(nr,f(X,X)),h=C(o,v),z=g(t(t(t(r[2],h),er),N),d),or=oe(u,i),sr=pr(ae(n,e),or),
Q=x(a),lr=gr(nr,f(Q,Q)),cr=en(U,Xr(g(t(t(_,b),lr),sr),z)),Cr=x(a),fr=gr(nr,f(Cr,Cr)),Y=C(o,v),$=Rr(t(t(r[1],Y),fr)),E=Xr(g(er,Pn(c)),
$);return pr(en(g(t(t(_,r[3]),er),d),E),cr)}function Xu(r,n){var e=Eu(r,n);return g(f(a,a),e)}function se(r,n,e,u,i,v){var o=Ou(r,
n,e,u,i,v);return g(f(a,a),o)}function Yu(r,n,e,u,i,v,o,c,l,d){var _=f(a,a),k=f(_,_);return ce(r,n,e,u,i,v,o,c,l,Rr(xn(d)),k)}function $u(r,n,e,u,i,v,o,c){
var l=Rr(t(t(xn(o),er),er)),d=se(r,n,e,u,i,v),_=f(a,a),k=[0,Xr(g(f(_,_),d),l),0],p=Rr(t(xn(o),er)),m=Xu(i,v),Z=f(a,a),I=[0,Xr(g(f(
Z,Z),m),p),k],B=Rr(t(t(xn(o),er),er)),S=se(r,n,e,u,i,v),q=f(a,a);return[0,nr,nr,nr,Xr(g(f(q,q),S),B),I,c]}function Vu(r,n,e,u,i){var v=bn(
u,s,s,y(y(s))),o=t(t(f(a,a),v),i),c=f(bn(u,s,s,y(s)),o),l=t(t(r[3],er),c),d=x(a),_=gr(nr,f(d,d)),k=t(C(e,n),_),p=mr(r,s),m=t(r[2],
p);return j(t(f(t(r[3],r[1]),m),k),l)}function Wn(r,n){var e=mr(r,n),u=t(r[2],e);return f(t(r[3],r[1]),u)}function gu(r,n){var e=r[5],
u=r[3],i=t(t(t(f(a,a),u),e),n);return j(t(Wn(r,y(y(y(s)))),zr),i)}function le(r){return ue(r,Uu(r))}function hu(r,n,e){var u=t(r[5],
r[5]),i=t(r[3],r[3]),v=f(a,a),o=f(v,v),c=f(o,o),l=t(t(t(f(c,c),i),u),n),d=Wn(r,e);return j(t(zr,t(Wn(r,e),d)),l)}var de=y(y(y(y(y(
y(y(y(y(y(y(y(s)))))))))))),nf=[0,y(y(s)),0],vn=[0,s,[0,y(s),nf]];function _e(r,n,e,u,i,v,o){var c=Zr(Sr(y(y(s)),u),o),l=Zr(Sr(y(y(
s)),e),v);return bu(r,Zr(Sr(y(y(s)),n),i),l,c)}function ri(r,n,e){function u(i){function v(o){var c=Ir(r,y(n));return t(f(a,a),c)}
return vr(function(o){var c=Ir(r,y(n));return f(Ir(r,n),c)},v,i)}return vr(function(i){var v=Ir(r,n);return t(f(a,a),v)},u,e)}function je(r,n,e,u,i,v,o){
var c=ri(r,e,v),l=t(Jn,f(ri(r,n,i),c)),d=r[10],_=C(_e(r,n,e,u,i,v,o),d);return f(t(t(f(a,a),zr),_),l)}function ni(r){return ur(function(n){
return ur(function(e){return ur(O(r,n,e),vn)},vn)},vn)}function ei(r,n,e,u){var i=Ir(r,n),v=Ir(r,y(n)),o=Ir(r,e),c=Ir(r,y(e)),l=ue(
r,u),d=ue(r,y(u));function _(Y,$,E){var tr=Zr(Sr(y(y(s)),u),E),V=Zr(Sr(y(y(s)),e),$);return bu(r,Zr(Sr(y(y(s)),n),Y),V,tr)}var k=[
0,y(y(s)),0],p=[0,s,[0,y(s),k]],m=ir(function(Y){var $=[0,y(y(s)),0],E=[0,s,[0,y(s),$]];return ir(function(tr){var V=[0,y(y(s)),0],
Pr=[0,s,[0,y(s),V]];return ir(function(Mr){return fe(_,Y,tr,Mr)},Pr)},E)},p),Z=Pn(m),I=en(ae(i,v),Z),B=g(C(c,o),I),S=Tu(m),q=pr(g(
t(er,C(d,l)),S),B),R=[0,g(Br(a),q),0],M=Pn(m),J=en(oe(o,c),M),G=g(C(v,i),J),D=zu(m),W=pr(g(t(er,C(d,l)),D),G),F=[0,g(Br(a),W),R],U=Rr(
t(Lu,C(c,o))),H=[0,pr(g(er,Tu(m)),U),F],b=Rr(t(Lu,C(v,i))),X=[0,pr(g(er,zu(m)),b),H],N=[0,Pn(m),X],h=ur(function(Y){return tn(de,0,
[0,nr,nr,nr,Ou(i,v,o,c,l,d),0,[0,Y,0]])},N);if(h){var z=[0,y(y(s)),0],or=[0,s,[0,y(s),z]],sr=ur(function($){var E=[0,Yu(r,i,v,o,c,
l,d,m,$,y($)),0],tr=[0,ce(r,i,v,o,c,l,d,m,$,Xu(l,d),er),E],V=t(er,er),Pr=tn(de,0,$u(i,v,o,c,l,d,$,[0,ce(r,i,v,o,c,l,d,m,$,se(i,v,o,
c,l,d),V),tr]));if(Pr){var Mr=function(Hr){return tn(de,0,$u(i,v,o,c,l,d,$,[0,Yu(r,i,v,o,c,l,d,m,$,$),0]))};return vr(function(Hr){
return 1},Mr,$)}return Pr},or);if(sr){var Q=P(s,f(i,o))?1:j(zr,l);if(Q)return 1;var lr=function(E,tr,V){return _e(r,n,e,u,E,tr,V)},
cr=Vu(r,l,d,function(E,tr,V){return fe(lr,E,tr,V)},s);if(cr){var Cr=function(E,tr,V){return _e(r,n,e,u,E,tr,V)};return Vu(r,l,d,function(E,tr,V){
return fe(Cr,E,tr,V)},nr)}var fr=cr}else var fr=sr}else var fr=h;return fr}function ti(r){var n=Jr(r),e=We(y(y(s)),n);if(e){var u=A(
ar(s,r,s),s);if(u)for(var i=r;;){if(i){var v=i[2];if(v){var o=P(i[1],v[1]);if(o){var i=v;continue}return o}return 1}return 1}var c=u}else
var c=e;return c}function ef(r){var n=j(s,r[1]),e=0;if(n){var u=j(s,r[2]);if(u){var i=P(s,r[3]);if(i){var v=j(s,r[4]);if(v){var o=j(
r[4],r[5]);if(o){var c=j(r[5],r[6]);if(c){var l=j(r[6],r[7]);if(l){var d=t(f(a,a),Jn),_=j(r[7],d);if(_){var k=f(r[4],r[7]),p=r[5],
m=j(t(f(a,a),p),k);if(m){var Z=r[7],I=t(x(a),Z),B=f(r[4],I),S=r[6],q=f(a,a),R=j(t(f(q,q),S),B);if(R){var M=r[6],J=t(f(a,a),M),G=r[5],
D=j(t(x(a),G),J);if(D){var W=r[7],F=r[5],U=j(t(f(a,a),F),W);if(U){var H=P(zr,le(r));if(H){var b=hu(r,C(le(r),zr),s);if(b){var X=y(
y(y(s))),N=x(f(a,a)),h=f(N,N),z=f(h,h),or=f(z,z),sr=hu(r,C(le(r),or),X);if(sr){var lr=gu(r,Ir(r,Fn(r)));e=1}else var Q=sr}else var Q=b}else
var Q=H}else var Q=U}else var Q=D}else var Q=R}else var Q=m}else var Q=_}else var Q=l}else var Q=c}else var Q=o}else var Q=v}else var Q=i}else
var Q=u}else var Q=n;if(!e)var lr=Q;var cr=lr&&ti(r[8]),Cr=cr&&ti(r[9]);if(Cr){var fr=xr(s,Fn(r));return ur(function(Y){var $=xr(Y,
$r(Fn(r),Y));return ur(function(E){var tr=xr(s,Uu(r));return ur(function(V){var Pr=Fn(r),Mr=ln(y(E),Pr)?ur(function(Gn){return ur(
function(Wr){return j(s,je(r,Y,E,V,Gn,y(y(s)),Wr))},vn)},vn):1;if(Mr){var Hr=Ir(r,E);if(gu(r,f(Ir(r,Y),Hr)))return ni(function(Wr,on,Yr){
return j(s,je(r,Y,E,V,Wr,on,Yr))})?1:ei(r,Y,E,V);var an=ni(function(Wr,on,Yr){return j(je(r,Y,E,V,Wr,on,Yr),s)});if(an)return ei(r,
Y,E,V);var Dn=an}else var Dn=Mr;return Dn},tr)},$)},fr)}return Cr}function ui(r){return _r(function(n,e){return f(n[1],e)},s,r)}var tf=[
0,y(y(y(s))),0],uf=[0,y(y(s)),tf],ii=[0,s,[0,y(s),uf]];function ff(r){var n=r[1],e=r[4],u=r[3],i=r[2];function v(J,G){var D=[0,s,a],
W=_r(function(fr,Y){var $=t(fr[2][3],Y[2]),E=t(Y[1],fr[2][3]),tr=Y[2],V=Wn(fr[2],G);return[0,f(t(t(fr[1],V),tr),E),$]},D,e),F=t(u,
Jn),U=yr(n),H=t(C(J,t(n[8],U)),F),b=_r(function(fr,Y){var $=mr(fr[2],G);return f(t(fr[1],$),Y)},s,e),X=yr(n),N=f(t(t(n[7],X),b),H);
if(P(N,s))return 1;var h=t(n[5],n[6]),z=n[4],or=yr(n),sr=t(t(W[1],or),z),Q=n[4],lr=yr(n),cr=t(t(t(t(W[1],lr),Q),sr),h),Cr=t(N,W[2]);
return P(t(t(t(N,W[2]),Cr),i),cr)}var o=Gr(n);if(o){var c=Fr(n,n[7]),l=t(K(n[9],c),c),d=n[7],_=f(K(C(f(l,n[7]),a),d),a),k=A(r[2],_);
if(k){var p=P(s,ui(e));if(p){var m=r[3],Z=A(ui(e),m);if(Z){var I=ur(function(F){return P(s,F[1])},e);if(I){var B=j(s,r[5]);if(B){if(A(
r[5],s))var q=1;else var S=C(r[5],a),q=ur(function(H){return v(S,H)},ii);if(q){var R=r[5];return Dr(ur(function(H){return v(R,H)},
ii))}var M=q}else var M=B}else var M=I}else var M=Z}else var M=p}else var M=k}else var M=o;return M}function fi(r,n){if(n){var e=n[2],
u=n[1];if(A(u[1],r[1])){var i=f(u[2],r[2]);return[0,[0,u[1],i],e]}return[0,u,fi(r,e)]}return[0,r,0]}function vi(r,n){return _r(function(e,u){
var i=T(r,e[1]);return f(t(e[2],i),u)},s,n)}var ai=f(a,a),oi=f(ai,ai),ci=f(oi,oi),si=f(ci,ci),li=f(si,si),di=f(li,li);function ke(r){
var n=r[3],e=K(C(f(r[4],r[3]),a),n);return rr(Ur(r),e)}function me(r){var n=r[3],e=r[2],u=f(K(C(f(r[1],r[4]),e),n),a),i=rr(Ur(r),u);
return L(ke(r),i)}function _i(r,n,e,u){var i=sn(e),v=xr(sn(n),i);return _r(function(o){var c=K(C(f(r[2],di),a),di),l=t(r[3],o),d=L(
s,C(r[4],l)),_=t(r[3],o),k=C(f(r[1],r[4]),_),p=C(rr(r[2],k),d),m=A(p,r[2])?p:L(a,t(K(p,c),c)),Z=[0,m,a];return function(I){return fi(
Z,I)}},u,v)}function ji(r){var n=ke(r),e=C(me(r),n),u=P(s,e),i=u&&[0,[0,r[2],e],0],v=me(r),o=C(Ur(r),v),c=_i(r,me(r),o,i);return _i(
r,s,ke(r),c)}function ki(r){var n=br(r);return L(a,qn(function(e){return P(e,r[3])?re(r,e):s},n))}function Ce(r){var n=ki(r[5]);return t(
ki(r[4]),n)}function vf(r){var n=r[1],e=r[2],u=te(n,n[8]),i=fn(n);if(i){var v=ji(n[4]),o=ji(n[5]),c=Lr(n),l=t(n[8],c),d=t(t(Ce(n),
Nr),l),_=vi(function(G){return vi(function(D){var W=t(G,D),F=n[6],U=t(n[2],W),H=n[8],b=t(Ce(n),H);return Tt(n[3],b,U,F,e)},o)},v),
k=C(t(n[1],_),d),p=n[7],m=Ot(t(K(n[10],u),u),p,e);if(m){var Z=Tn(function(D){return Tn(function(W){var F=t(D[1],W[1]),U=t(n[2],F);
return j(e,t(n[3],U))},o)},v);if(Z){var I=P(s,k);if(I)var B=Lr(n),S=t(n[9],B),q=Et(Ce(n),k,S),R=A(r[3],q);else var R=I}else var R=Z}else
var R=m;var M=R}else var M=i;return M}function af(r,n,e,u,i,v,o,c,l,d){return[0,r,n,e,u,i,v,o,c,l,d]}function of(r,n,e,u,i,v,o){return[
0,r,n,e,u,i,v,o]}function cf(r,n,e,u,i){return[0,r,n,e,u,i]}function sf(r,n,e,u){return[0,r,n,e,u]}function lf(r,n,e){return[0,r,n,
e]}function df(r,n,e,u,i,v,o){return[0,r,n,e,u,i,v,o]}function _f(r,n,e,u){return[0,r,n,e,u]}function jf(r,n,e,u,i,v,o,c,l,d,_,k,p,m,Z){
return[0,r,n,e,u,i,v,o,c,l,d,_,k,p,m,Z]}function kf(r,n){return[0,r,n]}function mf(r,n,e,u,i,v,o,c,l){return[0,r,n,e,u,i,v,o,c,l]}
function Cf(r,n,e,u,i,v,o){return[0,r,n,e,u,i,v,o]}function pf(r,n,e,u,i){return[0,r,n,e,u,i]}function If(r,n,e,u){return[0,r,n,e,
u]}function yf(r,n){return[0,r,n]}function Bf(r,n,e,u,i){return[0,r,n,e,u,i]}function qf(r,n,e,u){return[0,r,n,e,u]}function Zf(r,n,e,u){
return[0,r,n,e,u]}function Sf(r,n,e,u,i,v,o,c,l,d,_){return[0,r,n,e,u,i,v,o,c,l,d,_]}function wf(r,n,e,u){return[0,r,n,e,u]}function Af(r,n,e,u,i){
return[0,r,n,e,u,i]}function Rf(r,n,e,u,i){return[0,r,n,e,u,i]}function Mf(r,n,e,u,i,v){return[0,r,n,e,u,i,v]}function Hf(r,n,e,u,i){
return[0,r,n,e,u,i]}function Jf(r,n,e,u){return[0,r,n,e,u]}function xf(r,n,e,u,i,v,o,c){return[0,r,n,e,u,i,v,o,c]}function Ff(r,n,e,u,i,v,o,c,l,d,_){
return[0,r,n,e,u,i,v,o,c,l,d,_]}function Pf(r,n){return[0,r,n]}function Wf(r,n,e,u,i){return[0,r,n,e,u,i]}function Df(r,n,e){return[
0,r,n,e]}return w("check_product_segments",Ni),w("check_product_busiest",Ui),w("check_product_memory_independent",bi),w("check_pro\
duct_steady",zi),w("check_product_busiest_steady",Ti),w("check_chain_transients",Ei),w("check_chain_transients_steady",Oi),w("chec\
k_chain_births_weighted",Qi),w("check_chain_births_weighted_steady",Li),w("check_compulsory",Xi),w("check_product_whole_passes",Yi),
w("check_convolution",Vi),w("check_convolution_busiest",gi),w("check_convolution_memory_independent",hi),w("check_convolution_stea\
dy",rf),w("check_potential_table",ef),w("check_product_holding_cost",ff),w("check_convolution_whole_passes",vf),w("ProductInstance",
af),w("CutCertificate",of),w("SegmentsCertificate",cf),w("BusiestCertificate",sf),w("MemoryIndependentCertificate",lf),w("SteadyCe\
rtificate",df),w("BusiestSteadyCertificate",_f),w("ChainInstance",jf),w("ChainSegment",kf),w("ChainTransientsCertificate",mf),w("C\
hainSteadyCertificate",Cf),w("ChainBirthsWeightedCertificate",pf),w("ChainBirthsWeightedSteadyCertificate",If),w("Array",yf),w("Co\
mpulsoryCertificate",Bf),w("WholePassesCertificate",qf),w("ConvAxis",Zf),w("ConvInstance",Sf),w("TapResidue",wf),w("Figures",Af),w(
"ConvCut",Rf),w("ConvolutionCertificate",Mf),w("ConvolutionBusiestCertificate",Hf),w("ConvolutionMemoryIndependentCertificate",Jf),
w("ConvolutionSteadyCertificate",xf),w("PotentialTable",Ff),w("PotentialShare",Pf),w("HoldingCostCertificate",Wf),w("ConvWholePass\
esCertificate",Df),w("Real",0),w("OverWhole",1),w("ResidentA",0),w("ResidentB",1),w("ResidentC",2),w("AlongX",0),w("Z.add",f),w("Z\
.sub",C),w("Z.opp",Br),w("Z.mul",t),w("Z.div",K),w("Z.modulo",dr),w("Z.sqrt",Un),w("Z.gcd",qr),w("Z.ltb",P),w("Z.leb",j),w("Z.eqb",
A),w("Z.min",rr),w("Z.max",L),w("Z.to_nat",sn),w("Nat.add",f),w("Nat.mul",t),w("nil",0),w("cons",function(r,n){return[0,r,n]}),wi}export{Gf as checkers};
