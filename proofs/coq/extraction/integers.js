// Integers of any size, which stand for those that Coq builds of bits; integers.ml says which operation is which.

//Provides: redblue_integer
function redblue_integer(small) { return BigInt(small); }

//Provides: redblue_add
function redblue_add(x, y) { return x + y; }

//Provides: redblue_subtract
function redblue_subtract(x, y) { return x - y; }

//Provides: redblue_multiply
function redblue_multiply(x, y) { return x * y; }

//Provides: redblue_less
function redblue_less(x, y) { return x < y ? 1 : 0; }

//Provides: redblue_equal
function redblue_equal(x, y) { return x === y ? 1 : 0; }

// The quotient rounded down; zero where y is.
//Provides: redblue_divide
function redblue_divide(x, y) {
  if (y === BigInt(0)) return y;
  var quotient = x / y;
  return quotient * y !== x && (x < BigInt(0)) !== (y < BigInt(0)) ? quotient - BigInt(1) : quotient;
}

// The square root rounded down, zero where x is negative: Newton's steps from above, and the result is confirmed.
//Provides: redblue_root
function redblue_root(x) {
  if (x <= BigInt(0)) return BigInt(0);
  var small = x < BigInt(4503599627370496);
  var root = small ? BigInt(Math.ceil(Math.sqrt(Number(x)))) : BigInt(1) << BigInt(2 * x.toString(16).length);
  for (;;) {
    var next = (root + x / root) / BigInt(2);
    if (next >= root) break;
    root = next;
  }
  if (root * root > x || x >= (root + BigInt(1)) * (root + BigInt(1))) throw new Error("not a square root");
  return root;
}

// What the program gives away, by name.
//Provides: redblue_provide
function redblue_provide(name, value) { globalThis.provided[name] = value; return 0; }

// The program has no files.
//Provides: caml_fs_init
function caml_fs_init() { return 0; }
