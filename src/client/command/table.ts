import stringWidth from 'fast-string-width'

/** Rows in columns. A Korean letter takes two cells of a terminal. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => stringWidth(row[at] ?? ''))))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - stringWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
