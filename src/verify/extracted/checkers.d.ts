/** Fills `scope.provided` with the checkers that Coq proves sound and the constructors of what they read, by name. */
export declare function checkers(scope: { readonly provided: Record<string, unknown> }): unknown;
