/** An operation as the client calls it. */
export interface Operation {
  readonly method: Method
  /** The path on the gateway, with `:name` for a parameter. */
  readonly path: string
  /** Of one that takes a body, the names that go into the query all the same. Without a body, all names do. */
  readonly body?: readonly string[]
  readonly pages?: Pages
  /** Whether it takes an `Idempotency-Key`, under which it is done once. */
  readonly once?: boolean
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How the pages of a listing follow each other. A path into an answer has a dot between two names. */
export interface Pages {
  /** Where a request says which page it asks for. */
  readonly place: 'query' | 'json'
  /** The path of the list in an answer. */
  readonly items: string
  /**
   * Each field of the request that changes for the next page, with the path of its next value in an answer. No page
   * follows where the first of these values is null or absent. Where another one is, its field is left out.
   */
  readonly next: readonly (readonly [field: string, path: string])[]
}

/** The operations of a group, printed from the declarations of the gateway (src/surfaces/client-codegen/table.ts). */
export interface Group {
  /** The headers that its operations take beside the API key. */
  readonly headers: readonly string[]
  /** The path that the calls by path stand below: one for each version of the group, by the name that it has here. */
  readonly roots: Readonly<Record<string, string>>
  /** The operations by their names. */
  readonly operations: Readonly<Record<string, Operation>>
}
