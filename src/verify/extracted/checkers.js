// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function St(Dr){"use strict";var Ee={},P=248;function fr(r,n){if(r.fun)return fr(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var i=n.length|0,u=e-i|0;return u==0?r.apply(null,n):u<0?fr(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var f=arguments.length==0?1:arguments.length,a=new Array(n.length+f),c=0;c<n.length;c++)a[c]=n[c];for(var c=0;c<
arguments.length;c++)a[n.length+c]=arguments[c];return fr(r,a)}}function Fe(){return 0}var rn=[0];function T(r,n,e){e&&Dr.toplevelReloc&&
(r=Dr.toplevelReloc(e)),rn[r+1]=n,e&&(rn[e]=n)}function v(r,n){return r+n}function D(r,n){if(n===BigInt(0))return n;var e=r/n;return e*
n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function j(r,n){return r===n?1:0}function Nr(r){return BigInt(r)}function H(r,n){return r<
n?1:0}function t(r,n){return r*n}function q(r,n){return Dr.provided[r]=n,0}function He(r){if(r<=BigInt(0))return BigInt(0);for(var n=r<
BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var i=(e+r/e)/BigInt(
2);if(i>=e)break;e=i}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function p(r,n){return r-
n}var nn="Assert_failure",en="Division_by_zero",tn="End_of_file",un="Failure",vn="Invalid_argument",fn="Match_failure",an="Not_fou\
nd",on="Out_of_memory",cn="Stack_overflow",sn="Sys_blocked_io",ln="Sys_error",gn="Undefined_recursive_module";function x(r,n){return r.
length==1?r(n):fr(r,[n])}function ar(r,n,e){return r.length==2?r(n,e):fr(r,[n,e])}Fe(),T(11,[P,gn,-12],gn),T(10,[P,nn,-11],nn),T(9,
[P,sn,-10],sn),T(8,[P,cn,-9],cn),T(7,[P,fn,-8],fn),T(6,[P,an,-7],an),T(5,[P,en,-6],en),T(4,[P,tn,-5],tn),T(3,[P,vn,-4],vn),T(2,[P,
un,-3],un),T(1,[P,ln,-2],ln),T(0,[P,on,-1],on);var _=Nr(0),o=Nr(1);function or(r){return v(r,o)}function A(r){return or(v(r,r))}function _n(r){
return p(_,r)}function $(r,n,e){return j(e,_)?x(r,0):x(n,p(e,o))}function l(r,n){return 1-H(n,r)}function Q(r,n){return H(n,r)?n:r}
function N(r,n){return H(r,n)?n:r}function z(r,n){return p(r,t(n,D(r,n)))}function Y(r,n){for(var e=r,i=n;;){if(j(i,_))return N(e,
_n(e));var u=z(e,i),e=i,i=u}}function nr(r){return r?0:1}function Or(r,n){function e(i){return or(Or(i,n))}return $(function(i){return n},
e,r)}function Qr(r,n){function e(i){return Or(n,Qr(i,n))}return $(function(i){return _},e,r)}function Wr(r,n,e,i){var u=D(i,Nr(2));
if(j(i,o))return x(n,e);if(j(v(u,u),i)){var f=Ir(n,e,u);return r<50?Wr(r+1|0,n,f,u):caml_trampoline_return(Wr,[0,n,f,u])}return x(
n,Ir(n,Ir(n,e,u),u))}function Ir(r,n,e){return caml_trampoline(Wr(0,r,n,e))}function mn(r,n){function e(i){function u(f){return mn(
i,f)}return $(function(f){return 0},u,n)}return $(function(i){function u(f){return 0}return $(function(f){return 1},u,n)},e,r)}function cr(r){
return r?or(cr(r[2])):_}function Cn(r,n,e){if(n){var i=n[2],u=n[1],f=function(a){return Cn(r,i,a)};return $(function(a){return u},
f,e)}return r}function kn(r,n){for(var e=n;;){if(e){var i=e[2],u=e[1];if(x(r,u))return[0,u,kn(r,i)];var e=i;continue}return e}}function Gr(r,n){
for(var e=n;;){if(e){var i=x(r,e[1]);if(i){var e=e[2];continue}return i}return 1}}function yn(r,n){if(n)var e=yn(r,n[2]),i=[0,x(r,
n[1]),e];else var i=n;return i}function pr(r,n){function e(i){return[0,r,pr(or(r),i)]}return $(function(i){return 0},e,n)}function h(r,n,e){
if(e){var i=h(r,n,e[2]);return ar(r,e[1],i)}return n}function er(r,n,e,i,u){if(l(t(t(r,r),r),i)){var f=t(t(u,u),u),a=A(o);return l(
t(A(A(v(a,a))),i),f)}if(l(t(t(r,n),n),i)){var c=l(r,u);if(c){var s=p(u,r),m=t(t(r,p(u,r)),s),g=v(o,o);return l(t(v(g,g),i),m)}return c}
if(l(t(t(r,n),e),i)){var C=p(p(u,r),n);return l(i,t(t(r,n),C))}return l(v(v(r,n),e),u)}function Lr(r,n,e,i,u,f,a,c){var s=t(t(r,n),
e),m=t(c,s),g=t(t(s,s),s),C=t(t(t(t(t(i,u),f),a),a),g),y=t(t(t(f,a),r),n),k=t(t(t(u,a),n),e),b=t(t(t(i,a),r),e);return l(k,b)?l(y,
k)?er(b,k,y,C,m):l(y,b)?er(b,y,k,C,m):er(y,b,k,C,m):l(y,b)?er(k,b,y,C,m):l(y,k)?er(k,y,b,C,m):er(y,k,b,C,m)}function In(r,n){if(j(
n,_))return _;if(H(_,n)){var e=[0,o,_];return Ir(function(i){var u=x(r,i[1]),f=N(i[2],u);return[0,v(i[1],o),f]},e,n)[2]}return _n(
n),_}function Pr(r,n,e){if(!l(r,_)&&!j(n,_)){var i=l(r,t(e,n)),u=i&&H(t(p(e,o),n),r);return u}return j(e,_)}function Br(r,n){return D(
p(v(r,n),o),n)}function sr(r,n,e){var i=l(_,e);if(i){var u=j(e,_),f=u||ar(r,e,n);if(f)return nr(ar(r,v(e,o),n));var a=f}else var a=i;
return a}function jr(r,n,e,i){var u=l(_,i);if(u){var f=l(i,n);if(f){var a=j(i,_);if(a)var s=a;else var c=H(_,e),s=c&&ar(r,i,e);if(s){
var m=H(i,n);if(m)var g=H(_,e),C=g&&ar(r,v(i,o),e);else var C=m;return nr(C)}var y=s}else var y=f}else var y=u;return y}function lr(r){
var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var f=l(o,r[5]);if(f){var a=l(o,r[6]);if(a){
var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(_,r[9]);if(m)return l(o,r[10]);var g=m}else var g=s}else var g=c}else var g=a}else
var g=f}else var g=u}else var g=i}else var g=e}else var g=n;return g}function tr(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}
function gr(r){var n=r[3];return t(t(r[1],r[2]),n)}var pn=v(o,o),Bn=A(A(A(v(pn,pn)))),jn=v(Bn,Bn),bn=v(jn,jn),dn=A(v(bn,bn)),Sn=v(
dn,dn),qn=v(Sn,Sn),Mn=v(qn,qn),Rn=v(Mn,Mn),Je=v(Rn,Rn);function _r(r,n,e,i){return Lr(r[2],r[3],r[4],r[5],r[6],n,e,i)}function An(r,n,e,i,u){
var f=r[6],a=t(t(v(o,o),f),n),c=l(D(t(e,e),a),Je),s=c&&1;if(u)var m=s&&1,g=m;else var g=s?0:1;if(g){if(u){if(l(e,_))var I=_;else var C=r[4],
y=t(t(r[1],r[2]),C),k=r[3],b=t(t(r[1],r[4]),k),d=r[6],B=D(p(p(e,r[5]),d),n),S=Q(gr(r),B),I=In(function(w){var R=r[6],J=t(n,w),U=Q(
b,D(p(p(e,r[5]),J),R));return In(function(K){var F=r[5],W=t(n,w),E=Q(y,D(p(p(e,t(r[6],K)),W),F)),G=t(r[4],w),L=Q(t(r[2],K),G),O=t(
r[3],E);return Q(Q(He(t(t(E,K),w)),O),L)},U)},S);return j(i,I)}var M=tr(r);return jr(function(w,R){return _r(r,n,w,R)},M,e,i)}return g}
function ir(r,n){return Y(Y(r[5],r[6]),n)}function wn(r,n,e,i,u){var f=ir(r,n),a=l(o,u[1]);if(a){var c=j(z(u[1],f),_);if(c){var s=u[3],
m=u[4],g=An(r,n,p(v(u[1],n),f),m,s);if(g){var C=u[2],y=u[5],k=u[1],b=An(r,n,p(v(v(t(D(r[9],f),f),k),n),f),y,C);if(b){var d=u[6],B=u[5],
S=Pr(p(e,t(i,u[4])),B,d);if(S)var I=t(u[1],u[6]),M=j(u[7],I);else var M=S}else var M=b}else var M=g}else var M=c}else var M=a;return M}
function Ke(r){var n=r[1],e=lr(n);if(e){var i=r[2],u=n[10],f=tr(n),a=wn(n,n[7],f,u,i);if(a){var c=gr(n),s=t(n[7],c),m=N(_,p(r[2][7],
s)),g=j(r[3],m);if(g){var C=gr(n),y=t(n[8],C),k=j(r[4],y);if(k)var b=v(r[3],r[4]),d=j(r[5],b);else var d=k}else var d=g}else var d=a}else
var d=e;return d}function En(r,n){var e=l(o,n);if(e){var i=t(n,r[10]),u=l(tr(r),i);if(u)var f=tr(r),a=r[10],c=H(t(p(n,o),a),f);else
var c=u}else var c=e;return c}function Ue(r){var n=r[1],e=lr(n);if(e){var i=En(n,r[3]);if(i)var u=r[2],f=r[3],a=wn(n,Q(n[7],n[8]),
f,o,u),c=a&&j(r[4],r[2][7]);else var c=i}else var c=e;return c}function De(r){var n=r[1],e=Q(n[7],n[8]),i=lr(n);if(i){var u=En(n,r[2]);
if(u){var f=l(o,r[3]);if(f){var a=_r(n,e,r[2],r[3]);if(a){var c=p(r[3],o);return nr(_r(n,e,r[2],c))}var s=a}else var s=f}else var s=u}else
var s=i;return s}function Fn(r,n,e){var i=ir(r,n),u=ir(r,n),f=ir(r,n);return p(v(v(t(D(r[9],f),u),e),n),i)}function Ne(r){var n=r[1],
e=n[7],i=Fn(n,e,r[2]),u=r[3],f=lr(n);if(f){var a=l(o,r[2]);if(a){var c=ir(n,e),s=j(z(r[2],c),_);if(s){var m=sr(function(F,W){return _r(
n,e,F,W)},i,u);if(m){var g=v(u,o),C=tr(n),y=Br(t(r[2],C),g),k=j(r[4],y);if(k){var b=t(e,gr(n)),d=N(_,p(r[4],b)),B=j(r[5],d);if(B){
var S=gr(n),I=t(n[8],S),M=j(r[6],I);if(M)var w=v(r[5],r[6]),R=j(r[7],w);else var R=M}else var R=B}else var R=k}else var R=m}else var R=s}else
var R=a}else var R=f;return R}function Oe(r){var n=r[1],e=Q(n[7],n[8]),i=r[3],u=r[2],f=lr(n);if(f){var a=l(o,u);if(a){var c=j(z(u,
ir(n,e)),_);if(c){var s=Fn(n,e,u),m=sr(function(S,I){return _r(n,e,S,I)},s,i);if(m)var g=v(i,o),C=t(n[10],g),y=Br(t(u,tr(n)),C),k=j(
r[4],y);else var k=m}else var k=c}else var k=a}else var k=f;return k}function Tr(r,n){var e=l(_,n);return e&&l(r,t(n,n))}function br(r){
var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var f=l(o,r[5]);if(f){var a=l(o,r[6]);if(a){
var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){var g=l(o,r[10]);if(g){var C=l(o,r[11]);if(C){var y=l(o,r[12]);if(y){
var k=l(o,r[13]);if(k){var b=l(_,r[14]);if(b){var d=l(o,r[15]);if(d){var B=r[4],S=t(t(r[1],r[2]),B);return l(r[6],S)}var I=d}else var I=b}else
var I=k}else var I=y}else var I=C}else var I=g}else var I=m}else var I=s}else var I=c}else var I=a}else var I=f}else var I=u}else var I=i}else
var I=e}else var I=n;return I}function xr(r){return N(r[1],r[2])}function Hn(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function Jn(r,n,e){
return Lr(r[2],r[5],r[4],r[10],r[11],r[12],n,e)}function Kn(r,n,e){var i=r[12],u=r[11],f=r[9],a=r[8],c=r[7],s=r[3],m=r[3],g=v(o,o),
C=t(t(t(t(t(v(g,g),m),s),c),a),f),y=r[4],k=r[5],b=r[2],d=t(t(b,k),y),B=t(t(t(t(C,n),d),b),y),S=t(t(t(u,n),k),y),I=t(t(t(i,n),b),k);
if(l(I,S))var M=t(t(t(i,d),b),k),w=I,R=S;else var M=t(t(t(u,d),k),y),w=S,R=I;var J=t(e,d),U=t(t(t(C,t(d,d)),b),y),K=t(d,d),F=t(t(t(
t(u,i),n),k),K),W=t(t(t(d,d),d),d),E=t(t(t(t(t(C,u),i),n),n),W),G=p(J,R),L=v(o,o),O=t(v(L,L),F),X=p(p(t(J,J),B),O),Z=t(t(t(J,J),J),
J),rr=v(o,o),Jr=v(rr,rr),Kr=v(Jr,Jr),Ur=v(Kr,Kr),Cr=v(Ur,Ur),le=l(t(v(Cr,Cr),E),Z);if(le){var pt=t(t(t(R,R),R),R),ge=v(o,o),_e=H(t(
v(ge,ge),pt),E);if(_e)var kr=_e;else{var me=l(_,G);if(me)var Bt=t(t(G,G),G),Ce=v(o,o),jt=t(t(v(Ce,Ce),R),Bt),ke=A(o),kr=l(t(A(A(v(
ke,ke))),E),jt);else var kr=me}}else var kr=le;if(kr){var ye=v(o,o),bt=t(v(ye,ye),E),Ie=H(t(B,B),bt);if(Ie)var yr=Ie;else{var pe=l(
_,X);if(pe)var dt=t(X,X),Be=v(o,o),je=v(Be,Be),be=v(je,je),yr=l(t(t(v(be,be),B),F),dt);else var yr=pe}}else var yr=kr;if(yr){var de=H(
R,M);if(de)var qe=de;else var Se=v(o,o),qe=H(B,t(t(v(Se,Se),M),M));var hr=qe||Tr(B,p(G,M))}else var hr=yr;var Me=hr&&Tr(B,p(G,w));
if(Me){var Re=v(o,o),Ae=H(t(t(v(Re,Re),w),w),U);if(!Ae)return Tr(U,p(G,w));var we=Ae}else var we=Me;return we}function Un(r,n,e){var i=e[1],
u=Hn(r),f=jr(function(s,m){return Jn(r,s,m)},u,n,i);if(f){var a=e[2],c=Hn(r);return jr(function(s,m){return Kn(r,s,m)},c,n,a)}return f}
function mr(r){var n=r[5];return t(t(r[1],r[2]),n)}function V(r){var n=Y(r[11],r[12]),e=Y(r[10],n),i=Y(r[9],e);return Y(r[8],i)}function Qe(r){
var n=r[1],e=V(n),i=br(n);if(i){var u=l(o,r[2]);if(u){var f=j(z(r[2],e),_);if(f){var a=r[3],c=Un(n,p(v(r[2],n[12]),e),a);if(c){var s=r[4],
m=n[12],g=r[2],C=Un(n,p(v(v(t(D(n[14],e),e),g),m),e),s);if(C){var y=r[5],k=xr(r[4]),b=xr(r[3]),d=t(n[15],b),B=Pr(p(t(n[6],n[5]),d),
k,y);if(B){var S=t(r[2],r[5]),I=j(r[6],S);if(I){var M=mr(n),w=t(n[12],M),R=N(_,p(r[6],w)),J=j(r[7],R);if(J){var U=mr(n),K=t(n[13],
U),F=j(r[8],K);if(F)var W=v(r[7],r[8]),E=j(r[9],W);else var E=F}else var E=J}else var E=I}else var E=B}else var E=C}else var E=c}else
var E=f}else var E=u}else var E=i;return E}function We(r){var n=r[1],e=V(n),i=r[2],u=br(n);if(u){var f=l(o,i);if(f){var a=j(z(i,e),
_);if(a){var c=r[3],s=n[12],m=p(v(v(t(D(n[14],e),e),i),s),e),g=c[1],C=sr(function(L,O){return Jn(n,L,O)},m,g);if(C)var y=c[2],k=sr(
function(L,O){return Kn(n,L,O)},m,y);else var k=C;if(k){var b=v(xr(r[3]),o),d=Br(t(i,t(n[6],n[5])),b),B=j(r[4],d);if(B){var S=mr(n),
I=t(n[12],S),M=N(_,p(r[4],I)),w=j(r[5],M);if(w){var R=mr(n),J=t(n[13],R),U=j(r[6],J);if(U)var K=v(r[5],r[6]),F=j(r[7],K);else var F=U}else
var F=w}else var F=B}else var F=k}else var F=a}else var F=f}else var F=u;return F}function Dn(r,n){var e=N(r[12],r[10]),i=N(r[11],
e),u=N(r[9],i),f=N(r[8],u),a=v(p(n,V(r)),f),c=V(r),s=V(r);return v(t(D(r[14],s),c),a)}function Nn(r,n,e){var i=t(e,e),u=l(v(r,n),i);
if(u){var f=p(p(t(e,e),r),n),a=t(p(p(t(e,e),r),n),f),c=t(r,n),s=v(o,o);return l(t(v(s,s),c),a)}return u}function On(r,n,e){var i=r[12],
u=r[3],f=r[7],a=r[6],c=v(o,o),s=v(c,c),m=v(s,s),g=t(t(t(v(m,m),a),f),u),C=r[5],y=r[6],k=v(o,o),b=v(k,k),d=v(b,b),B=t(t(v(d,d),y),C),
S=r[6],I=r[7],M=A(o),w=t(t(t(t(A(A(v(M,M))),I),i),n),S),R=v(o,o),J=v(R,R),U=v(J,J),K=v(t(e,t(t(v(U,U),n),n)),w),F=t(B,B),W=Q(r[10],
i),E=r[11],G=A(o),L=t(t(t(t(t(A(A(v(G,G))),n),E),i),W),F),O=t(g,g),X=r[9],Z=r[8],rr=A(o);return Nn(t(t(t(t(t(A(A(v(rr,rr))),n),Z),
X),i),O),L,K)}function Qn(r){var n=mr(r);return t(N(_,p(r[12],r[13])),n)}function Ge(r){var n=r[1],e=Dn(n,r[2]),i=r[3],u=br(n);if(u){
var f=l(o,r[2]);if(f){var a=V(n),c=j(z(r[2],a),_);if(c){var s=l(_,i);if(s){var m=n[12],g=A(o),C=t(t(A(A(v(g,g))),m),e),y=n[9],k=n[8],
b=n[3],d=n[3],B=v(o,o),S=v(B,B),I=v(S,S),M=v(I,I),w=v(M,M),R=v(w,w),J=v(R,R);if(H(t(t(t(t(v(J,J),d),b),k),y),C))var U=j(i,_);else{
var K=On(n,e,v(i,n[15]));if(K)var F=j(i,_),U=F||nr(On(n,e,p(v(i,n[15]),o)));else var U=K}if(U){var W=t(r[2],i),E=j(r[4],W);if(E)var G=Qn(
n),L=N(_,p(r[4],G)),O=j(r[5],L);else var O=E}else var O=U}else var O=s}else var O=c}else var O=f}else var O=u;return O}function Wn(r,n,e,i){
var u=r[12],f=V(r),a=V(r),c=v(t(D(r[14],a),f),e),s=r[3],m=r[7],g=r[6],C=v(o,o),y=v(C,C),k=v(y,y),b=t(t(t(t(v(k,k),e),g),m),s),d=r[5],
B=r[6],S=v(o,o),I=v(S,S),M=v(I,I),w=t(t(t(v(M,M),e),B),d),R=r[6],J=r[7],U=A(o),K=t(t(t(t(t(A(A(v(U,U))),J),u),n),e),R),F=v(o,o),W=v(
F,F),E=v(W,W),G=v(t(i,t(t(v(E,E),n),c)),K),L=t(w,w),O=Q(r[10],u),X=r[11],Z=A(o),rr=t(t(t(t(t(A(A(v(Z,Z))),n),X),u),O),L),Jr=t(b,b),
Kr=r[9],Ur=r[8],Cr=A(o);return Nn(t(t(t(t(t(A(A(v(Cr,Cr))),n),Ur),Kr),u),Jr),rr,G)}function Le(r){var n=r[1],e=r[2],i=Dn(n,e),u=r[3],
f=br(n);if(f){var a=l(o,e);if(a){var c=j(z(e,V(n)),_);if(c){var s=l(_,u);if(s){var m=n[12],g=A(o),C=t(t(A(A(v(g,g))),m),i),y=n[9],
k=n[8],b=n[3],d=n[3],B=v(o,o),S=v(B,B),I=v(S,S),M=v(I,I),w=v(M,M),R=v(w,w),J=v(R,R);if(H(t(t(t(t(v(J,J),d),b),k),y),C))var U=j(u,_);else{
var K=Wn(n,i,e,u);if(K)var F=j(u,_),U=F||nr(Wn(n,i,e,p(u,o)));else var U=K}if(U)var W=N(_,p(u,Qn(n))),E=j(r[4],W);else var E=U}else
var E=s}else var E=c}else var E=a}else var E=f;return E}function Gn(r){return h(function(n,e){return v(t(n[1],n[2]),e)},_,r)}function Ln(r){
var n=l(o,r[1]);return n&&l(o,r[2])}function Pe(r){var n=Gr(Ln,r[1]);if(n){var e=Gr(Ln,r[2]);if(e){var i=Gn(r[1]),u=j(r[3],i);if(u){
var f=Gn(r[2]),a=j(r[4],f);if(a)var c=v(r[3],r[4]),s=j(r[5],c);else var s=a}else var s=u}else var s=e}else var s=n;return s}function Pn(r,n){
var e=pr(_,n);return h(function(i,u){return v(x(r,i),u)},_,e)}function zr(r,n){var e=pr(_,n);return h(function(i,u){return N(x(r,i),
u)},_,e)}var Tn=v(o,o),xn=v(Tn,Tn),zn=v(xn,xn),Vn=v(zn,zn),Xn=v(Vn,Vn),Yn=v(Xn,Xn),Zn=v(Yn,Yn),$n=v(Zn,Zn),hn=v($n,$n),re=v(hn,hn),
ne=v(re,re),Te=v(ne,ne);function ee(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(r[2],Te);if(i){var u=l(o,r[3]);if(u){var f=l(
_,r[4]);if(f){var a=H(r[4],r[2]);if(a){var c=r[4],s=t(v(o,o),c),m=v(r[1],s);return l(r[2],m)}var g=a}else var g=f}else var g=u}else
var g=i}else var g=e}else var g=n;return g}function dr(r){var n=r[3],e=r[3],i=r[2],u=r[4],f=t(v(o,o),u);return D(v(p(v(r[1],f),i),
e),n)}function te(r,n){if(H(n,r[4])){var e=r[3],i=r[3];return D(p(v(p(r[4],n),i),o),e)}return _}function ie(r,n){var e=p(v(r[1],r[4]),
n),i=dr(r);if(l(e,_))var f=_;else var u=r[3],f=D(p(v(e,r[3]),o),u);return Q(f,i)}function Vr(r,n){var e=te(r,n);return N(_,p(ie(r,
n),e))}function ur(r){return N(r[2],_)}function Sr(r,n,e){var i=j(z(e,r[3]),n),u=i&&H(_,Vr(r,e));return u}function Xr(r,n){var e=ur(
r);return Pn(function(i){return Sr(r,n,i)?o:_},e)}function Yr(r,n){var e=ur(r);return zr(function(i){if(Sr(r,n,i)){var u=D(i,r[3]);
return v(ie(r,i),u)}return _},e)}function ue(r,n){var e=dr(r);return Q(Xr(r,n),e)}function ve(r){var n=ur(r);return zr(function(e){
return Vr(r,e)},n)}function qr(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=ee(r[4]);if(u){var f=ee(
r[5]);if(f){var a=l(o,r[6]);if(a){var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){var g=l(_,r[10]);if(g)return l(
o,r[11]);var C=g}else var C=m}else var C=s}else var C=c}else var C=a}else var C=f}else var C=u}else var C=i}else var C=e}else var C=n;
return C}function Mr(r){var n=pr(_,ur(r)),e=kn(function(i){var u=H(i,r[3]),f=u&&H(_,Xr(r,i));return f},n);return yn(function(i){var u=ur(
r),f=Pn(function(y){return Sr(r,i,y)?Vr(r,y):_},u),a=Xr(r,i),c=ue(r,i),s=ur(r),m=zr(function(y){if(Sr(r,i,y)){var k=D(y,r[3]),b=v(
te(r,y),k);return p(Yr(r,i),b)}return _},s),g=p(Yr(r,i),m),C=p(Yr(r,i),g);return[0,Q(ue(r,i),C),c,a,f]},e)}function Rr(r,n){return h(
function(e,i){return v(x(r,e),i)},_,n)}function vr(r,n){return h(function(e,i){return N(x(r,e),i)},_,n)}function fe(r,n){if(n){var e=n[1];
return j(r,e)?n:H(e,r)?[0,r,n]:[0,e,fe(r,n[2])]}return[0,r,0]}function Ar(r){var n=0;return h(function(e,i){return fe(e[1],i)},n,r)}
function Zr(r,n){return n?j(r,n[1])?_:or(Zr(r,n[2])):_}function wr(r,n){var e=Mr(r[4]),i=Mr(r[5]),u=Ar(e),f=Ar(i);function a(B,S){
var I=B[1],M=Zr(S[1],f),w=cr(f);return Cn(_,n,Or(Qr(Zr(I,u),w),M))}var c=ve(r[5]),s=t(ve(r[4]),c),m=Rr(function(B){return Rr(function(S){
var I=t(B[3],S[3]);return t(a(B,S),I)},i)},e),g=t(r[2],m),C=vr(function(B){return vr(function(S){var I=t(r[1],s);return t(a(B,S),I)},
i)},e),y=vr(function(B){return vr(function(S){var I=t(B[2],S[2]),M=t(r[3],I);return t(a(B,S),M)},i)},e),k=vr(function(B){return vr(
function(S){var I=t(B[1],S[1]),M=a(B,S);return t(t(a(B,S),M),I)},i)},e),b=Rr(function(B){return Rr(function(S){var I=t(B[4],S[4]);
return t(a(B,S),I)},i)},e),d=r[3];return[0,t(t(t(r[1],r[2]),d),b),k,y,C,g]}function Er(r,n){var e=cr(Ar(Mr(r[5]))),i=Qr(cr(Ar(Mr(r[4]))),
e),u=mn(cr(n),i);if(u){var f=Gr(function(C){return l(_,C)},n);if(f)for(var a=n;;){if(a){var c=H(_,a[1]);if(!c){var a=a[2];continue}
var s=c}else var s=a;return s}var m=f}else var m=u;return m}function Fr(r){var n=H(_,r[2]);if(n){var e=H(_,r[3]);if(e)var i=H(_,r[4]),
u=i&&H(_,r[5]);else var u=e}else var u=n;return u}function $r(r,n,e,i,u){var f=t(e[2],u),a=t(e[2],i);return Lr(e[4],e[3],e[5],r[6],
r[7],n,a,f)}function ae(r,n,e,i,u){var f=e[1];return jr(function(a,c){return $r(r,n,e,a,c)},f,i,u)}function oe(r,n){return Y(Y(r[6],
r[7]),n)}function ce(r,n,e,i,u,f){var a=oe(r,n),c=l(o,f[1]);if(c){var s=j(z(f[1],a),_);if(s){var m=f[2],g=ae(r,n,e,p(v(f[1],n),a),
m);if(g){var C=f[3],y=f[1],k=ae(r,n,e,p(v(v(t(D(r[10],a),a),y),n),a),C);if(k){var b=f[4],d=f[3],B=Pr(p(i,t(u,f[2])),d,b);if(B)var S=t(
f[1],f[4]),I=j(f[5],S);else var I=B}else var I=k}else var I=g}else var I=s}else var I=c;return I}function Hr(r){var n=dr(r[5]),e=dr(
r[4]);return t(t(t(r[1],r[3]),e),n)}function xe(r){var n=r[1],e=qr(n);if(e){var i=Er(n,r[2]);if(i){var u=wr(n,r[2]),f=Fr(u);if(f){
var a=ce(n,n[8],u,u[1],n[11],r[3]);if(a){var c=Hr(n),s=t(n[8],c),m=N(_,p(r[3][5],s)),g=j(r[4],m);if(g){var C=Hr(n),y=t(n[9],C),k=j(
r[5],y);if(k)var b=v(r[4],r[5]),d=j(r[6],b);else var d=k}else var d=g}else var d=a}else var d=f;var B=d}else var B=i}else var B=e;
return B}function se(r,n,e){var i=l(o,e);if(i)var u=l(r,t(e,n)),f=u&&H(t(p(e,o),n),r);else var f=i;return f}function ze(r){var n=r[1],
e=qr(n);if(e){var i=Er(n,r[2]);if(i){var u=wr(n,r[2]),f=Fr(u);if(f){var a=se(u[1],n[11],r[4]);if(a)var c=r[3],s=r[4],m=ce(n,Q(n[8],
n[9]),u,s,o,c),g=m&&j(r[5],r[3][5]);else var g=a}else var g=f;var C=g}else var C=i}else var C=e;return C}function Ve(r){var n=r[1],
e=qr(n);if(e){var i=Er(n,r[2]);if(i){var u=wr(n,r[2]),f=r[3],a=Q(n[8],n[9]),c=function(B){return $r(n,a,u,f,B)},s=Fr(u);if(s){var m=se(
u[1],n[11],r[3]);if(m){var g=l(o,r[4]);if(g){var C=c(r[4]);if(C)return nr(c(p(r[4],o)));var y=C}else var y=g}else var y=m}else var y=s;
var k=y}else var k=i}else var k=e;return k}function Xe(r){var n=r[1],e=n[8],i=oe(n,e),u=r[3],f=r[4],a=qr(n);if(a){var c=Er(n,r[2]);
if(c){var s=wr(n,r[2]),m=Fr(s);if(m){var g=l(o,u);if(g){var C=j(z(u,i),_);if(C){var y=p(v(v(t(D(n[10],i),i),u),e),i),k=sr(function(X,Z){
return $r(n,e,s,X,Z)},y,f);if(k){var b=v(f,o),d=Br(t(u,s[1]),b),B=j(r[5],d);if(B){var S=t(e,Hr(n)),I=N(_,p(r[5],S)),M=j(r[6],I);if(M){
var w=Hr(n),R=t(n[9],w),J=j(r[7],R);if(J)var U=v(r[6],r[7]),K=j(r[8],U);else var K=J}else var K=M}else var K=B}else var K=k}else var K=C}else
var K=g}else var K=m;var F=K}else var F=c}else var F=a;return F}function Ye(r,n,e,i,u,f,a,c,s,m){return[0,r,n,e,i,u,f,a,c,s,m]}function Ze(r,n,e,i,u,f,a){
return[0,r,n,e,i,u,f,a]}function $e(r,n,e,i,u){return[0,r,n,e,i,u]}function he(r,n,e,i){return[0,r,n,e,i]}function rt(r,n,e){return[
0,r,n,e]}function nt(r,n,e,i,u,f,a){return[0,r,n,e,i,u,f,a]}function et(r,n,e,i){return[0,r,n,e,i]}function tt(r,n,e,i,u,f,a,c,s,m,g,C,y,k,b){
return[0,r,n,e,i,u,f,a,c,s,m,g,C,y,k,b]}function it(r,n){return[0,r,n]}function ut(r,n,e,i,u,f,a,c,s){return[0,r,n,e,i,u,f,a,c,s]}
function vt(r,n,e,i,u,f,a){return[0,r,n,e,i,u,f,a]}function ft(r,n,e,i,u){return[0,r,n,e,i,u]}function at(r,n,e,i){return[0,r,n,e,
i]}function ot(r,n){return[0,r,n]}function ct(r,n,e,i,u){return[0,r,n,e,i,u]}function st(r,n,e,i){return[0,r,n,e,i]}function lt(r,n,e,i,u,f,a,c,s,m,g){
return[0,r,n,e,i,u,f,a,c,s,m,g]}function gt(r,n,e,i){return[0,r,n,e,i]}function _t(r,n,e,i,u){return[0,r,n,e,i,u]}function mt(r,n,e,i,u){
return[0,r,n,e,i,u]}function Ct(r,n,e,i,u,f){return[0,r,n,e,i,u,f]}function kt(r,n,e,i,u){return[0,r,n,e,i,u]}function yt(r,n,e,i){
return[0,r,n,e,i]}function It(r,n,e,i,u,f,a,c){return[0,r,n,e,i,u,f,a,c]}return q("check_product_segments",Ke),q("check_product_bu\
siest",Ue),q("check_product_memory_independent",De),q("check_product_steady",Ne),q("check_product_busiest_steady",Oe),q("check_cha\
in_transients",Qe),q("check_chain_transients_steady",We),q("check_chain_births_weighted",Ge),q("check_chain_births_weighted_steady",
Le),q("check_compulsory",Pe),q("check_convolution",xe),q("check_convolution_busiest",ze),q("check_convolution_memory_independent",
Ve),q("check_convolution_steady",Xe),q("ProductInstance",Ye),q("CutCertificate",Ze),q("SegmentsCertificate",$e),q("BusiestCertific\
ate",he),q("MemoryIndependentCertificate",rt),q("SteadyCertificate",nt),q("BusiestSteadyCertificate",et),q("ChainInstance",tt),q("\
ChainSegment",it),q("ChainTransientsCertificate",ut),q("ChainSteadyCertificate",vt),q("ChainBirthsWeightedCertificate",ft),q("Chai\
nBirthsWeightedSteadyCertificate",at),q("Array",ot),q("CompulsoryCertificate",ct),q("ConvAxis",st),q("ConvInstance",lt),q("TapResi\
due",gt),q("Figures",_t),q("ConvCut",mt),q("ConvolutionCertificate",Ct),q("ConvolutionBusiestCertificate",kt),q("ConvolutionMemory\
IndependentCertificate",yt),q("ConvolutionSteadyCertificate",It),q("Real",0),q("OverWhole",1),q("nil",0),q("cons",function(r,n){return[
0,r,n]}),Ee}export{St as checkers};
