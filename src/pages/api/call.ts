import type { SecretKind } from '../../base/misplaced.ts'
import { OPERATIONS } from '../generated/operations.ts'
import type { Product } from './accounts.ts'
import type { Answer, CallOptions, Given, Input, OperationId } from './types.ts'

/** The values in the message of a failure. */
export interface Parameters {
  fields?: readonly string[]
  account?: string
  link?: 'used' | 'ended' | 'spent' | 'wrong'
  setting?: string
  secret?: SecretKind
  belongs_to?: Product
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

type Fields = Readonly<Record<string, unknown>>

/** An input of any operation. */
interface AnyInput {
  path?: Fields
  query?: Fields
  body?: unknown
}

/**
 * Calls an operation of the gateway that serves this page, with its cookies.
 *
 * @returns the parsed JSON of a success, undefined without a body
 * @throws ApiError for everything else
 */
export async function send<Id extends OperationId>(id: Id, ...given: Given<Id>): Promise<Answer<Id>> {
  const [input = {}, { signal, account, isBackground } = {}]: [AnyInput?, CallOptions?] = given
  const { body } = input
  const response = await fetch(toAddress(id, input), {
    method: OPERATIONS[id].split(' ', 1)[0] ?? '',
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal ?? null,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(account && { 'X-Account': account }),
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
  return answer as Answer<Id>
}

/** The URL of an operation on this host. Empty fields of a query are left out. */
export const getAddress = <Id extends OperationId>(id: Id, input: Input<Id>): string => toAddress(id, input)

function toAddress(id: OperationId, { path = {}, query = {} }: AnyInput): string {
  const [, template = ''] = OPERATIONS[id].split(' ')
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${path[name]}`))
  const fields = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(fields.map(([name, value]) => [name, `${value}`]))
  return `/api/v1${filled}${fields.length > 0 ? `?${search}` : ''}`
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
