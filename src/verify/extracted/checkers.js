// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function bf(Gn){"use strict";var qi={},kr=248;function Ur(r,n){if(r.fun)return Ur(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var u=n.length|0,i=e-u|0;return i==0?r.apply(null,n):i<0?Ur(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var v=arguments.length==0?1:arguments.length,c=new Array(n.length+v),o=0;o<n.length;o++)c[o]=n[o];for(var o=0;o<
arguments.length;o++)c[n.length+o]=arguments[o];return Ur(r,c)}}function wi(){return 0}var ye=[0];function mr(r,n,e){e&&Gn.toplevelReloc&&
(r=Gn.toplevelReloc(e)),ye[r+1]=n,e&&(ye[e]=n)}function Ri(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function Ai(r,n){return{joo_tramp:r,joo_args:n}}function f(r,n){return r+n}function E(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function R(r,n){return r===n?1:0}function Kn(r){return BigInt(r)}function P(r,n){
return r<n?1:0}function t(r,n){return r*n}function w(r,n){return Gn.provided[r]=n,0}function Nn(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var u=(e+
r/e)/BigInt(2);if(u>=e)break;e=u}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function C(r,n){
return r-n}var Ie="Assert_failure",Be="Division_by_zero",Ze="End_of_file",Se="Failure",qe="Invalid_argument",we="Match_failure",Re="\
Not_found",Ae="Out_of_memory",Me="Stack_overflow",He="Sys_blocked_io",Je="Sys_error",xe="Undefined_recursive_module";function Q(r,n){
return r.length==1?r(n):Ur(r,[n])}function z(r,n,e){return r.length==2?r(n,e):Ur(r,[n,e])}function Un(r,n,e,u){return r.length==3?
r(n,e,u):Ur(r,[n,e,u])}wi(),mr(11,[kr,xe,-12],xe),mr(10,[kr,Ie,-11],Ie),mr(9,[kr,He,-10],He),mr(8,[kr,Me,-9],Me),mr(7,[kr,we,-8],we),
mr(6,[kr,Re,-7],Re),mr(5,[kr,Be,-6],Be),mr(4,[kr,Ze,-5],Ze),mr(3,[kr,qe,-4],qe),mr(2,[kr,Se,-3],Se),mr(1,[kr,Je,-2],Je),mr(0,[kr,Ae,
-1],Ae);var s=Kn(0),a=Kn(1);function I(r){return f(r,a)}function x(r){return I(f(r,r))}function Br(r){return C(s,r)}function Fe(r,n,e,u){
return R(u,s)?Q(r,0):P(s,u)?Q(n,u):Q(e,Br(u))}function fr(r,n,e){return R(e,s)?Q(r,0):Q(n,C(e,a))}function j(r,n){return 1-P(n,r)}
function g(r,n){return P(n,r)?n:r}function X(r,n){return P(r,n)?n:r}function ln(r){return X(r,s)}function _r(r,n){return C(r,t(n,E(
r,n)))}function Zr(r,n){for(var e=r,u=n;;){if(R(u,s))return X(e,Br(e));var i=_r(e,u),e=u,u=i}}function Fr(r){return r?0:1}function Pe(r){
function n(e){return e}return fr(function(e){return r},n,r)}function Sr(r,n){function e(u){return I(Sr(u,n))}return fr(function(u){
return n},e,r)}function qr(r,n){function e(u){return Sr(n,qr(u,n))}return fr(function(u){return s},e,r)}function Yr(r,n){function e(u){
function i(v){return Yr(u,v)}return fr(function(v){return r},i,n)}return fr(function(u){return r},e,r)}function Tn(r,n,e,u){var i=E(
u,Kn(2));if(R(u,a))return Q(n,e);if(R(f(i,i),u)){var v=$r(n,e,i);return r<50?Tn(r+1|0,n,v,i):Ai(Tn,[0,n,v,i])}return Q(n,$r(n,$r(n,
e,i),i))}function $r(r,n,e){return Ri(Tn(0,r,n,e))}function hr(r,n){function e(i){return s}function u(i){return $r(function(v){return t(
r,v)},a,i)}return Fe(function(i){return a},u,e,n)}function dn(r,n){function e(u){function i(v){return dn(u,v)}return fr(function(v){
return 0},i,n)}return fr(function(u){function i(v){return 0}return fr(function(v){return 1},i,n)},e,r)}function We(r,n){return dn(
Yr(r,n),s)}function Mr(r){return r?I(Mr(r[2])):s}function be(r,n){if(r){var e=be(r[2],n);return[0,r[1],e]}return n}function vr(r,n,e){
if(n){var u=n[2],i=n[1],v=function(c){return vr(r,u,c)};return fr(function(c){return i},v,e)}return r}function De(r,n){for(var e=n;;){
if(e){var u=e[2],i=e[1];if(Q(r,i))return[0,i,De(r,u)];var e=u;continue}return e}}function gr(r,n){for(var e=n;;){if(e){var u=Q(r,e[1]);
if(!u){var e=e[2];continue}var i=u}else var i=e;return i}}function ur(r,n){for(var e=n;;){if(e){var u=Q(r,e[1]);if(u){var e=e[2];continue}
return u}return 1}}function ir(r,n){if(n)var e=ir(r,n[2]),u=[0,Q(r,n[1]),e];else var u=n;return u}function Hr(r,n){function e(u){return[
0,r,Hr(I(r),u)]}return fr(function(u){return 0},e,n)}function jr(r,n,e){if(e){var u=jr(r,n,e[2]);return z(r,e[1],u)}return n}function Ee(r){
return jr(be,0,r)}function Tr(r,n,e,u,i){if(j(t(t(r,r),r),u)){var v=t(t(i,i),i),c=x(a);return j(t(x(x(f(c,c))),u),v)}if(j(t(t(r,n),
n),u)){var o=j(r,i);if(o){var l=C(i,r),d=t(t(r,C(i,r)),l),_=f(a,a);return j(t(f(_,_),u),d)}return o}if(j(t(t(r,n),e),u)){var k=C(C(
i,r),n);return j(u,t(t(r,n),k))}return j(f(f(r,n),e),i)}function On(r,n,e,u,i,v,c,o){var l=t(t(r,n),e),d=t(o,l),_=t(t(l,l),l),k=t(
t(t(t(t(u,i),v),c),c),_),p=t(t(t(v,c),r),n),m=t(t(t(i,c),n),e),S=t(t(t(u,c),r),e);return j(m,S)?j(p,m)?Tr(S,m,p,k,d):j(p,S)?Tr(S,p,
m,k,d):Tr(p,S,m,k,d):j(p,S)?Tr(m,S,p,k,d):j(p,m)?Tr(m,p,S,k,d):Tr(p,m,S,k,d)}function Ge(r,n){function e(i){return s}function u(i){
var v=[0,a,s];return $r(function(c){var o=Q(r,c[1]),l=X(c[2],o);return[0,f(c[1],a),l]},v,i)[2]}return Fe(function(i){return s},u,e,
n)}function Qn(r,n,e){if(!j(r,s)&&!R(n,s)){var u=j(r,t(e,n)),i=u&&P(t(C(e,a),n),r);return i}return R(e,s)}function rn(r,n){return E(
C(f(r,n),a),n)}function nn(r,n,e){var u=j(s,e);if(u){var i=R(e,s),v=i||z(r,e,n);if(v)return Fr(z(r,f(e,a),n));var c=v}else var c=u;
return c}function _n(r,n,e,u){var i=j(s,u);if(i){var v=j(u,n);if(v){var c=R(u,s);if(c)var l=c;else var o=P(s,e),l=o&&z(r,u,e);if(l){
var d=P(u,n);if(d)var _=P(s,e),k=_&&z(r,f(u,a),e);else var k=d;return Fr(k)}var p=l}else var p=v}else var p=i;return p}function Pr(r){
var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=j(a,r[4]);if(i){var v=j(a,r[5]);if(v){var c=j(a,r[6]);if(c){
var o=j(a,r[7]);if(o){var l=j(a,r[8]);if(l){var d=j(s,r[9]);if(d)return j(a,r[10]);var _=d}else var _=l}else var _=o}else var _=c}else
var _=v}else var _=i}else var _=u}else var _=e}else var _=n;return _}function Or(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}
function Ir(r){var n=r[3];return t(t(r[1],r[2]),n)}var Ke=f(a,a),Ne=x(x(x(f(Ke,Ke)))),Ue=f(Ne,Ne),Te=f(Ue,Ue),Oe=x(f(Te,Te)),Qe=f(
Oe,Oe),ze=f(Qe,Qe),Le=f(ze,ze),Xe=f(Le,Le),Mi=f(Xe,Xe);function en(r,n,e,u){return On(r[2],r[3],r[4],r[5],r[6],n,e,u)}function Ve(r,n,e,u,i){
var v=r[6],c=t(t(f(a,a),v),n),o=j(E(t(e,e),c),Mi),l=o&&1;if(i)var d=l&&1,_=d;else var _=l?0:1;if(_){if(i){if(j(e,s))var Z=s;else var k=r[4],
p=t(t(r[1],r[2]),k),m=r[3],S=t(t(r[1],r[4]),m),y=r[6],B=E(C(C(e,r[5]),y),n),q=g(Ir(r),B),Z=Ge(function(M){var J=r[6],D=t(n,M),b=g(
S,E(C(C(e,r[5]),D),J));return Ge(function(W){var F=r[5],N=t(n,M),H=g(p,E(C(C(e,t(r[6],W)),N),F)),U=t(r[4],M),V=g(t(r[2],W),U),K=t(
r[3],H);return g(g(Nn(t(t(H,W),M)),K),V)},b)},q);return R(u,Z)}var A=Or(r);return _n(function(M,J){return en(r,n,M,J)},A,e,u)}return _}
function Jr(r,n){return Zr(Zr(r[5],r[6]),n)}function Ye(r,n,e,u,i){var v=Jr(r,n),c=j(a,i[1]);if(c){var o=R(_r(i[1],v),s);if(o){var l=i[3],
d=i[4],_=Ve(r,n,C(f(i[1],n),v),d,l);if(_){var k=i[2],p=i[5],m=i[1],S=Ve(r,n,C(f(f(t(E(r[9],v),v),m),n),v),p,k);if(S){var y=i[6],B=i[5],
q=Qn(C(e,t(u,i[4])),B,y);if(q)var Z=t(i[1],i[6]),A=R(i[7],Z);else var A=q}else var A=S}else var A=_}else var A=o}else var A=c;return A}
function Wr(r,n,e){if(n){if(e){var u=Wr(r,n[2],e[2]);return[0,z(r,n[1],e[1]),u]}return n}return e}function jn(r,n,e){return ir(Q(r,
n),e)}function kn(r,n,e,u,i){if(u){var v=[0,e,kn(r,n,e,u[2],i)];return Wr(r,ir(Q(n,u[1]),i),v)}return u}function mn(r,n,e,u,i){if(i){
var v=mn(r,n,e,u,i[2]),c=Wr(r,jn(n,u,v),[0,e,v]);return Wr(r,[0,i[1],0],c)}return i}function zn(r,n,e,u){if(u){var i=u[2];if(i){var v=i[2],
c=i[1],o=u[1];if(v){var l=v[2],d=v[1];if(l){if(l[2])return u;var _=z(n,e,c),k=z(n,t(e,e),d),p=l[1],m=[0,z(r,o,z(r,_,z(r,k,z(n,t(t(
e,e),e),p)))),0],S=z(r,z(n,f(a,a),_),k),y=[0,z(r,z(n,x(a),o),S),m];return[0,o,[0,z(r,z(n,x(a),o),_),y]]}var B=z(n,e,c),q=[0,z(r,o,
z(r,B,z(n,t(e,e),d))),0];return[0,o,[0,z(r,z(n,f(a,a),o),B),q]]}return[0,o,[0,z(r,o,z(n,e,c)),0]]}return u}return u}var Hi=f;function Cn(r,n){
return Wr(Hi,r,n)}function pn(r,n){return Wr(Cn,r,n)}function pr(r,n){return Wr(pn,r,n)}var Ji=t;function yn(r,n){return jn(Ji,r,n)}
function In(r,n){return jn(yn,r,n)}function $(r,n){return jn(In,r,n)}var xi=t,Fi=f;function Pi(r,n){return kn(Fi,xi,s,r,n)}var Wi=0;
function bi(r,n){return kn(Cn,Pi,Wi,r,n)}var Di=0;function tn(r,n){return kn(pn,bi,Di,r,n)}function $e(r){return ur(function(n){return j(
s,n)},r)}function Bn(r,n){var e=r[3],u=r[2],i=zn(pn,In,r[1],n);return Ee(ir(function(v){var c=zn(Cn,yn,u,v);return Ee(ir(function(o){
return zn(f,t,e,o)},c))},i))}var he=f(a,a),ge=f(he,he),rt=f(ge,ge),nt=f(rt,rt),et=f(nt,nt),tt=f(et,et),ut=f(tt,tt),it=f(ut,ut),ft=f(
it,it),vt=f(ft,ft);function Ln(r,n,e,u,i){var v=ir(r,i[6]),c=ir(r,i[5]);return[0,n,e,u,Q(r,i[4]),c,v]}function wr(r){return E(r,f(
a,a))}function at(r){switch(r){case 0:return 1;case 1:return 2;default:return 0}}function un(r,n,e){var u=e[6];if(gr(function(c){var o=Bn(
e,c);if($e(o))return 1;for(var l=e[4],d=o,_=Bn(e,pr($(s,c),l)),k=s;;){if(d&&_){var p=_[1];if(P(p,s))var m=Br(p),S=X(k,Br(E(t(d[1],
vt),m)));else var S=k;var d=d[2],_=_[2],k=S;continue}var y=P(s,k);if(y){var B=e[4],q=$(Br(k),B);return $e(Bn(e,pr($(vt,c),q)))}return y}},
u))return 1;var i=e[5];if(gr(function(c){var o=Bn(e,c);return ur(function(l){return j(l,s)},o)},i))return 1;function v(c){var o=e[6],
l=e[5],d=e[4],_=e[3],k=e[2],p=e[1];switch(n){case 0:var m=[0,wr(p),k,_,d,l,o];break;case 1:var m=[0,p,wr(k),_,d,l,o];break;default:
var m=[0,p,k,wr(_),d,l,o]}var S=un(c,at(n),m);if(S){var y=e[3],B=e[2],q=e[1];switch(n){case 0:var Z=C(q,wr(q)),A=wr(q),M=0,h=Ln(function(T){
return mn(pn,In,M,A,T)},Z,B,y,e);break;case 1:var J=C(B,wr(B)),D=wr(B),b=0,W=function(T){return mn(Cn,yn,b,D,T)},h=Ln(function(T){
return ir(W,T)},q,J,y,e);break;default:var F=C(y,wr(y)),N=wr(y),H=t,U=f,V=function(T){return mn(U,H,s,N,T)},K=function(T){return ir(
V,T)},h=Ln(function(T){return ir(K,T)},q,B,F,e)}return un(c,at(n),h)}return S}return fr(function(c){return 0},v,r)}function Ei(r){
var n=r[1],e=Pr(n);if(e){var u=r[2],i=n[10],v=Or(n),c=Ye(n,n[7],v,i,u);if(c){var o=Ir(n),l=t(n[7],o),d=X(s,C(r[2][7],l)),_=R(r[3],
d);if(_){var k=Ir(n),p=t(n[8],k),m=R(r[4],p);if(m)var S=f(r[3],r[4]),y=R(r[5],S);else var y=m}else var y=_}else var y=c}else var y=e;
return y}function ct(r,n){var e=j(a,n);if(e){var u=t(n,r[10]),i=j(Or(r),u);if(i)var v=Or(r),c=r[10],o=P(t(C(n,a),c),v);else var o=i}else
var o=e;return o}function Gi(r){var n=r[1],e=Pr(n);if(e){var u=ct(n,r[3]);if(u)var i=r[2],v=r[3],c=Ye(n,g(n[7],n[8]),v,a,i),o=c&&R(
r[4],r[2][7]);else var o=u}else var o=e;return o}function Ki(r){var n=r[1],e=g(n[7],n[8]),u=Pr(n);if(u){var i=ct(n,r[2]);if(i){var v=j(
a,r[3]);if(v){var c=en(n,e,r[2],r[3]);if(c){var o=C(r[3],a);return Fr(en(n,e,r[2],o))}var l=c}else var l=v}else var l=i}else var l=u;
return l}function ot(r,n,e){var u=Jr(r,n),i=Jr(r,n),v=Jr(r,n);return C(f(f(t(E(r[9],v),i),e),n),u)}function Ni(r){var n=r[1],e=n[7],
u=ot(n,e,r[2]),i=r[3],v=Pr(n);if(v){var c=j(a,r[2]);if(c){var o=Jr(n,e),l=R(_r(r[2],o),s);if(l){var d=nn(function(F,N){return en(n,
e,F,N)},u,i);if(d){var _=f(i,a),k=Or(n),p=rn(t(r[2],k),_),m=R(r[4],p);if(m){var S=t(e,Ir(n)),y=X(s,C(r[4],S)),B=R(r[5],y);if(B){var q=Ir(
n),Z=t(n[8],q),A=R(r[6],Z);if(A)var M=f(r[5],r[6]),J=R(r[7],M);else var J=A}else var J=B}else var J=m}else var J=d}else var J=l}else
var J=c}else var J=v;return J}function Ui(r){var n=r[1],e=g(n[7],n[8]),u=r[3],i=r[2],v=Pr(n);if(v){var c=j(a,i);if(c){var o=R(_r(i,
Jr(n,e)),s);if(o){var l=ot(n,e,i),d=nn(function(q,Z){return en(n,e,q,Z)},l,u);if(d)var _=f(u,a),k=t(n[10],_),p=rn(t(i,Or(n)),k),m=R(
r[4],p);else var m=d}else var m=o}else var m=c}else var m=v;return m}function Xn(r,n){var e=j(s,n);return e&&j(r,t(n,n))}function Zn(r){
var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=j(a,r[4]);if(i){var v=j(a,r[5]);if(v){var c=j(a,r[6]);if(c){
var o=j(a,r[7]);if(o){var l=j(a,r[8]);if(l){var d=j(a,r[9]);if(d){var _=j(a,r[10]);if(_){var k=j(a,r[11]);if(k){var p=j(a,r[12]);if(p){
var m=j(a,r[13]);if(m){var S=j(s,r[14]);if(S){var y=j(a,r[15]);if(y){var B=r[4],q=t(t(r[1],r[2]),B);return j(r[6],q)}var Z=y}else var Z=S}else
var Z=m}else var Z=p}else var Z=k}else var Z=_}else var Z=d}else var Z=l}else var Z=o}else var Z=c}else var Z=v}else var Z=i}else var Z=u}else
var Z=e}else var Z=n;return Z}function Vn(r){return X(r[1],r[2])}function st(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function lt(r,n,e){
return On(r[2],r[5],r[4],r[10],r[11],r[12],n,e)}function dt(r,n,e){var u=r[12],i=r[11],v=r[9],c=r[8],o=r[7],l=r[3],d=r[3],_=f(a,a),
k=t(t(t(t(t(f(_,_),d),l),o),c),v),p=r[4],m=r[5],S=r[2],y=t(t(S,m),p),B=t(t(t(t(k,n),y),S),p),q=t(t(t(i,n),m),p),Z=t(t(t(u,n),S),m);
if(j(Z,q))var A=t(t(t(u,y),S),m),M=Z,J=q;else var A=t(t(t(i,y),m),p),M=q,J=Z;var D=t(e,y),b=t(t(t(k,t(y,y)),S),p),W=t(y,y),F=t(t(t(
t(i,u),n),m),W),N=t(t(t(y,y),y),y),H=t(t(t(t(t(k,i),u),n),n),N),U=C(D,J),V=f(a,a),K=t(f(V,V),F),h=C(C(t(D,D),B),K),T=t(t(t(D,D),D),
D),ar=f(a,a),sr=f(ar,ar),L=f(sr,sr),cr=f(L,L),lr=f(cr,cr),dr=j(t(f(lr,lr),H),T);if(dr){var er=t(t(t(J,J),J),J),G=f(a,a),Y=P(t(f(G,
G),er),H);if(Y)var Nr=Y;else{var O=j(s,U);if(O)var tr=t(t(U,U),U),or=f(a,a),Gr=t(t(f(or,or),J),tr),Kr=x(a),Nr=j(t(x(x(f(Kr,Kr))),H),
Gr);else var Nr=O}}else var Nr=dr;if(Nr){var cn=f(a,a),Dn=t(f(cn,cn),H),En=P(t(B,B),Dn);if(En)var sn=En;else{var xr=j(s,h);if(xr)var on=t(
h,h),Vr=f(a,a),ki=f(Vr,Vr),mi=f(ki,ki),sn=j(t(t(f(mi,mi),B),F),on);else var sn=xr}}else var sn=Nr;if(sn){var Ci=P(J,A);if(Ci)var yi=Ci;else
var pi=f(a,a),yi=P(B,t(t(f(pi,pi),A),A));var pe=yi||Xn(B,C(U,A))}else var pe=sn;var Ii=pe&&Xn(B,C(U,M));if(Ii){var Bi=f(a,a),Zi=P(
t(t(f(Bi,Bi),M),M),b);if(!Zi)return Xn(b,C(U,M));var Si=Zi}else var Si=Ii;return Si}function _t(r,n,e){var u=e[1],i=st(r),v=_n(function(l,d){
return lt(r,l,d)},i,n,u);if(v){var c=e[2],o=st(r);return _n(function(l,d){return dt(r,l,d)},o,n,c)}return v}function fn(r){var n=r[5];
return t(t(r[1],r[2]),n)}function Rr(r){var n=Zr(r[11],r[12]),e=Zr(r[10],n),u=Zr(r[9],e);return Zr(r[8],u)}function Ti(r){var n=r[1],
e=Rr(n),u=Zn(n);if(u){var i=j(a,r[2]);if(i){var v=R(_r(r[2],e),s);if(v){var c=r[3],o=_t(n,C(f(r[2],n[12]),e),c);if(o){var l=r[4],d=n[12],
_=r[2],k=_t(n,C(f(f(t(E(n[14],e),e),_),d),e),l);if(k){var p=r[5],m=Vn(r[4]),S=Vn(r[3]),y=t(n[15],S),B=Qn(C(t(n[6],n[5]),y),m,p);if(B){
var q=t(r[2],r[5]),Z=R(r[6],q);if(Z){var A=fn(n),M=t(n[12],A),J=X(s,C(r[6],M)),D=R(r[7],J);if(D){var b=fn(n),W=t(n[13],b),F=R(r[8],
W);if(F)var N=f(r[7],r[8]),H=R(r[9],N);else var H=F}else var H=D}else var H=Z}else var H=B}else var H=k}else var H=o}else var H=v}else
var H=i}else var H=u;return H}function Oi(r){var n=r[1],e=Rr(n),u=r[2],i=Zn(n);if(i){var v=j(a,u);if(v){var c=R(_r(u,e),s);if(c){var o=r[3],
l=n[12],d=C(f(f(t(E(n[14],e),e),u),l),e),_=o[1],k=nn(function(V,K){return lt(n,V,K)},d,_);if(k)var p=o[2],m=nn(function(V,K){return dt(
n,V,K)},d,p);else var m=k;if(m){var S=f(Vn(r[3]),a),y=rn(t(u,t(n[6],n[5])),S),B=R(r[4],y);if(B){var q=fn(n),Z=t(n[12],q),A=X(s,C(r[4],
Z)),M=R(r[5],A);if(M){var J=fn(n),D=t(n[13],J),b=R(r[6],D);if(b)var W=f(r[5],r[6]),F=R(r[7],W);else var F=b}else var F=M}else var F=B}else
var F=m}else var F=c}else var F=v}else var F=i;return F}function jt(r,n){var e=X(r[12],r[10]),u=X(r[11],e),i=X(r[9],u),v=X(r[8],i),
c=f(C(n,Rr(r)),v),o=Rr(r),l=Rr(r);return f(t(E(r[14],l),o),c)}function kt(r,n,e){var u=t(e,e),i=j(f(r,n),u);if(i){var v=C(C(t(e,e),
r),n),c=t(C(C(t(e,e),r),n),v),o=t(r,n),l=f(a,a);return j(t(f(l,l),o),c)}return i}function mt(r,n,e){var u=r[12],i=r[3],v=r[7],c=r[6],
o=f(a,a),l=f(o,o),d=f(l,l),_=t(t(t(f(d,d),c),v),i),k=r[5],p=r[6],m=f(a,a),S=f(m,m),y=f(S,S),B=t(t(f(y,y),p),k),q=r[6],Z=r[7],A=x(a),
M=t(t(t(t(x(x(f(A,A))),Z),u),n),q),J=f(a,a),D=f(J,J),b=f(D,D),W=f(t(e,t(t(f(b,b),n),n)),M),F=t(B,B),N=g(r[10],u),H=r[11],U=x(a),V=t(
t(t(t(t(x(x(f(U,U))),n),H),u),N),F),K=t(_,_),h=r[9],T=r[8],ar=x(a);return kt(t(t(t(t(t(x(x(f(ar,ar))),n),T),h),u),K),V,W)}function Ct(r){
var n=fn(r);return t(X(s,C(r[12],r[13])),n)}function Qi(r){var n=r[1],e=jt(n,r[2]),u=r[3],i=Zn(n);if(i){var v=j(a,r[2]);if(v){var c=Rr(
n),o=R(_r(r[2],c),s);if(o){var l=j(s,u);if(l){var d=n[12],_=x(a),k=t(t(x(x(f(_,_))),d),e),p=n[9],m=n[8],S=n[3],y=n[3],B=f(a,a),q=f(
B,B),Z=f(q,q),A=f(Z,Z),M=f(A,A),J=f(M,M),D=f(J,J);if(P(t(t(t(t(f(D,D),y),S),m),p),k))var b=R(u,s);else{var W=mt(n,e,f(u,n[15]));if(W)
var F=R(u,s),b=F||Fr(mt(n,e,C(f(u,n[15]),a)));else var b=W}if(b){var N=t(r[2],u),H=R(r[4],N);if(H)var U=Ct(n),V=X(s,C(r[4],U)),K=R(
r[5],V);else var K=H}else var K=b}else var K=l}else var K=o}else var K=v}else var K=i;return K}function pt(r,n,e,u){var i=r[12],v=Rr(
r),c=Rr(r),o=f(t(E(r[14],c),v),e),l=r[3],d=r[7],_=r[6],k=f(a,a),p=f(k,k),m=f(p,p),S=t(t(t(t(f(m,m),e),_),d),l),y=r[5],B=r[6],q=f(a,
a),Z=f(q,q),A=f(Z,Z),M=t(t(t(f(A,A),e),B),y),J=r[6],D=r[7],b=x(a),W=t(t(t(t(t(x(x(f(b,b))),D),i),n),e),J),F=f(a,a),N=f(F,F),H=f(N,
N),U=f(t(u,t(t(f(H,H),n),o)),W),V=t(M,M),K=g(r[10],i),h=r[11],T=x(a),ar=t(t(t(t(t(x(x(f(T,T))),n),h),i),K),V),sr=t(S,S),L=r[9],cr=r[8],
lr=x(a);return kt(t(t(t(t(t(x(x(f(lr,lr))),n),cr),L),i),sr),ar,U)}function zi(r){var n=r[1],e=r[2],u=jt(n,e),i=r[3],v=Zn(n);if(v){
var c=j(a,e);if(c){var o=R(_r(e,Rr(n)),s);if(o){var l=j(s,i);if(l){var d=n[12],_=x(a),k=t(t(x(x(f(_,_))),d),u),p=n[9],m=n[8],S=n[3],
y=n[3],B=f(a,a),q=f(B,B),Z=f(q,q),A=f(Z,Z),M=f(A,A),J=f(M,M),D=f(J,J);if(P(t(t(t(t(f(D,D),y),S),m),p),k))var b=R(i,s);else{var W=pt(
n,u,e,i);if(W)var F=R(i,s),b=F||Fr(pt(n,u,e,C(i,a)));else var b=W}if(b)var N=X(s,C(i,Ct(n))),H=R(r[4],N);else var H=b}else var H=l}else
var H=o}else var H=c}else var H=v;return H}function yt(r){return jr(function(n,e){return f(t(n[1],n[2]),e)},s,r)}function It(r){var n=j(
a,r[1]);return n&&j(a,r[2])}function Li(r){var n=ur(It,r[1]);if(n){var e=ur(It,r[2]);if(e){var u=yt(r[1]),i=R(r[3],u);if(i){var v=yt(
r[2]),c=R(r[4],v);if(c)var o=f(r[3],r[4]),l=R(r[5],o);else var l=c}else var l=i}else var l=e}else var l=n;return l}var Bt=f(a,a),Zt=f(
Bt,Bt),St=f(Zt,Zt),qt=f(St,St),wt=f(qt,qt),Rt=f(wt,wt),At=f(Rt,Rt),Mt=f(At,At),Ht=f(Mt,Mt),Jt=f(Ht,Ht),xt=f(Jt,Jt),Ft=f(xt,xt),Pt=f(
Ft,Ft),Wt=f(Pt,Pt),bt=f(Wt,Wt),Dt=f(bt,bt),Et=f(Dt,Dt),Gt=f(Et,Et),Kt=f(Gt,Gt),br=f(Kt,Kt);function Nt(r,n,e,u,i){var v=t(i,n);if(P(
t(t(u,e),e),v)){var c=t(n,i);return E(t(br,f(t(t(u,e),e),c)),e)}var o=t(i,u);if(P(t(t(n,r),r),o)){var l=t(u,i);return E(t(br,f(t(t(
n,r),r),l)),r)}var d=f(a,a);return Nn(t(t(t(t(t(f(d,d),n),u),i),br),br))}function Ut(r,n,e,u,i){var v=t(r,e),c=Nt(r,n,e,u,_r(v,i)),
o=Nt(r,n,e,u,i);return f(t(E(v,i),o),c)}function Tt(r,n,e){return f(rn(n,t(r,br)),e)}function Ot(r,n,e){var u=j(a,e);if(u)var i=j(
r,t(e,n)),v=i&&P(t(C(e,a),n),r);else var v=u;return v}function Yn(r,n){return n===1?r[3]:r[2]}function Qt(r,n){return 2<=n?r[3]:r[4]}
function zt(r,n,e){if(2<=n)var i=s;else var u=Yn(r,n),i=t(r[7],u);var v=t(i,br),c=n===1?r[5]:r[6],o=Qt(r,n),l=2<=n?r[5]:r[7],d=C(Ut(
Yn(r,n),l,o,c,e),v);switch(n){case 0:var _=r[3];break;case 1:var _=r[2];break;default:var _=r[4]}return t(t(r[1],_),d)}function Xi(r){
var n=r[1],e=r[2],u=r[3],i=Jr(n,n[7]),v=Pr(n);if(v){var c=2<=e?j(n[7],n[8]):1;if(c){switch(e){case 0:var o=n[5];break;case 1:var o=n[6];
break;default:var o=n[7]}var l=Ot(t(E(n[9],i),i),o,u);if(l){var d=Qt(n,e),_=j(u,t(Yn(n,e),d));if(_){var k=P(s,zt(n,e,u));if(k){if(2<=
e)var m=s;else var p=Ir(n),m=t(n[8],p);var S=Tt(a,zt(n,e,u),m),y=R(r[4],S)}else var y=k}else var y=_}else var y=l}else var y=c}else
var y=v;return y}function Lt(r,n){var e=Hr(s,n);return jr(function(u,i){return f(Q(r,u),i)},s,e)}function Sn(r,n){var e=Hr(s,n);return jr(
function(u,i){return X(Q(r,u),i)},s,e)}var Xt=f(a,a),Vt=f(Xt,Xt),Yt=f(Vt,Vt),$t=f(Yt,Yt),ht=f($t,$t),gt=f(ht,ht),ru=f(gt,gt),nu=f(
ru,ru),eu=f(nu,nu),tu=f(eu,eu),uu=f(tu,tu),Vi=f(uu,uu);function iu(r){var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(r[2],Vi);
if(u){var i=j(a,r[3]);if(i){var v=j(s,r[4]);if(v){var c=P(r[4],r[2]);if(c){var o=r[4],l=t(f(a,a),o),d=f(r[1],l);return j(r[2],d)}var _=c}else
var _=v}else var _=i}else var _=u}else var _=e}else var _=n;return _}function Dr(r){var n=r[3],e=r[3],u=r[2],i=r[4],v=t(f(a,a),i);
return E(f(C(f(r[1],v),u),e),n)}function fu(r,n){if(P(n,r[4])){var e=r[3],u=r[3];return E(C(f(C(r[4],n),u),a),e)}return s}function vu(r,n){
var e=C(f(r[1],r[4]),n),u=Dr(r);if(j(e,s))var v=s;else var i=r[3],v=E(C(f(e,r[3]),a),i);return g(v,u)}function $n(r,n){var e=fu(r,
n);return X(s,C(vu(r,n),e))}function Er(r){return ln(r[2])}function qn(r,n,e){var u=R(_r(e,r[3]),n),i=u&&P(s,$n(r,e));return i}function hn(r,n){
var e=Er(r);return Lt(function(u){return qn(r,n,u)?a:s},e)}function gn(r,n){var e=Er(r);return Sn(function(u){if(qn(r,n,u)){var i=E(
u,r[3]);return f(vu(r,u),i)}return s},e)}function re(r,n){var e=Dr(r);return g(hn(r,n),e)}function au(r){var n=Er(r);return Sn(function(e){
return $n(r,e)},n)}function vn(r){var n=j(a,r[1]);if(n){var e=j(a,r[2]);if(e){var u=j(a,r[3]);if(u){var i=iu(r[4]);if(i){var v=iu(
r[5]);if(v){var c=j(a,r[6]);if(c){var o=j(a,r[7]);if(o){var l=j(a,r[8]);if(l){var d=j(a,r[9]);if(d){var _=j(s,r[10]);if(_)return j(
a,r[11]);var k=_}else var k=d}else var k=l}else var k=o}else var k=c}else var k=v}else var k=i}else var k=u}else var k=e}else var k=n;
return k}function wn(r){var n=Hr(s,Er(r)),e=De(function(u){var i=P(u,r[3]),v=i&&P(s,hn(r,u));return v},n);return ir(function(u){var i=Er(
r),v=Lt(function(p){return qn(r,u,p)?$n(r,p):s},i),c=hn(r,u),o=re(r,u),l=Er(r),d=Sn(function(p){if(qn(r,u,p)){var m=E(p,r[3]),S=f(
fu(r,p),m);return C(gn(r,u),S)}return s},l),_=C(gn(r,u),d),k=C(gn(r,u),_);return[0,g(re(r,u),k),o,c,v]},e)}function Rn(r,n){return jr(
function(e,u){return f(Q(r,e),u)},s,n)}function Qr(r,n){return jr(function(e,u){return X(Q(r,e),u)},s,n)}function cu(r,n){if(n){var e=n[1];
return R(r,e)?n:P(e,r)?[0,r,n]:[0,e,cu(r,n[2])]}return[0,r,0]}function An(r){var n=0;return jr(function(e,u){return cu(e[1],u)},n,
r)}function ne(r,n){return n?R(r,n[1])?s:I(ne(r,n[2])):s}function Mn(r,n){var e=wn(r[4]),u=wn(r[5]),i=An(e),v=An(u);function c(B,q){
var Z=B[1],A=ne(q[1],v),M=Mr(v);return vr(s,n,Sr(qr(ne(Z,i),M),A))}var o=au(r[5]),l=t(au(r[4]),o),d=Rn(function(B){return Rn(function(q){
var Z=t(B[3],q[3]);return t(c(B,q),Z)},u)},e),_=t(r[2],d),k=Qr(function(B){return Qr(function(q){var Z=t(r[1],l);return t(c(B,q),Z)},
u)},e),p=Qr(function(B){return Qr(function(q){var Z=t(B[2],q[2]),A=t(r[3],Z);return t(c(B,q),A)},u)},e),m=Qr(function(B){return Qr(
function(q){var Z=t(B[1],q[1]),A=c(B,q);return t(t(c(B,q),A),Z)},u)},e),S=Rn(function(B){return Rn(function(q){var Z=t(B[4],q[4]);
return t(c(B,q),Z)},u)},e),y=r[3];return[0,t(t(t(r[1],r[2]),y),S),m,p,k,_]}function Hn(r,n){var e=Mr(An(wn(r[5]))),u=qr(Mr(An(wn(r[4]))),
e),i=dn(Mr(n),u);if(i){var v=ur(function(l){return j(s,l)},n);if(v)return gr(function(l){return P(s,l)},n);var c=v}else var c=i;return c}
function Jn(r){var n=P(s,r[2]);if(n){var e=P(s,r[3]);if(e)var u=P(s,r[4]),i=u&&P(s,r[5]);else var i=e}else var i=n;return i}function ee(r,n,e,u,i){
var v=t(e[2],i),c=t(e[2],u);return On(e[4],e[3],e[5],r[6],r[7],n,c,v)}function ou(r,n,e,u,i){var v=e[1];return _n(function(c,o){return ee(
r,n,e,c,o)},v,u,i)}function te(r,n){return Zr(Zr(r[6],r[7]),n)}function su(r,n,e,u,i,v){var c=te(r,n),o=j(a,v[1]);if(o){var l=R(_r(
v[1],c),s);if(l){var d=v[2],_=ou(r,n,e,C(f(v[1],n),c),d);if(_){var k=v[3],p=v[1],m=ou(r,n,e,C(f(f(t(E(r[10],c),c),p),n),c),k);if(m){
var S=v[4],y=v[3],B=Qn(C(u,t(i,v[2])),y,S);if(B)var q=t(v[1],v[4]),Z=R(v[5],q);else var Z=B}else var Z=m}else var Z=_}else var Z=l}else
var Z=o;return Z}function zr(r){var n=Dr(r[5]),e=Dr(r[4]);return t(t(t(r[1],r[3]),e),n)}function Yi(r){var n=r[1],e=vn(n);if(e){var u=Hn(
n,r[2]);if(u){var i=Mn(n,r[2]),v=Jn(i);if(v){var c=su(n,n[8],i,i[1],n[11],r[3]);if(c){var o=zr(n),l=t(n[8],o),d=X(s,C(r[3][5],l)),
_=R(r[4],d);if(_){var k=zr(n),p=t(n[9],k),m=R(r[5],p);if(m)var S=f(r[4],r[5]),y=R(r[6],S);else var y=m}else var y=_}else var y=c}else
var y=v;var B=y}else var B=u}else var B=e;return B}function lu(r,n,e){var u=j(a,e);if(u)var i=j(r,t(e,n)),v=i&&P(t(C(e,a),n),r);else
var v=u;return v}function $i(r){var n=r[1],e=vn(n);if(e){var u=Hn(n,r[2]);if(u){var i=Mn(n,r[2]),v=Jn(i);if(v){var c=lu(i[1],n[11],
r[4]);if(c)var o=r[3],l=r[4],d=su(n,g(n[8],n[9]),i,l,a,o),_=d&&R(r[5],r[3][5]);else var _=c}else var _=v;var k=_}else var k=u}else
var k=e;return k}function hi(r){var n=r[1],e=vn(n);if(e){var u=Hn(n,r[2]);if(u){var i=Mn(n,r[2]),v=r[3],c=g(n[8],n[9]),o=function(B){
return ee(n,c,i,v,B)},l=Jn(i);if(l){var d=lu(i[1],n[11],r[3]);if(d){var _=j(a,r[4]);if(_){var k=o(r[4]);if(k)return Fr(o(C(r[4],a)));
var p=k}else var p=_}else var p=d}else var p=l;var m=p}else var m=u}else var m=e;return m}function gi(r){var n=r[1],e=n[8],u=te(n,
e),i=r[3],v=r[4],c=vn(n);if(c){var o=Hn(n,r[2]);if(o){var l=Mn(n,r[2]),d=Jn(l);if(d){var _=j(a,i);if(_){var k=R(_r(i,u),s);if(k){var p=C(
f(f(t(E(n[10],u),u),i),e),u),m=nn(function(h,T){return ee(n,e,l,h,T)},p,v);if(m){var S=f(v,a),y=rn(t(i,l[1]),S),B=R(r[5],y);if(B){
var q=t(e,zr(n)),Z=X(s,C(r[5],q)),A=R(r[6],Z);if(A){var M=zr(n),J=t(n[9],M),D=R(r[7],J);if(D)var b=f(r[6],r[7]),W=R(r[8],b);else var W=D}else
var W=A}else var W=B}else var W=m}else var W=k}else var W=_}else var W=d;var F=W}else var F=o}else var F=c;return F}var du=f(a,a),
_u=f(du,du),ju=f(_u,_u),ku=f(ju,ju),mu=f(ku,ku),Cu=f(mu,mu),pu=f(Cu,Cu),yu=f(pu,pu),Iu=f(yu,yu),Bu=f(Iu,Iu),Zu=f(Bu,Bu),Su=f(Zu,Zu),
qu=f(Su,Su),wu=f(qu,qu),Ru=f(wu,wu),Au=f(Ru,Ru),Mu=f(Au,Au),Hu=f(Mu,Mu),Ju=f(Hu,Hu),xn=f(Ju,Ju),xu=x(f(a,a)),Fu=f(xu,xu),Pu=f(Fu,Fu),
Wu=f(Pu,Pu),Lr=f(Wu,Wu),bu=f(a,a),Du=f(bu,bu),Eu=f(Du,Du),rr=f(Eu,Eu),nr=t(Lr,rr);function Cr(r,n){return vr(s,[0,r[4],[0,r[5],[0,
r[6],[0,r[7],0]]]],n)}function Fn(r){var n=f(a,a),e=[0,f(n,n),0],u=[0,x(a),e];return vr(s,[0,s,[0,f(a,a),u]],r)}function yr(r,n){return vr(
s,r[8],n)}function ue(r,n){return vr(s,r[9],n)}function Pn(r){return Pe(Mr(r[8]))}function Gu(r){return Pe(Mr(r[9]))}function Ku(r,n,e,u){
if(We(n,e)){var i=Yr(e,n);return vr(s,vr(0,vr(0,r[12],n),i),u)}var v=Yr(n,e);return vr(s,vr(0,vr(0,r[12],e),v),u)}function ie(r,n){
function e(u){function i(v){var c=Q(r,I(I(s))),o=Q(r,I(s)),l=t(f(a,a),o);return f(C(Q(r,s),l),c)}return fr(function(v){var c=Q(r,s),
o=C(Q(r,I(s)),c);return t(t(f(a,a),rr),o)},i,u)}return fr(function(u){var i=Q(r,s);return t(t(rr,rr),i)},e,n)}function fe(r,n,e,u){
return ie(function(i){return ie(function(v){return ie(function(c){return Un(r,i,v,c)},u)},e)},n)}function ve(r,n){if(n){var e=n[2];
if(e){var u=e[2];if(u){if(u[2])return 0;var i=[0,Q(r,u[1]),0],v=[0,e[1],i]}else var v=u;var c=v}else var c=e;var o=c}else var o=n;
return o}function Nu(r){var n=f(a,a);return ve(function(e){return In(n,e)},r)}function Uu(r){var n=f(a,a);function e(u){return yn(
n,u)}return ir(function(u){return ve(e,u)},r)}function Wn(r){var n=f(a,a);function e(i){return t(n,i)}function u(i){return ve(e,i)}
return ir(function(i){return ir(u,i)},r)}function ae(r,n){var e=[0,[0,[0,C(n,r),0],0],0];return[0,[0,[0,t(rr,r),0],0],e]}function ce(r,n){
var e=[0,[0,C(n,r),0],0];return[0,[0,[0,t(rr,r),0],e],0]}function Tu(r,n){var e=[0,C(n,r),0];return[0,[0,[0,t(rr,r),e],0],0]}function Ar(r){
return[0,[0,[0,r,0],0],0]}function Xr(r,n){return pr(r,$(Br(a),n))}function Ou(r,n,e,u,i,v){var c=$(nr,Tu(i,v)),o=ce(e,u),l=Xr(tn(
ae(r,n),o),c);return pr(Ar(t(nr,nr)),l)}var Qu=x(a),zu=t(hr(rr,f(Qu,Qu)),xn);function oe(r,n,e,u,i,v,c,o,l,d,_){var k=Cr(r,l),p=C(
Cr(r,I(l)),k),m=f(a,a),S=[0,f(m,m),0],y=f(a,a),B=[0,f(y,y),S],q=$(t(vr(s,[0,f(a,a),B],l),p),d),Z=Cr(r,I(I(s))),A=C(Cr(r,I(I(I(s)))),
Z),M=t(x(a),A),J=[0,C(Cr(r,I(I(s))),M),0],D=Cr(r,I(s)),b=C(Cr(r,I(I(s))),D),W=t(f(a,a),b),F=[0,C(Cr(r,I(s)),W),J],N=pr(Ar(t(vr(s,[
0,Cr(r,s),F],l),_)),q),H=r[3],U=t(C(c,v),H),V=x(a),K=hr(rr,f(V,V)),h=C(c,v),T=$(t(t(t(r[2],h),nr),K),d),ar=ce(u,i),sr=pr(ae(n,e),ar),
L=x(a),cr=hr(rr,f(L,L)),lr=tn(N,Xr($(t(t(_,U),cr),sr),T)),dr=x(a),er=hr(rr,f(dr,dr)),G=C(c,v),Y=Ar(t(t(r[1],G),er)),O=Xr($(nr,Wn(o)),
Y);return pr(tn($(t(t(_,r[3]),nr),d),O),lr)}function Lu(r,n){var e=Tu(r,n);return $(f(a,a),e)}function se(r,n,e,u,i,v){var c=Ou(r,
n,e,u,i,v);return $(f(a,a),c)}function Xu(r,n,e,u,i,v,c,o,l,d){var _=f(a,a),k=f(_,_);return oe(r,n,e,u,i,v,c,o,l,Ar(Fn(d)),k)}function Vu(r,n,e,u,i,v,c,o){
var l=Ar(t(t(Fn(c),nr),nr)),d=se(r,n,e,u,i,v),_=f(a,a),k=[0,Xr($(f(_,_),d),l),0],p=Ar(t(Fn(c),nr)),m=Lu(i,v),S=f(a,a),y=[0,Xr($(f(
S,S),m),p),k],B=Ar(t(t(Fn(c),nr),nr)),q=se(r,n,e,u,i,v),Z=f(a,a);return[0,rr,rr,rr,Xr($(f(Z,Z),q),B),y,o]}function Yu(r,n,e,u,i){var v=Un(
u,s,s,I(I(s))),c=t(t(f(a,a),v),i),o=f(Un(u,s,s,I(s)),c),l=t(t(r[3],nr),o),d=x(a),_=hr(rr,f(d,d)),k=t(C(e,n),_),p=Cr(r,s),m=t(r[2],
p);return j(t(f(t(r[3],r[1]),m),k),l)}function bn(r,n){var e=Cr(r,n),u=t(r[2],e);return f(t(r[3],r[1]),u)}function $u(r,n){var e=r[5],
u=r[3],i=t(t(t(f(a,a),u),e),n);return j(t(bn(r,I(I(I(s)))),Lr),i)}function le(r){return ue(r,Gu(r))}function hu(r,n,e){var u=t(r[5],
r[5]),i=t(r[3],r[3]),v=f(a,a),c=f(v,v),o=f(c,c),l=t(t(t(f(o,o),i),u),n),d=bn(r,e);return j(t(Lr,t(bn(r,e),d)),l)}var de=I(I(I(I(I(
I(I(I(I(I(I(I(s)))))))))))),rf=[0,I(I(s)),0],an=[0,s,[0,I(s),rf]];function _e(r,n,e,u,i,v,c){var o=Sr(qr(I(I(s)),u),c),l=Sr(qr(I(I(
s)),e),v);return Ku(r,Sr(qr(I(I(s)),n),i),l,o)}function gu(r,n,e){function u(i){function v(c){var o=yr(r,I(n));return t(f(a,a),o)}
return fr(function(c){var o=yr(r,I(n));return f(yr(r,n),o)},v,i)}return fr(function(i){var v=yr(r,n);return t(f(a,a),v)},u,e)}function je(r,n,e,u,i,v,c){
var o=gu(r,e,v),l=t(xn,f(gu(r,n,i),o)),d=r[11],_=C(_e(r,n,e,u,i,v,c),d);return f(t(t(f(a,a),Lr),_),l)}function ri(r){return ur(function(n){
return ur(function(e){return ur(z(r,n,e),an)},an)},an)}function ni(r,n,e,u){var i=yr(r,n),v=yr(r,I(n)),c=yr(r,e),o=yr(r,I(e)),l=ue(
r,u),d=ue(r,I(u));function _(er,G,Y){var O=Sr(qr(I(I(s)),u),Y),tr=Sr(qr(I(I(s)),e),G);return Ku(r,Sr(qr(I(I(s)),n),er),tr,O)}var k=[
0,I(I(s)),0],p=[0,s,[0,I(s),k]],m=ir(function(er){var G=[0,I(I(s)),0],Y=[0,s,[0,I(s),G]];return ir(function(O){var tr=[0,I(I(s)),0],
or=[0,s,[0,I(s),tr]];return ir(function(Gr){return fe(_,er,O,Gr)},or)},Y)},p),S=Wn(m),y=tn(ae(i,v),S),B=$(C(o,c),y),q=Uu(m),Z=pr($(
t(nr,C(d,l)),q),B),A=[0,$(Br(a),Z),0],M=Wn(m),J=tn(ce(c,o),M),D=$(C(v,i),J),b=Nu(m),W=pr($(t(nr,C(d,l)),b),D),F=[0,$(Br(a),W),A],N=Ar(
t(zu,C(o,c))),H=[0,pr($(nr,Uu(m)),N),F],U=Ar(t(zu,C(v,i))),V=[0,pr($(nr,Nu(m)),U),H],K=[0,Wn(m),V],h=ur(function(er){return un(de,
0,[0,rr,rr,rr,Ou(i,v,c,o,l,d),0,[0,er,0]])},K);if(h){var T=[0,I(I(s)),0],ar=[0,s,[0,I(s),T]],sr=ur(function(G){var Y=[0,Xu(r,i,v,c,
o,l,d,m,G,I(G)),0],O=[0,oe(r,i,v,c,o,l,d,m,G,Lu(l,d),nr),Y],tr=t(nr,nr),or=un(de,0,Vu(i,v,c,o,l,d,G,[0,oe(r,i,v,c,o,l,d,m,G,se(i,v,
c,o,l,d),tr),O]));if(or){var Gr=function(Kr){return un(de,0,Vu(i,v,c,o,l,d,G,[0,Xu(r,i,v,c,o,l,d,m,G,G),0]))};return fr(function(Kr){
return 1},Gr,G)}return or},ar);if(sr){if(P(s,f(i,c)))return 1;var L=function(Y,O,tr){return _e(r,n,e,u,Y,O,tr)},cr=Yu(r,l,d,function(Y,O,tr){
return fe(L,Y,O,tr)},s);if(cr){var lr=function(Y,O,tr){return _e(r,n,e,u,Y,O,tr)};return Yu(r,l,d,function(Y,O,tr){return fe(lr,Y,
O,tr)},rr)}var dr=cr}else var dr=sr}else var dr=h;return dr}function ei(r){var n=Mr(r),e=We(I(I(s)),n);if(e){var u=R(vr(s,r,s),s);
if(u)for(var i=r;;){if(i){var v=i[2];if(v){var c=P(i[1],v[1]);if(c){var i=v;continue}return c}return 1}return 1}var o=u}else var o=e;
return o}function nf(r){var n=j(s,r[1]),e=0;if(n){var u=j(s,r[2]);if(u){var i=P(s,r[3]);if(i){var v=j(s,r[4]);if(v){var c=j(r[4],r[5]);
if(c){var o=j(r[5],r[6]);if(o){var l=j(r[6],r[7]);if(l){var d=t(f(a,a),xn),_=j(r[7],d);if(_){var k=f(r[4],r[7]),p=r[5],m=j(t(f(a,a),
p),k);if(m){var S=r[7],y=t(x(a),S),B=f(r[4],y),q=r[6],Z=f(a,a),A=j(t(f(Z,Z),q),B);if(A){var M=r[6],J=t(f(a,a),M),D=r[5],b=j(t(x(a),
D),J);if(b){var W=r[7],F=r[5],N=j(t(f(a,a),F),W);if(N){var H=P(Lr,le(r));if(H){var U=hu(r,C(le(r),Lr),s);if(U){var V=I(I(I(s))),K=x(
f(a,a)),h=f(K,K),T=f(h,h),ar=f(T,T),sr=hu(r,C(le(r),ar),V);if(sr){var cr=$u(r,yr(r,Pn(r)));e=1}else var L=sr}else var L=U}else var L=H}else
var L=N}else var L=b}else var L=A}else var L=m}else var L=_}else var L=l}else var L=o}else var L=c}else var L=v}else var L=i}else var L=u}else
var L=n;if(!e)var cr=L;var lr=cr&&ei(r[8]),dr=lr&&ei(r[9]);if(dr){var er=Hr(s,Pn(r));return ur(function(G){var Y=Hr(G,Yr(Pn(r),G));
return ur(function(O){var tr=Hr(s,Gu(r));return ur(function(or){var Gr=Pn(r),Kr=dn(I(O),Gr)?ur(function(En){return ur(function(xr){
return j(s,je(r,G,O,or,En,I(I(s)),xr))},an)},an):1;if(Kr){var Nr=yr(r,O);if($u(r,f(yr(r,G),Nr)))return ri(function(xr,on,Vr){return j(
s,je(r,G,O,or,xr,on,Vr))})?1:ni(r,G,O,or);var cn=ri(function(xr,on,Vr){return j(je(r,G,O,or,xr,on,Vr),s)});if(cn)return ni(r,G,O,or);
var Dn=cn}else var Dn=Kr;return Dn},tr)},Y)},er)}return dr}function ti(r){return jr(function(n,e){return f(n[1],e)},s,r)}var ef=[0,
I(I(I(s))),0],tf=[0,I(I(s)),ef],ui=[0,s,[0,I(s),tf]];function uf(r){var n=r[1],e=r[4],u=r[3],i=r[2];function v(J,D){var b=[0,s,a],
W=jr(function(er,G){var Y=t(er[2][3],G[2]),O=t(G[1],er[2][3]),tr=G[2],or=bn(er[2],D);return[0,f(t(t(er[1],or),tr),O),Y]},b,e),F=t(
u,xn),N=Ir(n),H=t(C(J,t(n[8],N)),F),U=jr(function(er,G){var Y=Cr(er[2],D);return f(t(er[1],Y),G)},s,e),V=Ir(n),K=f(t(t(n[7],V),U),
H);if(P(K,s))return 1;var h=t(n[5],n[6]),T=n[4],ar=Ir(n),sr=t(t(W[1],ar),T),L=n[4],cr=Ir(n),lr=t(t(t(t(W[1],cr),L),sr),h),dr=t(K,W[2]);
return P(t(t(t(K,W[2]),dr),i),lr)}var c=Pr(n);if(c){var o=Jr(n,n[7]),l=t(E(n[9],o),o),d=n[7],_=f(E(C(f(l,n[7]),a),d),a),k=R(r[2],_);
if(k){var p=P(s,ti(e));if(p){var m=r[3],S=R(ti(e),m);if(S){var y=ur(function(F){return P(s,F[1])},e);if(y){var B=j(s,r[5]);if(B){if(R(
r[5],s))var Z=1;else var q=C(r[5],a),Z=ur(function(H){return v(q,H)},ui);if(Z){var A=r[5];return Fr(ur(function(H){return v(A,H)},
ui))}var M=Z}else var M=B}else var M=y}else var M=S}else var M=p}else var M=k}else var M=c;return M}function ii(r,n){if(n){var e=n[2],
u=n[1];if(R(u[1],r[1])){var i=f(u[2],r[2]);return[0,[0,u[1],i],e]}return[0,u,ii(r,e)]}return[0,r,0]}function fi(r,n){return jr(function(e,u){
var i=Q(r,e[1]);return f(t(e[2],i),u)},s,n)}var vi=f(a,a),ai=f(vi,vi),ci=f(ai,ai),oi=f(ci,ci),si=f(oi,oi),li=f(si,si);function ke(r){
var n=r[3],e=E(C(f(r[4],r[3]),a),n);return g(Dr(r),e)}function me(r){var n=r[3],e=r[2],u=f(E(C(f(r[1],r[4]),e),n),a),i=g(Dr(r),u);
return X(ke(r),i)}function di(r,n,e,u){var i=ln(e),v=Hr(ln(n),i);return jr(function(c){var o=E(C(f(r[2],li),a),li),l=t(r[3],c),d=X(
s,C(r[4],l)),_=t(r[3],c),k=C(f(r[1],r[4]),_),p=C(g(r[2],k),d),m=R(p,r[2])?p:X(a,t(E(p,o),o)),S=[0,m,a];return function(y){return ii(
S,y)}},u,v)}function _i(r){var n=ke(r),e=C(me(r),n),u=P(s,e),i=u&&[0,[0,r[2],e],0],v=me(r),c=C(Dr(r),v),o=di(r,me(r),c,i);return di(
r,s,ke(r),o)}function ji(r){var n=Er(r);return X(a,Sn(function(e){return P(e,r[3])?re(r,e):s},n))}function Ce(r){var n=ji(r[5]);return t(
ji(r[4]),n)}function ff(r){var n=r[1],e=r[2],u=te(n,n[8]),i=vn(n);if(i){var v=_i(n[4]),c=_i(n[5]),o=zr(n),l=t(n[8],o),d=t(t(Ce(n),
br),l),_=fi(function(D){return fi(function(b){var W=t(D,b),F=n[6],N=t(n[2],W),H=n[8],U=t(Ce(n),H);return Ut(n[3],U,N,F,e)},c)},v),
k=C(t(n[1],_),d),p=n[7],m=Ot(t(E(n[10],u),u),p,e);if(m){var S=gr(function(b){return gr(function(W){var F=t(b[1],W[1]),N=t(n[2],F);
return j(e,t(n[3],N))},c)},v);if(S){var y=P(s,k);if(y)var B=zr(n),q=t(n[9],B),Z=Tt(Ce(n),k,q),A=R(r[3],Z);else var A=y}else var A=S}else
var A=m;var M=A}else var M=i;return M}function vf(r,n,e,u,i,v,c,o,l,d){return[0,r,n,e,u,i,v,c,o,l,d]}function af(r,n,e,u,i,v,c){return[
0,r,n,e,u,i,v,c]}function cf(r,n,e,u,i){return[0,r,n,e,u,i]}function of(r,n,e,u){return[0,r,n,e,u]}function sf(r,n,e){return[0,r,n,
e]}function lf(r,n,e,u,i,v,c){return[0,r,n,e,u,i,v,c]}function df(r,n,e,u){return[0,r,n,e,u]}function _f(r,n,e,u,i,v,c,o,l,d,_,k,p,m,S){
return[0,r,n,e,u,i,v,c,o,l,d,_,k,p,m,S]}function jf(r,n){return[0,r,n]}function kf(r,n,e,u,i,v,c,o,l){return[0,r,n,e,u,i,v,c,o,l]}
function mf(r,n,e,u,i,v,c){return[0,r,n,e,u,i,v,c]}function Cf(r,n,e,u,i){return[0,r,n,e,u,i]}function pf(r,n,e,u){return[0,r,n,e,
u]}function yf(r,n){return[0,r,n]}function If(r,n,e,u,i){return[0,r,n,e,u,i]}function Bf(r,n,e,u){return[0,r,n,e,u]}function Zf(r,n,e,u){
return[0,r,n,e,u]}function Sf(r,n,e,u,i,v,c,o,l,d,_){return[0,r,n,e,u,i,v,c,o,l,d,_]}function qf(r,n,e,u){return[0,r,n,e,u]}function wf(r,n,e,u,i){
return[0,r,n,e,u,i]}function Rf(r,n,e,u,i){return[0,r,n,e,u,i]}function Af(r,n,e,u,i,v){return[0,r,n,e,u,i,v]}function Mf(r,n,e,u,i){
return[0,r,n,e,u,i]}function Hf(r,n,e,u){return[0,r,n,e,u]}function Jf(r,n,e,u,i,v,c,o){return[0,r,n,e,u,i,v,c,o]}function xf(r,n,e,u,i,v,c,o,l,d,_,k){
return[0,r,n,e,u,i,v,c,o,l,d,_,k]}function Ff(r,n){return[0,r,n]}function Pf(r,n,e,u,i){return[0,r,n,e,u,i]}function Wf(r,n,e){return[
0,r,n,e]}return w("check_product_segments",Ei),w("check_product_busiest",Gi),w("check_product_memory_independent",Ki),w("check_pro\
duct_steady",Ni),w("check_product_busiest_steady",Ui),w("check_chain_transients",Ti),w("check_chain_transients_steady",Oi),w("chec\
k_chain_births_weighted",Qi),w("check_chain_births_weighted_steady",zi),w("check_compulsory",Li),w("check_product_whole_passes",Xi),
w("check_convolution",Yi),w("check_convolution_busiest",$i),w("check_convolution_memory_independent",hi),w("check_convolution_stea\
dy",gi),w("check_potential_table",nf),w("check_product_holding_cost",uf),w("check_convolution_whole_passes",ff),w("ProductInstance",
vf),w("CutCertificate",af),w("SegmentsCertificate",cf),w("BusiestCertificate",of),w("MemoryIndependentCertificate",sf),w("SteadyCe\
rtificate",lf),w("BusiestSteadyCertificate",df),w("ChainInstance",_f),w("ChainSegment",jf),w("ChainTransientsCertificate",kf),w("C\
hainSteadyCertificate",mf),w("ChainBirthsWeightedCertificate",Cf),w("ChainBirthsWeightedSteadyCertificate",pf),w("Array",yf),w("Co\
mpulsoryCertificate",If),w("WholePassesCertificate",Bf),w("ConvAxis",Zf),w("ConvInstance",Sf),w("TapResidue",qf),w("Figures",wf),w(
"ConvCut",Rf),w("ConvolutionCertificate",Af),w("ConvolutionBusiestCertificate",Mf),w("ConvolutionMemoryIndependentCertificate",Hf),
w("ConvolutionSteadyCertificate",Jf),w("PotentialTable",xf),w("PotentialShare",Ff),w("HoldingCostCertificate",Pf),w("ConvWholePass\
esCertificate",Wf),w("Real",0),w("OverWhole",1),w("ResidentA",0),w("ResidentB",1),w("ResidentC",2),w("AlongX",0),w("Z.add",f),w("Z\
.sub",C),w("Z.opp",Br),w("Z.mul",t),w("Z.div",E),w("Z.modulo",_r),w("Z.sqrt",Nn),w("Z.gcd",Zr),w("Z.ltb",P),w("Z.leb",j),w("Z.eqb",
R),w("Z.min",g),w("Z.max",X),w("Z.to_nat",ln),w("Nat.add",f),w("Nat.mul",t),w("nil",0),w("cons",function(r,n){return[0,r,n]}),qi}export{bf as checkers};
