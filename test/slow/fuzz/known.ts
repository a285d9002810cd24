import { getPatterns, type Schema } from '../../../scripts/support/openapi.ts'

/** Values that no description contains, by the name of the field, parameter or header. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Endless lists would slow down every choice, and the newest values are those that still exist. */
const MOST_OF_A_NAME = 40

/** How deep a response is searched: a page, its list, the fields of a row. */
const DEPTH = 3

/**
 * Values to send: the given ones, and ids from responses. An `id` is named after its resource, so that
 * `/recorder/files/{id}` is filled from the listing of files.
 */
export class Pool {
  readonly #given: Known
  readonly #told = new Map<string, unknown[]>()

  constructor(given: Known) {
    this.#given = given
  }

  /** Known values of a field that fit its schema. */
  for(group: string, name: string, schema: Schema): unknown[] {
    const own = name.replace(/s$/, '')
    const known = [...(this.#given[name] ?? this.#given[own] ?? []), ...(this.#told.get(`${group}.${own}`) ?? [])]
    return known.filter(
      (value) => typeof value !== 'string' || getPatterns(schema).every((pattern) => pattern.test(value)),
    )
  }

  /** Collects the ids in a success. */
  learn(group: string, path: string, body: unknown): void {
    this.#learn(group, idName('id', path), body, DEPTH)
  }

  #learn(group: string, idName: string, value: unknown, depth: number): void {
    if (depth === 0 || typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && inner !== '') {
        if (name === 'id' || name === 'guid') this.#keep(`${group}.${idName}`, inner)
        else if (/(_id|Id|cursor)$/.test(name)) this.#keep(`${group}.${name.replace(/^next_/, '')}`, inner)
      } else {
        this.#learn(group, idName, inner, Array.isArray(value) ? depth : depth - 1)
      }
    }
  }

  #keep(place: string, value: string): void {
    const told = this.#told.get(place) ?? []
    if (told.includes(value)) return
    if (told.length >= MOST_OF_A_NAME) told.splice(Math.floor(MOST_OF_A_NAME / 2), 1)
    this.#told.set(place, [...told, value])
  }
}

/** The name of an id in a path: `file_id` for `/recorder/files/{id}`. */
export function idName(name: string, path: string): string {
  if (name !== 'id') return name
  const segments = path.split('/')
  const own = segments.indexOf('{id}')
  const collection = own > 0 ? segments[own - 1] : segments.at(-1)
  return `${(collection ?? '').replace(/s$/, '')}_id`
}
