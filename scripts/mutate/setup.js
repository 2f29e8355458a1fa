// A mutant is dead at the first counterexample: none is made smaller.
import { configureGlobal } from "fast-check";

configureGlobal({ endOnFailure: true });
