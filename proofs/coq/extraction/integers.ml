(* What stands for the integers of Coq (Directives.v): [positive], [N], [Z] and [nat] are integers of any size (integers.js). *)
type z

external integer : int -> z = "redblue_integer"
external add : z -> z -> z = "redblue_add"
external subtract : z -> z -> z = "redblue_subtract"
external multiply : z -> z -> z = "redblue_multiply"
external divide : z -> z -> z = "redblue_divide"
external root : z -> z = "redblue_root"
external less : z -> z -> bool = "redblue_less"
external equal : z -> z -> bool = "redblue_equal"

let zero = integer 0
let one = integer 1
let successor x = add x one
let even half = add half half
let odd half = successor (even half)
let negative x = subtract zero x

let match_positive if_odd if_even if_one x =
  let half = divide x (integer 2) in
  if equal x one then if_one () else if equal (even half) x then if_even half else if_odd half

let match_integer if_zero if_positive if_negative x =
  if equal x zero then if_zero () else if less zero x then if_positive x else if_negative (negative x)

let match_binary if_zero if_positive x = if equal x zero then if_zero () else if_positive x
let match_natural if_zero if_successor x = if equal x zero then if_zero () else if_successor (subtract x one)

let less_or_equal x y = not (less y x)
let minimum x y = if less y x then y else x
let maximum x y = if less x y then y else x
let truncated x = maximum x zero
let remainder x y = subtract x (multiply y (divide x y))
let rec gcd x y = if equal y zero then maximum x (negative x) else gcd y (remainder x y)
