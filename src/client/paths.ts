import type { Listing } from './types.ts'

/**
 * A call for each method of a group, which takes the paths that have it, below the group. It takes `param`, `query`,
 * `header` and `json` as the operation declares them, and a `signal` that ends the call early.
 */
export type CallsByPath<Routes> = {
  [Method in keyof Routes]: <Path extends keyof Routes[Method]>(
    path: Path,
    ...input: InputOf<Routes[Method][Path]>
  ) => ResultOf<Routes[Method][Path]>
}

type InputOf<Route> = Route extends { input: infer Places }
  ? Record<never, never> extends Places
    ? [input?: Signalled<Places>]
    : [input: Signalled<Places>]
  : never

type Signalled<Places> = Places & { signal?: AbortSignal | undefined }

type ResultOf<Route> = Route extends { item: infer Item; answer: infer Page }
  ? Listing<Page, Item>
  : Route extends { answer: infer Body }
    ? Promise<Body>
    : never
