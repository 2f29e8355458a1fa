// Made by scripts/extract.js from proofs/coq, with Coq 8.16.1, OCaml 4.13.1, js_of_ocaml 4.0.0; not to be edited.
function Rt(Kr){"use strict";var Ee={},G=248;function ar(r,n){if(r.fun)return ar(r.fun,n);if(typeof r!="function")return r;var e=r.
length|0;if(e===0)return r.apply(null,n);var i=n.length|0,u=e-i|0;return u==0?r.apply(null,n):u<0?ar(r.apply(null,n.slice(0,e)),n.
slice(e)):function(){for(var a=arguments.length==0?1:arguments.length,f=new Array(n.length+a),c=0;c<n.length;c++)f[c]=n[c];for(var c=0;c<
arguments.length;c++)f[n.length+c]=arguments[c];return ar(r,f)}}function Fe(){return 0}var nn=[0];function L(r,n,e){e&&Kr.toplevelReloc&&
(r=Kr.toplevelReloc(e)),nn[r+1]=n,e&&(nn[e]=n)}function He(r){for(var n=1;r&&r.joo_tramp;)r=r.joo_tramp.apply(null,r.joo_args),n++;
return r}function Je(r,n){return{joo_tramp:r,joo_args:n}}function v(r,n){return r+n}function K(r,n){if(n===BigInt(0))return n;var e=r/
n;return e*n!==r&&r<BigInt(0)!=n<BigInt(0)?e-BigInt(1):e}function j(r,n){return r===n?1:0}function Ur(r){return BigInt(r)}function E(r,n){
return r<n?1:0}function t(r,n){return r*n}function B(r,n){return Kr.provided[r]=n,0}function en(r){if(r<=BigInt(0))return BigInt(0);
for(var n=r<BigInt(4503599627370496),e=n?BigInt(Math.ceil(Math.sqrt(Number(r)))):BigInt(1)<<BigInt(2*r.toString(16).length);;){var i=(e+
r/e)/BigInt(2);if(i>=e)break;e=i}if(e*e>r||r>=(e+BigInt(1))*(e+BigInt(1)))throw new Error("not a square root");return e}function I(r,n){
return r-n}var tn="Assert_failure",un="Division_by_zero",vn="End_of_file",an="Failure",fn="Invalid_argument",on="Match_failure",cn="\
Not_found",sn="Out_of_memory",ln="Stack_overflow",gn="Sys_blocked_io",_n="Sys_error",mn="Undefined_recursive_module";function P(r,n){
return r.length==1?r(n):ar(r,[n])}function fr(r,n,e){return r.length==2?r(n,e):ar(r,[n,e])}Fe(),L(11,[G,mn,-12],mn),L(10,[G,tn,-11],
tn),L(9,[G,gn,-10],gn),L(8,[G,ln,-9],ln),L(7,[G,on,-8],on),L(6,[G,cn,-7],cn),L(5,[G,un,-6],un),L(4,[G,vn,-5],vn),L(3,[G,fn,-4],fn),
L(2,[G,an,-3],an),L(1,[G,_n,-2],_n),L(0,[G,sn,-1],sn);var _=Ur(0),o=Ur(1);function or(r){return v(r,o)}function A(r){return or(v(r,
r))}function Dr(r){return I(_,r)}function $(r,n,e){return j(e,_)?P(r,0):P(n,I(e,o))}function l(r,n){return 1-E(n,r)}function O(r,n){
return E(n,r)?n:r}function U(r,n){return E(r,n)?n:r}function Cn(r){return U(r,_)}function T(r,n){return I(r,t(n,K(r,n)))}function z(r,n){
for(var e=r,i=n;;){if(j(i,_))return U(e,Dr(e));var u=T(e,i),e=i,i=u}}function nr(r){return r?0:1}function Or(r,n){function e(i){return or(
Or(i,n))}return $(function(i){return n},e,r)}function Qr(r,n){function e(i){return Or(n,Qr(i,n))}return $(function(i){return _},e,
r)}function Wr(r,n,e,i){var u=K(i,Ur(2));if(j(i,o))return P(n,e);if(j(v(u,u),i)){var a=kr(n,e,u);return r<50?Wr(r+1|0,n,a,u):Je(Wr,
[0,n,a,u])}return P(n,kr(n,kr(n,e,u),u))}function kr(r,n,e){return He(Wr(0,r,n,e))}function pn(r,n){function e(i){function u(a){return pn(
i,a)}return $(function(a){return 0},u,n)}return $(function(i){function u(a){return 0}return $(function(a){return 1},u,n)},e,r)}function cr(r){
return r?or(cr(r[2])):_}function yn(r,n,e){if(n){var i=n[2],u=n[1],a=function(f){return yn(r,i,f)};return $(function(f){return u},
a,e)}return r}function kn(r,n){for(var e=n;;){if(e){var i=e[2],u=e[1];if(P(r,u))return[0,u,kn(r,i)];var e=i;continue}return e}}function xr(r,n){
for(var e=n;;){if(e){var i=P(r,e[1]);if(i){var e=e[2];continue}return i}return 1}}function In(r,n){if(n)var e=In(r,n[2]),i=[0,P(r,
n[1]),e];else var i=n;return i}function Ir(r,n){function e(i){return[0,r,Ir(or(r),i)]}return $(function(i){return 0},e,n)}function h(r,n,e){
if(e){var i=h(r,n,e[2]);return fr(r,e[1],i)}return n}function er(r,n,e,i,u){if(l(t(t(r,r),r),i)){var a=t(t(u,u),u),f=A(o);return l(
t(A(A(v(f,f))),i),a)}if(l(t(t(r,n),n),i)){var c=l(r,u);if(c){var s=I(u,r),m=t(t(r,I(u,r)),s),g=v(o,o);return l(t(v(g,g),i),m)}return c}
if(l(t(t(r,n),e),i)){var C=I(I(u,r),n);return l(i,t(t(r,n),C))}return l(v(v(r,n),e),u)}function Gr(r,n,e,i,u,a,f,c){var s=t(t(r,n),
e),m=t(c,s),g=t(t(s,s),s),C=t(t(t(t(t(i,u),a),f),f),g),y=t(t(t(a,f),r),n),p=t(t(t(u,f),n),e),d=t(t(t(i,f),r),e);return l(p,d)?l(y,
p)?er(d,p,y,C,m):l(y,d)?er(d,y,p,C,m):er(y,d,p,C,m):l(y,d)?er(p,d,y,C,m):l(y,p)?er(p,y,d,C,m):er(y,p,d,C,m)}function bn(r,n){if(j(
n,_))return _;if(E(_,n)){var e=[0,o,_];return kr(function(i){var u=P(r,i[1]),a=U(i[2],u);return[0,v(i[1],o),a]},e,n)[2]}return Dr(
n),_}function Lr(r,n,e){if(!l(r,_)&&!j(n,_)){var i=l(r,t(e,n)),u=i&&E(t(I(e,o),n),r);return u}return j(e,_)}function br(r,n){return K(
I(v(r,n),o),n)}function sr(r,n,e){var i=l(_,e);if(i){var u=j(e,_),a=u||fr(r,e,n);if(a)return nr(fr(r,v(e,o),n));var f=a}else var f=i;
return f}function jr(r,n,e,i){var u=l(_,i);if(u){var a=l(i,n);if(a){var f=j(i,_);if(f)var s=f;else var c=E(_,e),s=c&&fr(r,i,e);if(s){
var m=E(i,n);if(m)var g=E(_,e),C=g&&fr(r,v(i,o),e);else var C=m;return nr(C)}var y=s}else var y=a}else var y=u;return y}function lr(r){
var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var a=l(o,r[5]);if(a){var f=l(o,r[6]);if(f){
var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(_,r[9]);if(m)return l(o,r[10]);var g=m}else var g=s}else var g=c}else var g=f}else
var g=a}else var g=u}else var g=i}else var g=e}else var g=n;return g}function tr(r){var n=r[4],e=r[3];return t(t(t(r[1],r[2]),e),n)}
function gr(r){var n=r[3];return t(t(r[1],r[2]),n)}var jn=v(o,o),Bn=A(A(A(v(jn,jn)))),dn=v(Bn,Bn),Zn=v(dn,dn),Sn=A(v(Zn,Zn)),Mn=v(
Sn,Sn),Rn=v(Mn,Mn),An=v(Rn,Rn),wn=v(An,An),Ke=v(wn,wn);function _r(r,n,e,i){return Gr(r[2],r[3],r[4],r[5],r[6],n,e,i)}function Nn(r,n,e,i,u){
var a=r[6],f=t(t(v(o,o),a),n),c=l(K(t(e,e),f),Ke),s=c&&1;if(u)var m=s&&1,g=m;else var g=s?0:1;if(g){if(u){if(l(e,_))var k=_;else var C=r[4],
y=t(t(r[1],r[2]),C),p=r[3],d=t(t(r[1],r[4]),p),Z=r[6],b=K(I(I(e,r[5]),Z),n),S=O(gr(r),b),k=bn(function(w){var R=r[6],F=t(n,w),J=O(
d,K(I(I(e,r[5]),F),R));return bn(function(H){var q=r[5],Q=t(n,w),N=O(y,K(I(I(e,t(r[6],H)),Q),q)),W=t(r[4],w),x=O(t(r[2],H),W),D=t(
r[3],N);return O(O(en(t(t(N,H),w)),D),x)},J)},S);return j(i,k)}var M=tr(r);return jr(function(w,R){return _r(r,n,w,R)},M,e,i)}return g}
function ir(r,n){return z(z(r[5],r[6]),n)}function qn(r,n,e,i,u){var a=ir(r,n),f=l(o,u[1]);if(f){var c=j(T(u[1],a),_);if(c){var s=u[3],
m=u[4],g=Nn(r,n,I(v(u[1],n),a),m,s);if(g){var C=u[2],y=u[5],p=u[1],d=Nn(r,n,I(v(v(t(K(r[9],a),a),p),n),a),y,C);if(d){var Z=u[6],b=u[5],
S=Lr(I(e,t(i,u[4])),b,Z);if(S)var k=t(u[1],u[6]),M=j(u[7],k);else var M=S}else var M=d}else var M=g}else var M=c}else var M=f;return M}
function Ue(r){var n=r[1],e=lr(n);if(e){var i=r[2],u=n[10],a=tr(n),f=qn(n,n[7],a,u,i);if(f){var c=gr(n),s=t(n[7],c),m=U(_,I(r[2][7],
s)),g=j(r[3],m);if(g){var C=gr(n),y=t(n[8],C),p=j(r[4],y);if(p)var d=v(r[3],r[4]),Z=j(r[5],d);else var Z=p}else var Z=g}else var Z=f}else
var Z=e;return Z}function En(r,n){var e=l(o,n);if(e){var i=t(n,r[10]),u=l(tr(r),i);if(u)var a=tr(r),f=r[10],c=E(t(I(n,o),f),a);else
var c=u}else var c=e;return c}function De(r){var n=r[1],e=lr(n);if(e){var i=En(n,r[3]);if(i)var u=r[2],a=r[3],f=qn(n,O(n[7],n[8]),
a,o,u),c=f&&j(r[4],r[2][7]);else var c=i}else var c=e;return c}function Oe(r){var n=r[1],e=O(n[7],n[8]),i=lr(n);if(i){var u=En(n,r[2]);
if(u){var a=l(o,r[3]);if(a){var f=_r(n,e,r[2],r[3]);if(f){var c=I(r[3],o);return nr(_r(n,e,r[2],c))}var s=f}else var s=a}else var s=u}else
var s=i;return s}function Fn(r,n,e){var i=ir(r,n),u=ir(r,n),a=ir(r,n);return I(v(v(t(K(r[9],a),u),e),n),i)}function Qe(r){var n=r[1],
e=n[7],i=Fn(n,e,r[2]),u=r[3],a=lr(n);if(a){var f=l(o,r[2]);if(f){var c=ir(n,e),s=j(T(r[2],c),_);if(s){var m=sr(function(q,Q){return _r(
n,e,q,Q)},i,u);if(m){var g=v(u,o),C=tr(n),y=br(t(r[2],C),g),p=j(r[4],y);if(p){var d=t(e,gr(n)),Z=U(_,I(r[4],d)),b=j(r[5],Z);if(b){
var S=gr(n),k=t(n[8],S),M=j(r[6],k);if(M)var w=v(r[5],r[6]),R=j(r[7],w);else var R=M}else var R=b}else var R=p}else var R=m}else var R=s}else
var R=f}else var R=a;return R}function We(r){var n=r[1],e=O(n[7],n[8]),i=r[3],u=r[2],a=lr(n);if(a){var f=l(o,u);if(f){var c=j(T(u,
ir(n,e)),_);if(c){var s=Fn(n,e,u),m=sr(function(S,k){return _r(n,e,S,k)},s,i);if(m)var g=v(i,o),C=t(n[10],g),y=br(t(u,tr(n)),C),p=j(
r[4],y);else var p=m}else var p=c}else var p=f}else var p=a;return p}function Pr(r,n){var e=l(_,n);return e&&l(r,t(n,n))}function Br(r){
var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=l(o,r[4]);if(u){var a=l(o,r[5]);if(a){var f=l(o,r[6]);if(f){
var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){var g=l(o,r[10]);if(g){var C=l(o,r[11]);if(C){var y=l(o,r[12]);if(y){
var p=l(o,r[13]);if(p){var d=l(_,r[14]);if(d){var Z=l(o,r[15]);if(Z){var b=r[4],S=t(t(r[1],r[2]),b);return l(r[6],S)}var k=Z}else var k=d}else
var k=p}else var k=y}else var k=C}else var k=g}else var k=m}else var k=s}else var k=c}else var k=f}else var k=a}else var k=u}else var k=i}else
var k=e}else var k=n;return k}function Tr(r){return U(r[1],r[2])}function Hn(r){var n=r[4],e=r[5];return t(t(t(r[1],r[2]),e),n)}function Jn(r,n,e){
return Gr(r[2],r[5],r[4],r[10],r[11],r[12],n,e)}function Kn(r,n,e){var i=r[12],u=r[11],a=r[9],f=r[8],c=r[7],s=r[3],m=r[3],g=v(o,o),
C=t(t(t(t(t(v(g,g),m),s),c),f),a),y=r[4],p=r[5],d=r[2],Z=t(t(d,p),y),b=t(t(t(t(C,n),Z),d),y),S=t(t(t(u,n),p),y),k=t(t(t(i,n),d),p);
if(l(k,S))var M=t(t(t(i,Z),d),p),w=k,R=S;else var M=t(t(t(u,Z),p),y),w=S,R=k;var F=t(e,Z),J=t(t(t(C,t(Z,Z)),d),y),H=t(Z,Z),q=t(t(t(
t(u,i),n),p),H),Q=t(t(t(Z,Z),Z),Z),N=t(t(t(t(t(C,u),i),n),n),Q),W=I(F,R),x=v(o,o),D=t(v(x,x),q),X=I(I(t(F,F),b),D),Y=t(t(t(F,F),F),
F),rr=v(o,o),Fr=v(rr,rr),Hr=v(Fr,Fr),Jr=v(Hr,Hr),Cr=v(Jr,Jr),_e=l(t(v(Cr,Cr),N),Y);if(_e){var Bt=t(t(t(R,R),R),R),me=v(o,o),Ce=E(t(
v(me,me),Bt),N);if(Ce)var pr=Ce;else{var pe=l(_,W);if(pe)var dt=t(t(W,W),W),ye=v(o,o),Zt=t(t(v(ye,ye),R),dt),ke=A(o),pr=l(t(A(A(v(
ke,ke))),N),Zt);else var pr=pe}}else var pr=_e;if(pr){var Ie=v(o,o),St=t(v(Ie,Ie),N),be=E(t(b,b),St);if(be)var yr=be;else{var je=l(
_,X);if(je)var Mt=t(X,X),Be=v(o,o),de=v(Be,Be),Ze=v(de,de),yr=l(t(t(v(Ze,Ze),b),q),Mt);else var yr=je}}else var yr=pr;if(yr){var Se=E(
R,M);if(Se)var Re=Se;else var Me=v(o,o),Re=E(b,t(t(v(Me,Me),M),M));var rn=Re||Pr(b,I(W,M))}else var rn=yr;var Ae=rn&&Pr(b,I(W,w));
if(Ae){var we=v(o,o),Ne=E(t(t(v(we,we),w),w),J);if(!Ne)return Pr(J,I(W,w));var qe=Ne}else var qe=Ae;return qe}function Un(r,n,e){var i=e[1],
u=Hn(r),a=jr(function(s,m){return Jn(r,s,m)},u,n,i);if(a){var f=e[2],c=Hn(r);return jr(function(s,m){return Kn(r,s,m)},c,n,f)}return a}
function mr(r){var n=r[5];return t(t(r[1],r[2]),n)}function V(r){var n=z(r[11],r[12]),e=z(r[10],n),i=z(r[9],e);return z(r[8],i)}function xe(r){
var n=r[1],e=V(n),i=Br(n);if(i){var u=l(o,r[2]);if(u){var a=j(T(r[2],e),_);if(a){var f=r[3],c=Un(n,I(v(r[2],n[12]),e),f);if(c){var s=r[4],
m=n[12],g=r[2],C=Un(n,I(v(v(t(K(n[14],e),e),g),m),e),s);if(C){var y=r[5],p=Tr(r[4]),d=Tr(r[3]),Z=t(n[15],d),b=Lr(I(t(n[6],n[5]),Z),
p,y);if(b){var S=t(r[2],r[5]),k=j(r[6],S);if(k){var M=mr(n),w=t(n[12],M),R=U(_,I(r[6],w)),F=j(r[7],R);if(F){var J=mr(n),H=t(n[13],
J),q=j(r[8],H);if(q)var Q=v(r[7],r[8]),N=j(r[9],Q);else var N=q}else var N=F}else var N=k}else var N=b}else var N=C}else var N=c}else
var N=a}else var N=u}else var N=i;return N}function Ge(r){var n=r[1],e=V(n),i=r[2],u=Br(n);if(u){var a=l(o,i);if(a){var f=j(T(i,e),
_);if(f){var c=r[3],s=n[12],m=I(v(v(t(K(n[14],e),e),i),s),e),g=c[1],C=sr(function(x,D){return Jn(n,x,D)},m,g);if(C)var y=c[2],p=sr(
function(x,D){return Kn(n,x,D)},m,y);else var p=C;if(p){var d=v(Tr(r[3]),o),Z=br(t(i,t(n[6],n[5])),d),b=j(r[4],Z);if(b){var S=mr(n),
k=t(n[12],S),M=U(_,I(r[4],k)),w=j(r[5],M);if(w){var R=mr(n),F=t(n[13],R),J=j(r[6],F);if(J)var H=v(r[5],r[6]),q=j(r[7],H);else var q=J}else
var q=w}else var q=b}else var q=p}else var q=f}else var q=a}else var q=u;return q}function Dn(r,n){var e=U(r[12],r[10]),i=U(r[11],
e),u=U(r[9],i),a=U(r[8],u),f=v(I(n,V(r)),a),c=V(r),s=V(r);return v(t(K(r[14],s),c),f)}function On(r,n,e){var i=t(e,e),u=l(v(r,n),i);
if(u){var a=I(I(t(e,e),r),n),f=t(I(I(t(e,e),r),n),a),c=t(r,n),s=v(o,o);return l(t(v(s,s),c),f)}return u}function Qn(r,n,e){var i=r[12],
u=r[3],a=r[7],f=r[6],c=v(o,o),s=v(c,c),m=v(s,s),g=t(t(t(v(m,m),f),a),u),C=r[5],y=r[6],p=v(o,o),d=v(p,p),Z=v(d,d),b=t(t(v(Z,Z),y),C),
S=r[6],k=r[7],M=A(o),w=t(t(t(t(A(A(v(M,M))),k),i),n),S),R=v(o,o),F=v(R,R),J=v(F,F),H=v(t(e,t(t(v(J,J),n),n)),w),q=t(b,b),Q=O(r[10],
i),N=r[11],W=A(o),x=t(t(t(t(t(A(A(v(W,W))),n),N),i),Q),q),D=t(g,g),X=r[9],Y=r[8],rr=A(o);return On(t(t(t(t(t(A(A(v(rr,rr))),n),Y),
X),i),D),x,H)}function Wn(r){var n=mr(r);return t(U(_,I(r[12],r[13])),n)}function Le(r){var n=r[1],e=Dn(n,r[2]),i=r[3],u=Br(n);if(u){
var a=l(o,r[2]);if(a){var f=V(n),c=j(T(r[2],f),_);if(c){var s=l(_,i);if(s){var m=n[12],g=A(o),C=t(t(A(A(v(g,g))),m),e),y=n[9],p=n[8],
d=n[3],Z=n[3],b=v(o,o),S=v(b,b),k=v(S,S),M=v(k,k),w=v(M,M),R=v(w,w),F=v(R,R);if(E(t(t(t(t(v(F,F),Z),d),p),y),C))var J=j(i,_);else{
var H=Qn(n,e,v(i,n[15]));if(H)var q=j(i,_),J=q||nr(Qn(n,e,I(v(i,n[15]),o)));else var J=H}if(J){var Q=t(r[2],i),N=j(r[4],Q);if(N)var W=Wn(
n),x=U(_,I(r[4],W)),D=j(r[5],x);else var D=N}else var D=J}else var D=s}else var D=c}else var D=a}else var D=u;return D}function xn(r,n,e,i){
var u=r[12],a=V(r),f=V(r),c=v(t(K(r[14],f),a),e),s=r[3],m=r[7],g=r[6],C=v(o,o),y=v(C,C),p=v(y,y),d=t(t(t(t(v(p,p),e),g),m),s),Z=r[5],
b=r[6],S=v(o,o),k=v(S,S),M=v(k,k),w=t(t(t(v(M,M),e),b),Z),R=r[6],F=r[7],J=A(o),H=t(t(t(t(t(A(A(v(J,J))),F),u),n),e),R),q=v(o,o),Q=v(
q,q),N=v(Q,Q),W=v(t(i,t(t(v(N,N),n),c)),H),x=t(w,w),D=O(r[10],u),X=r[11],Y=A(o),rr=t(t(t(t(t(A(A(v(Y,Y))),n),X),u),D),x),Fr=t(d,d),
Hr=r[9],Jr=r[8],Cr=A(o);return On(t(t(t(t(t(A(A(v(Cr,Cr))),n),Jr),Hr),u),Fr),rr,W)}function Pe(r){var n=r[1],e=r[2],i=Dn(n,e),u=r[3],
a=Br(n);if(a){var f=l(o,e);if(f){var c=j(T(e,V(n)),_);if(c){var s=l(_,u);if(s){var m=n[12],g=A(o),C=t(t(A(A(v(g,g))),m),i),y=n[9],
p=n[8],d=n[3],Z=n[3],b=v(o,o),S=v(b,b),k=v(S,S),M=v(k,k),w=v(M,M),R=v(w,w),F=v(R,R);if(E(t(t(t(t(v(F,F),Z),d),p),y),C))var J=j(u,_);else{
var H=xn(n,i,e,u);if(H)var q=j(u,_),J=q||nr(xn(n,i,e,I(u,o)));else var J=H}if(J)var Q=U(_,I(u,Wn(n))),N=j(r[4],Q);else var N=J}else
var N=s}else var N=c}else var N=f}else var N=a;return N}function Gn(r){return h(function(n,e){return v(t(n[1],n[2]),e)},_,r)}function Ln(r){
var n=l(o,r[1]);return n&&l(o,r[2])}function Te(r){var n=xr(Ln,r[1]);if(n){var e=xr(Ln,r[2]);if(e){var i=Gn(r[1]),u=j(r[3],i);if(u){
var a=Gn(r[2]),f=j(r[4],a);if(f)var c=v(r[3],r[4]),s=j(r[5],c);else var s=f}else var s=u}else var s=e}else var s=n;return s}function Pn(r,n){
var e=Ir(_,n);return h(function(i,u){return v(P(r,i),u)},_,e)}function zr(r,n){var e=Ir(_,n);return h(function(i,u){return U(P(r,i),
u)},_,e)}var Tn=v(o,o),zn=v(Tn,Tn),Vn=v(zn,zn),Xn=v(Vn,Vn),Yn=v(Xn,Xn),$n=v(Yn,Yn),hn=v($n,$n),re=v(hn,hn),ne=v(re,re),ee=v(ne,ne),
te=v(ee,ee),ze=v(te,te);function ie(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(r[2],ze);if(i){var u=l(o,r[3]);if(u){var a=l(
_,r[4]);if(a){var f=E(r[4],r[2]);if(f){var c=r[4],s=t(v(o,o),c),m=v(r[1],s);return l(r[2],m)}var g=f}else var g=a}else var g=u}else
var g=i}else var g=e}else var g=n;return g}function dr(r){var n=r[3],e=r[3],i=r[2],u=r[4],a=t(v(o,o),u);return K(v(I(v(r[1],a),i),
e),n)}function ue(r,n){if(E(n,r[4])){var e=r[3],i=r[3];return K(I(v(I(r[4],n),i),o),e)}return _}function ve(r,n){var e=I(v(r[1],r[4]),
n),i=dr(r);if(l(e,_))var a=_;else var u=r[3],a=K(I(v(e,r[3]),o),u);return O(a,i)}function Vr(r,n){var e=ue(r,n);return U(_,I(ve(r,
n),e))}function ur(r){return Cn(r[2])}function Zr(r,n,e){var i=j(T(e,r[3]),n),u=i&&E(_,Vr(r,e));return u}function Xr(r,n){var e=ur(
r);return Pn(function(i){return Zr(r,n,i)?o:_},e)}function Yr(r,n){var e=ur(r);return zr(function(i){if(Zr(r,n,i)){var u=K(i,r[3]);
return v(ve(r,i),u)}return _},e)}function ae(r,n){var e=dr(r);return O(Xr(r,n),e)}function fe(r){var n=ur(r);return zr(function(e){
return Vr(r,e)},n)}function Sr(r){var n=l(o,r[1]);if(n){var e=l(o,r[2]);if(e){var i=l(o,r[3]);if(i){var u=ie(r[4]);if(u){var a=ie(
r[5]);if(a){var f=l(o,r[6]);if(f){var c=l(o,r[7]);if(c){var s=l(o,r[8]);if(s){var m=l(o,r[9]);if(m){var g=l(_,r[10]);if(g)return l(
o,r[11]);var C=g}else var C=m}else var C=s}else var C=c}else var C=f}else var C=a}else var C=u}else var C=i}else var C=e}else var C=n;
return C}function Mr(r){var n=Ir(_,ur(r)),e=kn(function(i){var u=E(i,r[3]),a=u&&E(_,Xr(r,i));return a},n);return In(function(i){var u=ur(
r),a=Pn(function(y){return Zr(r,i,y)?Vr(r,y):_},u),f=Xr(r,i),c=ae(r,i),s=ur(r),m=zr(function(y){if(Zr(r,i,y)){var p=K(y,r[3]),d=v(
ue(r,y),p);return I(Yr(r,i),d)}return _},s),g=I(Yr(r,i),m),C=I(Yr(r,i),g);return[0,O(ae(r,i),C),c,f,a]},e)}function Rr(r,n){return h(
function(e,i){return v(P(r,e),i)},_,n)}function vr(r,n){return h(function(e,i){return U(P(r,e),i)},_,n)}function oe(r,n){if(n){var e=n[1];
return j(r,e)?n:E(e,r)?[0,r,n]:[0,e,oe(r,n[2])]}return[0,r,0]}function Ar(r){var n=0;return h(function(e,i){return oe(e[1],i)},n,r)}
function $r(r,n){return n?j(r,n[1])?_:or($r(r,n[2])):_}function wr(r,n){var e=Mr(r[4]),i=Mr(r[5]),u=Ar(e),a=Ar(i);function f(b,S){
var k=b[1],M=$r(S[1],a),w=cr(a);return yn(_,n,Or(Qr($r(k,u),w),M))}var c=fe(r[5]),s=t(fe(r[4]),c),m=Rr(function(b){return Rr(function(S){
var k=t(b[3],S[3]);return t(f(b,S),k)},i)},e),g=t(r[2],m),C=vr(function(b){return vr(function(S){var k=t(r[1],s);return t(f(b,S),k)},
i)},e),y=vr(function(b){return vr(function(S){var k=t(b[2],S[2]),M=t(r[3],k);return t(f(b,S),M)},i)},e),p=vr(function(b){return vr(
function(S){var k=t(b[1],S[1]),M=f(b,S);return t(t(f(b,S),M),k)},i)},e),d=Rr(function(b){return Rr(function(S){var k=t(b[4],S[4]);
return t(f(b,S),k)},i)},e),Z=r[3];return[0,t(t(t(r[1],r[2]),Z),d),p,y,C,g]}function Nr(r,n){var e=cr(Ar(Mr(r[5]))),i=Qr(cr(Ar(Mr(r[4]))),
e),u=pn(cr(n),i);if(u){var a=xr(function(C){return l(_,C)},n);if(a)for(var f=n;;){if(f){var c=E(_,f[1]);if(!c){var f=f[2];continue}
var s=c}else var s=f;return s}var m=a}else var m=u;return m}function qr(r){var n=E(_,r[2]);if(n){var e=E(_,r[3]);if(e)var i=E(_,r[4]),
u=i&&E(_,r[5]);else var u=e}else var u=n;return u}function hr(r,n,e,i,u){var a=t(e[2],u),f=t(e[2],i);return Gr(e[4],e[3],e[5],r[6],
r[7],n,f,a)}function ce(r,n,e,i,u){var a=e[1];return jr(function(f,c){return hr(r,n,e,f,c)},a,i,u)}function se(r,n){return z(z(r[6],
r[7]),n)}function le(r,n,e,i,u,a){var f=se(r,n),c=l(o,a[1]);if(c){var s=j(T(a[1],f),_);if(s){var m=a[2],g=ce(r,n,e,I(v(a[1],n),f),
m);if(g){var C=a[3],y=a[1],p=ce(r,n,e,I(v(v(t(K(r[10],f),f),y),n),f),C);if(p){var d=a[4],Z=a[3],b=Lr(I(i,t(u,a[2])),Z,d);if(b)var S=t(
a[1],a[4]),k=j(a[5],S);else var k=b}else var k=p}else var k=g}else var k=s}else var k=c;return k}function Er(r){var n=dr(r[5]),e=dr(
r[4]);return t(t(t(r[1],r[3]),e),n)}function Ve(r){var n=r[1],e=Sr(n);if(e){var i=Nr(n,r[2]);if(i){var u=wr(n,r[2]),a=qr(u);if(a){
var f=le(n,n[8],u,u[1],n[11],r[3]);if(f){var c=Er(n),s=t(n[8],c),m=U(_,I(r[3][5],s)),g=j(r[4],m);if(g){var C=Er(n),y=t(n[9],C),p=j(
r[5],y);if(p)var d=v(r[4],r[5]),Z=j(r[6],d);else var Z=p}else var Z=g}else var Z=f}else var Z=a;var b=Z}else var b=i}else var b=e;
return b}function ge(r,n,e){var i=l(o,e);if(i)var u=l(r,t(e,n)),a=u&&E(t(I(e,o),n),r);else var a=i;return a}function Xe(r){var n=r[1],
e=Sr(n);if(e){var i=Nr(n,r[2]);if(i){var u=wr(n,r[2]),a=qr(u);if(a){var f=ge(u[1],n[11],r[4]);if(f)var c=r[3],s=r[4],m=le(n,O(n[8],
n[9]),u,s,o,c),g=m&&j(r[5],r[3][5]);else var g=f}else var g=a;var C=g}else var C=i}else var C=e;return C}function Ye(r){var n=r[1],
e=Sr(n);if(e){var i=Nr(n,r[2]);if(i){var u=wr(n,r[2]),a=r[3],f=O(n[8],n[9]),c=function(b){return hr(n,f,u,a,b)},s=qr(u);if(s){var m=ge(
u[1],n[11],r[3]);if(m){var g=l(o,r[4]);if(g){var C=c(r[4]);if(C)return nr(c(I(r[4],o)));var y=C}else var y=g}else var y=m}else var y=s;
var p=y}else var p=i}else var p=e;return p}function $e(r){var n=r[1],e=n[8],i=se(n,e),u=r[3],a=r[4],f=Sr(n);if(f){var c=Nr(n,r[2]);
if(c){var s=wr(n,r[2]),m=qr(s);if(m){var g=l(o,u);if(g){var C=j(T(u,i),_);if(C){var y=I(v(v(t(K(n[10],i),i),u),e),i),p=sr(function(X,Y){
return hr(n,e,s,X,Y)},y,a);if(p){var d=v(a,o),Z=br(t(u,s[1]),d),b=j(r[5],Z);if(b){var S=t(e,Er(n)),k=U(_,I(r[5],S)),M=j(r[6],k);if(M){
var w=Er(n),R=t(n[9],w),F=j(r[7],R);if(F)var J=v(r[6],r[7]),H=j(r[8],J);else var H=F}else var H=M}else var H=b}else var H=p}else var H=C}else
var H=g}else var H=m;var q=H}else var q=c}else var q=f;return q}function he(r,n,e,i,u,a,f,c,s,m){return[0,r,n,e,i,u,a,f,c,s,m]}function rt(r,n,e,i,u,a,f){
return[0,r,n,e,i,u,a,f]}function nt(r,n,e,i,u){return[0,r,n,e,i,u]}function et(r,n,e,i){return[0,r,n,e,i]}function tt(r,n,e){return[
0,r,n,e]}function it(r,n,e,i,u,a,f){return[0,r,n,e,i,u,a,f]}function ut(r,n,e,i){return[0,r,n,e,i]}function vt(r,n,e,i,u,a,f,c,s,m,g,C,y,p,d){
return[0,r,n,e,i,u,a,f,c,s,m,g,C,y,p,d]}function at(r,n){return[0,r,n]}function ft(r,n,e,i,u,a,f,c,s){return[0,r,n,e,i,u,a,f,c,s]}
function ot(r,n,e,i,u,a,f){return[0,r,n,e,i,u,a,f]}function ct(r,n,e,i,u){return[0,r,n,e,i,u]}function st(r,n,e,i){return[0,r,n,e,
i]}function lt(r,n){return[0,r,n]}function gt(r,n,e,i,u){return[0,r,n,e,i,u]}function _t(r,n,e,i){return[0,r,n,e,i]}function mt(r,n,e,i,u,a,f,c,s,m,g){
return[0,r,n,e,i,u,a,f,c,s,m,g]}function Ct(r,n,e,i){return[0,r,n,e,i]}function pt(r,n,e,i,u){return[0,r,n,e,i,u]}function yt(r,n,e,i,u){
return[0,r,n,e,i,u]}function kt(r,n,e,i,u,a){return[0,r,n,e,i,u,a]}function It(r,n,e,i,u){return[0,r,n,e,i,u]}function bt(r,n,e,i){
return[0,r,n,e,i]}function jt(r,n,e,i,u,a,f,c){return[0,r,n,e,i,u,a,f,c]}return B("check_product_segments",Ue),B("check_product_bu\
siest",De),B("check_product_memory_independent",Oe),B("check_product_steady",Qe),B("check_product_busiest_steady",We),B("check_cha\
in_transients",xe),B("check_chain_transients_steady",Ge),B("check_chain_births_weighted",Le),B("check_chain_births_weighted_steady",
Pe),B("check_compulsory",Te),B("check_convolution",Ve),B("check_convolution_busiest",Xe),B("check_convolution_memory_independent",
Ye),B("check_convolution_steady",$e),B("ProductInstance",he),B("CutCertificate",rt),B("SegmentsCertificate",nt),B("BusiestCertific\
ate",et),B("MemoryIndependentCertificate",tt),B("SteadyCertificate",it),B("BusiestSteadyCertificate",ut),B("ChainInstance",vt),B("\
ChainSegment",at),B("ChainTransientsCertificate",ft),B("ChainSteadyCertificate",ot),B("ChainBirthsWeightedCertificate",ct),B("Chai\
nBirthsWeightedSteadyCertificate",st),B("Array",lt),B("CompulsoryCertificate",gt),B("ConvAxis",_t),B("ConvInstance",mt),B("TapResi\
due",Ct),B("Figures",pt),B("ConvCut",yt),B("ConvolutionCertificate",kt),B("ConvolutionBusiestCertificate",It),B("ConvolutionMemory\
IndependentCertificate",bt),B("ConvolutionSteadyCertificate",jt),B("Real",0),B("OverWhole",1),B("Z.add",v),B("Z.sub",I),B("Z.opp",
Dr),B("Z.mul",t),B("Z.div",K),B("Z.modulo",T),B("Z.sqrt",en),B("Z.gcd",z),B("Z.ltb",E),B("Z.leb",l),B("Z.eqb",j),B("Z.min",O),B("Z\
.max",U),B("Z.to_nat",Cn),B("Nat.add",v),B("Nat.mul",t),B("nil",0),B("cons",function(r,n){return[0,r,n]}),Ee}export{Rt as checkers};
