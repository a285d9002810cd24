import type { SecretKind } from '../../base/misplaced.ts'
import type { Account } from './accounts.ts'

/** The values in the message of a failure. */
export interface Parameters {
  fields?: readonly string[]
  account?: string
  link?: 'used' | 'ended' | 'spent' | 'wrong'
  setting?: string
  secret?: SecretKind
  belongs_to?: Account
}

/** A refusal with the gateway's message, or status 0 when there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly requestId: string | null
  /** A code of docs/errors.md. */
  readonly code: string | null
  /** After how many seconds the same call may be sent again. Null where the answer does not say. */
  readonly retryAfter: number | null
  readonly parameters: Parameters

  constructor(status: number, message: string, headers?: Headers, parameters: Parameters = {}) {
    super(message)
    this.status = status
    this.parameters = parameters
    this.requestId = headers?.get('X-Request-Id') ?? null
    this.code = headers?.get('X-Error-Code') ?? null
    this.retryAfter = Number(headers?.get('Retry-After')) || null
  }
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** Ends the call before its answer. */
  signal?: AbortSignal | undefined
  /** Whether a 429 is thrown at once, for a call that has a limit of its own. */
  isImpatient?: boolean
  /** Whether the page asks by itself. Then it does not count as a use of the session. */
  isBackground?: boolean | undefined
}

/** The options that a function that fetches passes on. */
export type FetchOptions = Pick<Call, 'isBackground'>

/**
 * Calls the gateway that serves this page, with its cookies.
 *
 * @param path relative to /api/v1
 * @returns the parsed JSON of a success, undefined without a body
 * @throws ApiError for everything else
 */
export async function call<Answer>(
  path: string,
  { method = 'GET', body, signal, isBackground }: Call = {},
): Promise<Answer> {
  const response = await fetch(`/api/v1${path}`, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal ?? null,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(isBackground && { 'X-Look': '1' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, '')
  })
  const text = await response.text().catch(() => '')
  const answer = parsed(text)
  if (!response.ok) {
    const { error, parameters } = (answer ?? {}) as { error?: unknown; parameters?: Parameters }
    throw new ApiError(response.status, typeof error === 'string' ? error : '', response.headers, parameters)
  }
  return answer as Answer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a JSON file of this deployment. */
export async function fetchFile<Content>(path: string): Promise<Content> {
  const response = await fetch(path)
  if (!response.ok) throw new ApiError(response.status, '', response.headers)
  return response.json()
}
