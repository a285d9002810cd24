import type { Listing } from './types.ts'

/**
 * One function for each method of a group, which accepts the group's paths with that method. It takes `param`, `query`,
 * `header` and `json` as the operation declares them, and a `signal` that aborts the call.
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
