import type { Routes } from './generated/index.ts'

/**
 * A listing that answers in pages. Awaited it is the page that was asked for; in `for await` it is the items of that page
 * and of all that follow, where a page is fetched when the items of the page before are used up.
 */
export interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

/** The input of a call by path: `Input<'recorder', 'get', '/files'>`. */
export type Input<
  In extends keyof Routes,
  By extends keyof Routes[In],
  Path extends keyof Routes[In][By],
> = Routes[In][By][Path] extends { input: infer Places } ? Places & { signal?: AbortSignal | undefined } : never

/** The body of a success of a call by path, void for an operation that answers 204: `Answer<'recorder', 'get', '/files'>`. */
export type Answer<
  In extends keyof Routes,
  By extends keyof Routes[In],
  Path extends keyof Routes[In][By],
> = Routes[In][By][Path] extends { answer: infer Body } ? Body : never
