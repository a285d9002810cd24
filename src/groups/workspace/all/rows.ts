/** A row that was read. */
export interface Row {
  readonly id: string | null
  /** When it was created, or the row before it where that is not told, in epoch milliseconds. */
  readonly created: number | undefined
  /** In UTF-8. */
  readonly json: Uint8Array
}

/** The rows that an answer will give, each once. */
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

  /** Takes back the last rows that were created then, to be read again from the first of them. */
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

  /** A JSON object with these rows as its `results`, in pieces that are let go of as they are read. */
  stream(about: Readonly<Record<string, unknown>>): ReadableStream<Uint8Array> {
    const encode = (text: string) => new TextEncoder().encode(text)
    const separated = this.#rows.flatMap(({ json }, index) => (index === 0 ? [json] : [encode(','), json]))
    const parts = [encode('{"results":['), ...separated, encode(`],${JSON.stringify(about).slice(1)}`)].reverse()
    this.clear()
    return new ReadableStream({
      pull: (controller) => {
        const part = parts.pop()
        if (part) controller.enqueue(part)
        else controller.close()
      },
    })
  }
}
