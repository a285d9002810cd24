import { idName, type Known, Pool } from '../../test/slow/fuzz/known.ts'
import type { RawRequest } from '../support/ask.ts'
import { type DescribedOperation, type Description, getGroup, getOperations, type Schema } from '../support/openapi.ts'

/** How many ids are tried to find one with content: a recording without a transcript has nothing to record. */
const MOST_TRIES = 12
/** A small page shows as much of a product as a large one, and contains enough ids to try. */
const SMALL_PAGE = 8
const PAGE_SIZES = ['limit', 'size', 'page_size']

const CURSORS = ['cursor', 'after', 'before', 'start_cursor', 'page_token']

/** Which known value is sent, and whether optional fields are. */
interface Way {
  at: number
  more: boolean
}

type Value = (name: string, schema: Schema, example: unknown) => unknown

/** The reads of a group: those without parameters first, because the others need the ids in their responses. */
export function getReads(description: Description, group: string): DescribedOperation[] {
  const reads = getOperations(description).filter(
    (operation) => getGroup(operation) === group && operation['x-read-only'],
  )
  const needs = ({ parameters }: DescribedOperation) =>
    parameters.filter((parameter) => parameter.required && parameter.in !== 'header').length
  return reads.toSorted((one, other) => needs(one) - needs(other))
}

/** The facts known about an account. They grow with every response. */
export class Asking {
  readonly #pool: Pool
  readonly #proven = new Map<string, string>()
  readonly #given: Known
  readonly #headers: Readonly<Record<string, string>>

  /**
   *
   * @param given values that no listing contains, by field name; they are sent wherever that field may be
   * @param headers the deployment's key and the account headers
   */
  constructor(given: Known, headers: Readonly<Record<string, string>>) {
    this.#pool = new Pool(given)
    this.#given = given
    this.#headers = headers
  }

  /** Collects the ids in a success. The requested id is used first from then on. */
  learn(operation: DescribedOperation, request: RawRequest, body: unknown): void {
    this.#pool.learn(getGroup(operation), operation.path, body)
    const segments = request.target.split('?')[0]?.split('/') ?? []
    for (const [at, word] of operation.path.split('/').entries()) {
      const [, name] = /^\{(.+)\}$/.exec(word) ?? []
      if (name !== undefined) this.#proven.set(idName(name, operation.path), decodeURIComponent(segments[at] ?? ''))
    }
  }

  /** Requests to try one after another. Empty when a required id is unknown. */
  requestsFor(operation: DescribedOperation): RawRequest[] {
    if (this.missingFor(operation).length > 0) return []
    const ways = Array.from({ length: 2 * MOST_TRIES }, (_, at) => ({ at: Math.floor(at / 2), more: at % 2 === 1 }))
    const made = ways.map((way) => this.#request(operation, way))
    return [...new Map(made.map((request) => [`${request.target} ${request.body}`, request])).values()]
  }

  /** The names of required but unknown values. */
  missingFor(operation: DescribedOperation): string[] {
    const names = operation.parameters.filter(({ required, in: place }) => required && place === 'path')
    return names
      .map(({ name }) => idName(name, operation.path))
      .filter((name) => this.#getValues(operation, name, {}).length === 0)
  }

  #getValues(operation: DescribedOperation, name: string, schema: Schema): unknown[] {
    const values = this.#pool.for(getGroup(operation), name, schema)
    const proven = this.#proven.get(name)
    return proven !== undefined && values.includes(proven) ? [proven, ...values] : values
  }

  #request(operation: DescribedOperation, { at, more }: Way): RawRequest {
    const value: Value = (name, schema, example) => {
      const values = this.#getValues(operation, name, schema)
      return values.length > 0 ? values[at % values.length] : example
    }
    const isReported = (name: string, schema: Schema) => more && this.#getValues(operation, name, schema).length > 0
    const query = new URLSearchParams()
    let path = operation.path
    for (const { name, in: place, required, schema, example } of operation.parameters) {
      const own = idName(name, operation.path)
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value(own, schema, example))))
      else if (place !== 'query' || CURSORS.includes(name)) continue
      else if (PAGE_SIZES.includes(name)) query.set(name, String(SMALL_PAGE))
      else if (required || name in this.#given || isReported(name, schema))
        query.set(name, String(value(own, schema, example)))
    }
    const json = this.#body(operation, more, value)
    const target = query.size > 0 ? `${path}?${query}` : path
    const headers = Object.entries({ ...this.#headers, ...(json && { 'Content-Type': 'application/json' }) })
    return { method: operation.method, target, headers, ...(json && { body: Buffer.from(JSON.stringify(json)) }) }
  }

  /** The required and known fields, plus the fields of the example if more are sent. */
  #body({ requestBody }: DescribedOperation, more: boolean, value: Value): Record<string, unknown> | undefined {
    if (!requestBody) return undefined
    const { schema, example } = requestBody.content['application/json']
    const shown = example as Record<string, unknown>
    const { required = [], properties = {} } = schema
    const isSent = (name: string) => required.includes(name) || name in this.#given || (more && name in shown)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => isSent(name))
        .map(([name, field]) => [name, PAGE_SIZES.includes(name) ? SMALL_PAGE : value(name, field, shown[name])]),
    )
  }
}
