#!/bin/sh
# Compiles the proofs, JOBS files at a time (default 1; Coq 8.16, mathcomp ssreflect: apt-get install coq libcoq-mathcomp), then has
# coqchk check the compiled files again and fails unless it finds no axioms. `./build.sh quick` leaves coqchk out.
set -eu
cd "$(dirname "$0")"
coq_makefile -f _CoqProject -o Makefile.coq
make -f Makefile.coq -j"${JOBS:-1}"
[ "${1:-}" = quick ] && exit 0
checked=$(coqchk -silent -o -Q . Redblue $(sed -n 's/^\(.*\)\.v$/Redblue.\1/p' _CoqProject) 2>&1)
echo "$checked"
echo "$checked" | grep -q 'Axioms: <none>'
