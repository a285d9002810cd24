/** The URL of a deployment and how to reach it. */
export interface ClientOptions {
  /** The URL of the deployment, with or without `/api/v1`. Empty for the origin of the current page in a browser. */
  baseUrl: string
  /** Sent as `X-API-KEY` with every call. */
  apiKey: string
  /**
   * Headers for every call to an operation that accepts them, such as `X-Workspace-Token` or `X-Payment-Mode`. The
   * headers of a call override them.
   */
  headers?: HeaderValues | undefined
  /** Replaces the global `fetch`. */
  fetch?: ((request: Request) => Response | Promise<Response>) | undefined
}

/** The options of a call, in addition to the fields of its operation. */
export interface CallOptions<Headers extends object = Record<never, never>> {
  /** The headers of the operation, other than the API key. Required ones may be set in the client's options. */
  headers?: Partial<Headers> | undefined
  /** Aborts the call: `AbortSignal.timeout(10_000)` aborts it after ten seconds. */
  signal?: AbortSignal | undefined
}

/** The parameters of an operation without fields. */
export type NoParams = Readonly<Record<string, never>>

/** Headers by name. An undefined value is not sent. */
export type HeaderValues = Readonly<Record<string, string | number | boolean | undefined>>
