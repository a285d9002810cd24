import type { Answer, Group, Input, MayBeEmpty, Method, PathOf } from './groups.ts'
import { buildRequest, type RequestParts } from './request.ts'
import { readAnswer } from './response.ts'

/** The address of a deployment and how requests reach it. */
export interface ClientOptions {
  /** The address of the deployment, with or without `/api/v1`; empty for the origin of the page that a browser shows. */
  baseUrl: string
  /** Sent as `X-API-KEY` with every call. */
  apiKey: string
  /** Sends a request in place of the global `fetch`. */
  fetch?: (request: Request) => Response | Promise<Response>
}

/** The methods of a group, each taking the paths that have it. */
export type Calls<In extends Group> = {
  [By in Method as PathOf<In, By> extends never ? never : By]: Call<In, By>
}

type Call<In extends Group, By extends Method> = <Path extends PathOf<In, By>>(
  path: Path,
  ...input: MayBeEmpty<Input<In, By, Path>> extends true ? [input?: Input<In, By, Path>] : [input: Input<In, By, Path>]
) => Promise<Answer<In, By, Path>>

/**
 * The calls of a group.
 *
 * @param base the path that the group's own paths stand below
 */
export function callsOf<In extends Group>({ baseUrl, apiKey, fetch = send }: ClientOptions, base: string): Calls<In> {
  const root = baseUrl.replace(/(\/api\/v\d+)?\/*$/, '') + base
  const call = (method: string) => async (path: string, parts?: RequestParts) =>
    readAnswer(await fetch(buildRequest(method, root + path, apiKey, parts)))
  const calls = { get: call('GET'), post: call('POST'), put: call('PUT'), patch: call('PATCH'), delete: call('DELETE') }
  // At run time a call knows neither its input nor its answer: both types come from the declarations alone.
  return calls as unknown as Calls<In>
}

/** Browsers refuse a `fetch` that is called as a method of another object. */
const send = (request: Request) => fetch(request)
