import { Reply } from '../../gateway/http/respond.ts'

type Cell = string | number | null

/** The columns of a table: the value of each in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Rows are read in parts, because the response of a Durable Object has a size limit. */
export const PART = 2_000

/**
 * A table as CSV (RFC 4180). It starts with a byte order mark, so that spreadsheets read it as UTF-8. Each part is sent
 * before the next one is read.
 *
 * @param read the rows after a row, PART of them if there are more
 */
export async function csv<Row>(
  columns: Columns<Row>,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const getCells = Object.values(columns)
  let text = `\ufeff${Object.keys(columns).join(',')}\r\n`
  let part = await read(undefined)
  return new ReadableStream({
    async pull(controller) {
      for (const row of part) text += `${getCells.map((getCell) => cell(getCell(row))).join(',')}\r\n`
      controller.enqueue(encoder.encode(text))
      if (part.length < PART) return controller.close()
      text = ''
      part = await read(part.at(-1))
    },
  })
}

/** A table that a browser saves as `latchkey-<name>.csv`. */
export const csvFile = (name: string, file: ReadableStream<Uint8Array>) =>
  new Reply<never>(file, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="latchkey-${name}.csv"`,
  })

/**
 * A spreadsheet runs a cell that starts with one of these characters as a formula, also in their full-width and small
 * forms. A leading quote makes it text.
 */
function cell(value: Cell): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text.normalize('NFKC')) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Whether a list is returned as JSON or as CSV. */
export const FORMATS = ['json', 'csv'] as const
