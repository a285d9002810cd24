import { jsonList } from '../../../gateway/http/fields.ts'

/** A row that was read. */
export interface Row {
  readonly id: string | null
  /** When it was created, in epoch milliseconds. Where the product omits it, the time of the row before. */
  readonly created: number | undefined
  /** The row as UTF-8 JSON. */
  readonly json: Uint8Array
}

/** The rows of a response, each at most once. */
export class Rows {
  readonly #rows: Row[] = []
  readonly #ids = new Set<string>()
  bytes = 0

  get count(): number {
    return this.#rows.length
  }

  /** When the last of them was created. */
  get lastCreated(): number | undefined {
    return this.#rows.at(-1)?.created
  }

  add(row: Row): void {
    if (row.id !== null && this.#ids.has(row.id)) return
    if (row.id !== null) this.#ids.add(row.id)
    this.#rows.push(row)
    this.bytes += row.json.length
  }

  /** Removes the last rows that were created at this time, so that they can be read again from the first of them. */
  takeBack(created: number): void {
    for (let row = this.#rows.at(-1); row?.created === created; row = this.#rows.at(-1)) {
      this.#rows.pop()
      if (row.id !== null) this.#ids.delete(row.id)
      this.bytes -= row.json.length
    }
  }

  clear(): void {
    this.#rows.length = 0
    this.#ids.clear()
    this.bytes = 0
  }

  /** A JSON object with these rows as `results`. */
  stream(about: Readonly<Record<string, unknown>>): ReadableStream<Uint8Array> {
    const results = this.#rows.map(({ json }) => json)
    this.clear()
    return jsonList('results', results, about)
  }
}
