import type { Counts } from './counting-module.ts'
import type { Day, Line } from './play.ts'

const COLUMNS: readonly (readonly [heading: string, of: (line: Line) => number])[] = [
  ['requests', ({ requests }) => requests],
  ['KV reads', ({ kvReads }) => kvReads],
  ['KV writes', ({ kvWrites }) => kvWrites],
  ['KV lists', ({ kvLists }) => kvLists],
  ['KV deletes', ({ kvDeletes }) => kvDeletes],
  ['object calls', ({ objectCalls }) => objectCalls],
  ['rows read', ({ rowsRead }) => rowsRead],
  ['rows written', ({ rowsWritten }) => rowsWritten],
  ['calls of products', ({ outgoing }) => outgoing],
]

/** A Markdown table: a row for each habit, their sum, and the CPU. */
export function dayTable({ lines, cpuMs }: Day): string {
  const headings = ['What', ...COLUMNS.map(([heading]) => heading)]
  const rows = lines.map((line) => [
    `${line.habit.who}: ${line.habit.what}`,
    ...COLUMNS.map(([, of]) => text(of(line))),
  ])
  const sums = COLUMNS.map(([, of]) => text(sum(lines, of)))
  const failed = sum(lines, (line) => line.failed)
  return [
    row(headings),
    row(['---', ...COLUMNS.map(() => '---:')]),
    ...rows.map(row),
    row(['**a day**', ...sums.map((value) => `**${value}**`)]),
    '',
    cpuText(
      cpuMs,
      sum(lines, ({ requests }) => requests),
    ),
    ...(failed > 0 ? [`${failed} requests failed. A typical day has no failures.`] : []),
  ].join('\n')
}

export const sum = <T extends Line>(lines: readonly T[], of: (line: T) => number): number =>
  lines.reduce((total, line) => total + of(line), 0)

/** The sum of a count. */
export const total = (lines: readonly Line[], name: keyof Counts): number => sum(lines, (line) => line[name])

function cpuText(cpuMs: number | undefined, requests: number): string {
  if (cpuMs === undefined) return 'CPU is only measured on Linux.'
  return `CPU of the whole runtime: ${(cpuMs / 1000).toFixed(1)} s, ${(cpuMs / requests).toFixed(2)} ms a request.`
}

const text = (value: number) => value.toLocaleString('en-US')
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
