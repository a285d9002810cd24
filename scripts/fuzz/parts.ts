import type { DescribedOperation, Schema } from '../support/openapi.ts'
import type { Plan } from './plan.ts'
import type { Random } from './random.ts'

/** A request before it is put together, so that each part of it can be spoiled alone. */
export interface Parts {
  readonly plan: Plan
  readonly operation: DescribedOperation
  method: string
  /** Path as it is sent, bytes as latin1 text. */
  path: string
  /** The values that stand in the path. */
  readonly parameters: readonly string[]
  /** Names and values as they are sent, encoded. */
  query: readonly (readonly [string, string])[]
  /** By the name as it is sent. */
  headers: Record<string, string>
  /** The JSON value to send, undefined for none. */
  json: unknown
  /** Bytes to send in place of JSON. */
  raw?: Buffer
  chunked?: boolean
}

/** One way to spoil a request. */
export interface Mutation {
  name: string
  applies: (parts: Parts) => boolean
  /** Changes the parts; answers the statuses that are right for it when nothing else is wrong, if that can be told. */
  apply: (parts: Parts, random: Random) => readonly number[] | undefined
}

export const bodySchema = ({ requestBody }: DescribedOperation): Schema | undefined =>
  requestBody?.content['application/json'].schema

export const parametersIn = ({ parameters }: DescribedOperation, place: 'path' | 'query' | 'header') =>
  parameters.filter((parameter) => parameter.in === place)

export const isOpen = (operation: DescribedOperation): boolean => operation['x-tier'] === 'open'

/** UTF-8 bytes as the latin1 text that a request line and headers are made of. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1')
