/** An operation, as the client calls it. */
export interface Operation {
  readonly method: Method
  /** The path on the gateway, with `:name` for a parameter. */
  readonly path: string
  /** For an operation with a body: the names that go into the query. Without a body, all names do. */
  readonly body?: readonly string[]
  readonly pages?: Pages
  /** Whether it accepts an `Idempotency-Key`, with which it runs only once. */
  readonly once?: boolean
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How the pages of a listing follow each other. A path into a response has dots between names. */
export interface Pages {
  /** The part of the request that selects the page. */
  readonly place: 'query' | 'json'
  /** The path of the list in a response. */
  readonly items: string
  /**
   * Each request field that changes for the next page, with the path of its next value in a response. When the first of
   * these values is null or absent, there is no next page. When another one is, its field is left out.
   */
  readonly next: readonly (readonly [field: string, path: string])[]
}

/** The operations of a group, generated from the gateway's declarations (src/surfaces/client-codegen/table.ts). */
export interface Group {
  /** The headers that its operations accept besides the API key. */
  readonly headers: readonly string[]
  /** The base paths of calls by path, one for each version of the group, by name. */
  readonly roots: Readonly<Record<string, string>>
  /** The operations by name. */
  readonly operations: Readonly<Record<string, Operation>>
}
