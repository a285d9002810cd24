import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import type { paths } from './generated/openapi.ts'
import { LISTINGS, ONCE, READS } from './generated/operations.ts'
import { repeating } from './repeat.ts'
import { readFailure } from './response.ts'
import { toNoAnswer } from './unanswered.ts'

/** The address of a deployment and how to reach it. */
export interface ClientOptions {
  /** The address of the deployment, with or without `/api/v1`. Empty for the origin of the current page in a browser. */
  baseUrl: string
  /** Sent as `X-API-KEY` with every call. */
  apiKey: string
  /** Headers for every call, such as `X-Workspace-Token` or `X-Payment-Mode`. Headers of a call override them. */
  headers?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  /** Replaces the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
}

type Init<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<paths[Path], Method>

type InitOf<Given> = RequiredKeysOf<Given> extends never ? [init?: Given] : [init: Given]

/** A call by path. What is not a success is thrown, so that there is always `data`. */
type Call<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>, Given extends Init<Path, Method>>(
  path: Path,
  ...init: InitOf<Given>
) => Promise<Extract<FetchResponse<NonNullable<paths[Path][Method]>, Given, MediaType>, { error?: never }>>

/** The listings with pages, by path. */
export type Listings = typeof LISTINGS

type ListPath = keyof Listings & keyof paths

type Answer<Path extends ListPath> = Extract<
  FetchResponse<NonNullable<paths[Path][Listings[Path]['method']]>, object, MediaType>,
  { error?: never }
>['data']

type At<Value, Way extends string> = Way extends `${infer Name}.${infer Rest}`
  ? At<Value[Name & keyof Value], Rest>
  : Value[Way & keyof Value]

type Item<Path extends ListPath> =
  At<Answer<Path>, Listings[Path]['items']> extends readonly (infer One)[] ? One : never

export interface Client {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  PATCH: Call<'patch'>
  DELETE: Call<'delete'>
  /** The items of a listing, of its first page and of all that follow. A page is fetched when it is needed. */
  items<Path extends ListPath>(
    path: Path,
    ...init: InitOf<Init<Path, Listings[Path]['method']>>
  ): AsyncGenerator<Item<Path>, void, undefined>
}

/** The parts that `items` needs of the calls of openapi-fetch, whose types know no path in a variable. */
interface Asked {
  params?: { query?: Fields; path?: Fields; header?: Fields } | undefined
  body?: Fields | undefined
}
type Fields = Readonly<Record<string, unknown>>

/**
 * A client of one deployment, for browsers, Node, Deno, Bun and Workers. A call has the path of its operation, as
 * openapi-fetch does:
 *
 *     const latchkey = createClient({ baseUrl: 'https://latchkey.example.workers.dev', apiKey })
 *     const { data } = await latchkey.GET('/api/v1/recorder/files', { params: { query: { limit: 10 } } })
 *     for await (const file of latchkey.items('/api/v1/recorder/files')) console.log(file.filename)
 *
 * It throws `LatchkeyError` for whatever is not a success, and a `TypeError` that names the address when no answer came. A read is repeated when no answer came or the gateway asks for
 * it, and so is an operation with an `Idempotency-Key`, which the client adds unless you set one. Nothing else is
 * repeated.
 */
export function createClient({ baseUrl, apiKey, headers, fetch: send = sendOut }: ClientOptions): Client {
  const repeatable = new WeakSet<Request>()
  const inner = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/(\/api\/v\d+)?\/*$/, ''),
    headers: { ...headers, 'X-API-KEY': apiKey },
    // The gateway expects lists in a query with commas.
    querySerializer: { array: { style: 'form', explode: false } },
    // The gateway never redirects. Anything that does is not the gateway and must not receive the key.
    redirect: 'manual',
    fetch: (request) =>
      repeating(send, request, repeatable.has(request)).catch((error: unknown) => {
        throw toNoAnswer(request.url, error)
      }),
  })
  inner.use({
    onRequest({ request, schemaPath, params }) {
      for (const [name, value] of Object.entries(params.path ?? {}))
        if (/^\.{0,2}$/.test(String(value))) throw new TypeError(`${name}: must not be empty, nor dots`)
      const operation = `${request.method} ${schemaPath}`
      if (ONCE.includes(operation) && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID())
      // Other operations ignore the header.
      if (request.method === 'GET' || READS.includes(operation) || ONCE.includes(operation)) repeatable.add(request)
    },
    async onResponse({ response }) {
      const failure = await readFailure(response)
      if (failure) throw failure
    },
  })
  const { GET, POST, PUT, PATCH, DELETE } = inner
  const ask = inner.request as unknown as (method: string, path: string, init: Asked) => Promise<{ data?: unknown }>
  async function* items(path: ListPath, init: Asked = {}) {
    const { method, in: place, next, items: list } = LISTINGS[path]
    let position: Fields = {}
    for (;;) {
      const { params, body } = init
      const asked =
        place === 'body'
          ? { ...init, body: { ...body, ...position } }
          : { ...init, params: { ...params, query: { ...params?.query, ...position } } }
      const { data } = await ask(method, path, asked)
      yield* (valueAt(data, list) ?? []) as unknown[]
      position = Object.fromEntries(next.map(([field, way]) => [field, valueAt(data, way) ?? undefined]))
      // A feed has a next position even at its end, because more may follow later.
      if (Object.values(position)[0] === undefined || valueAt(data, 'has_more') === false) return
    }
  }
  // Both have the types of the document: only here their calls have no path of their own.
  return { GET, POST, PUT, PATCH, DELETE, items } as unknown as Client
}

const KEY = 'Idempotency-Key'

/** Browsers refuse a `fetch` that is called as a method of another object. */
const sendOut = (request: Request) => fetch(request)

/** The value at a path with dots. */
const valueAt = (value: unknown, way: string): unknown =>
  way.split('.').reduce<unknown>((found, name) => (found as Fields | null | undefined)?.[name], value)
