/** The address of a deployment and how requests reach it. */
export interface ClientOptions {
  /** The address of the deployment, with or without `/api/v1`; empty for the origin of the page that a browser shows. */
  baseUrl: string
  /** Sent as `X-API-KEY` with every call. */
  apiKey: string
  /**
   * Headers of every call to an operation that takes them, such as `X-Workspace-Token` or `X-Payment-Mode`. Those of a
   * call win.
   */
  headers?: HeaderValues | undefined
  /** Sends a request in place of the global `fetch`. */
  fetch?: ((request: Request) => Response | Promise<Response>) | undefined
}

/** What a call takes beside the fields of its operation. */
export interface CallOptions<Headers extends object = Record<never, never>> {
  /** The headers of the operation beside the API key. One that is required may stand in the options of the client. */
  headers?: Partial<Headers> | undefined
  /** Ends the call early: `AbortSignal.timeout(10_000)` after ten seconds. */
  signal?: AbortSignal | undefined
}

/** What an operation without fields takes in their place. */
export type NoParams = Readonly<Record<string, never>>

/** Headers by their names. An absent value is not sent. */
export type HeaderValues = Readonly<Record<string, string | number | boolean | undefined>>
