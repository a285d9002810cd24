import type { DescribedOperation, Schema } from '../../../scripts/support/openapi.ts'
import type { Plan } from './plan.ts'
import type { Random } from './random.ts'

/** A request before it is assembled, so that each part can be spoiled separately. */
export interface Parts {
  readonly plan: Plan
  readonly operation: DescribedOperation
  method: string
  /** The encoded path, bytes as latin1 text. */
  path: string
  /** The values in the path. */
  readonly parameters: readonly string[]
  /** Encoded names and values. */
  query: readonly (readonly [string, string])[]
  /** By the exact name. */
  headers: Record<string, string>
  /** The JSON value to send. Undefined for none. */
  json: unknown
  /** Bytes to send instead of JSON. */
  raw?: Buffer
  chunked?: boolean
}

/** One way to spoil a request. */
export interface Mutation {
  name: string
  applies: (parts: Parts) => boolean
  /** Changes the parts. Returns the expected statuses if nothing else is wrong, when they are known. */
  apply: (parts: Parts, random: Random) => readonly number[] | undefined
}

export const bodySchema = ({ requestBody }: DescribedOperation): Schema | undefined =>
  requestBody?.content['application/json'].schema

export const parametersIn = ({ parameters }: DescribedOperation, place: 'path' | 'query' | 'header') =>
  parameters.filter((parameter) => parameter.in === place)

export const isOpen = (operation: DescribedOperation): boolean => operation['x-tier'] === 'open'

/** UTF-8 bytes as latin1 text, as in request lines and headers. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1')
