import { styleText } from 'node:util'

/** Cells below their headings, in columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows]
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line, at) => (at === 0 && process.stdout.isTTY ? styleText('bold', line) : line))
    .join('\n')
}
