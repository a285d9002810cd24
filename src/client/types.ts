import type { Routes } from './generated/index.ts'

/**
 * A listing with pages. Awaiting it returns the requested page. `for await` iterates over the items of that page and of
 * all following pages, and fetches each page when it is needed.
 */
export interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

/** The input of a call by path: `Input<'recorder', 'get', '/files'>`. */
export type Input<
  In extends keyof Routes,
  By extends keyof Routes[In],
  Path extends keyof Routes[In][By],
> = Routes[In][By][Path] extends { input: infer Places } ? Places & { signal?: AbortSignal | undefined } : never

/**
 * The response body of a call by path, void for an operation that responds with 204:
 * `Answer<'recorder', 'get', '/files'>`.
 */
export type Answer<
  In extends keyof Routes,
  By extends keyof Routes[In],
  Path extends keyof Routes[In][By],
> = Routes[In][By][Path] extends { answer: infer Body } ? Body : never
