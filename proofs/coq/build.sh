#!/bin/sh
# Compiles the proofs, JOBS files at a time (default 1; Coq 8.16, mathcomp ssreflect: apt-get install coq libcoq-mathcomp), then has
# coqchk check the compiled files again and fails unless it finds no axioms. `./build.sh quick` leaves coqchk out, and the examples.
set -eu
cd "$(dirname "$0")"
coq_makefile -f _CoqProject -o Makefile.coq
if [ "${1:-}" = quick ]; then
  make -f Makefile.coq -j"${JOBS:-1}" $(sed -n '/^Examples/!s/\.v$/.vo/p' _CoqProject)
  exit 0
fi
make -f Makefile.coq -j"${JOBS:-1}"
checked=$(coqchk -silent -o -Q . Redblue $(sed -n 's/^\(.*\)\.v$/Redblue.\1/p' _CoqProject) 2>&1)
echo "$checked"
echo "$checked" | grep -q 'Axioms: <none>'
