/** The result of looking up a name: the matching ids, or the reason why there can be none. */
export type Match = readonly string[] | { readonly reason: string }
