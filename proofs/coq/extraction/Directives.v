(** * How integers are extracted

    [positive], [N], [Z] and [nat] become integers of any size (integers.ml), and so do the operations below, which Coq defines bit by
    bit or one by one. All else is extracted as it is defined. scripts/extract.js appends the names of the checkers. *)
From Coq Require Import ZArith Extraction ExtrOcamlBasic.

Extract Inductive positive => "Integers.z" [ "Integers.odd" "Integers.even" "Integers.one" ] "Integers.match_positive".
Extract Inductive Z => "Integers.z" [ "Integers.zero" "" "Integers.negative" ] "Integers.match_integer".
Extract Inductive N => "Integers.z" [ "Integers.zero" "" ] "Integers.match_binary".
Extract Inductive nat => "Integers.z" [ "Integers.zero" "Integers.successor" ] "Integers.match_natural".

Extract Inlined Constant Z.add => "Integers.add".
Extract Inlined Constant Z.sub => "Integers.subtract".
Extract Inlined Constant Z.opp => "Integers.negative".
Extract Inlined Constant Z.mul => "Integers.multiply".
Extract Inlined Constant Z.div => "Integers.divide".
Extract Inlined Constant Z.modulo => "Integers.remainder".
Extract Inlined Constant Z.sqrt => "Integers.root".
Extract Inlined Constant Z.gcd => "Integers.gcd".
Extract Inlined Constant Z.ltb => "Integers.less".
Extract Inlined Constant Z.leb => "Integers.less_or_equal".
Extract Inlined Constant Z.eqb => "Integers.equal".
Extract Inlined Constant Z.min => "Integers.minimum".
Extract Inlined Constant Z.max => "Integers.maximum".
Extract Inlined Constant Z.of_nat => "".
Extract Inlined Constant Z.to_nat => "Integers.truncated".
Extract Inlined Constant Nat.add => "Integers.add".
Extract Inlined Constant Nat.mul => "Integers.multiply".
