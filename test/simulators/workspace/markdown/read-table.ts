import type { NewBlock } from './read-blocks.ts'
import { readInline } from './read-inline.ts'
import { attributesIn } from './tags.ts'

/** A table: in the product's own tags, or with pipes. Cells contain only rich text (facts 10). */
export function readTable(lines: readonly string[], from: number): { block: NewBlock; length: number } | undefined {
  const line = lines[from]?.trim() ?? ''
  if (/^<table(?:\s|>)/.test(line)) return tagTable(lines, from)
  const rule = lines[from + 1]?.trim() ?? ''
  return line.startsWith('|') && /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/.test(rule)
    ? pipeTable(lines, from)
    : undefined
}

function tagTable(lines: readonly string[], from: number) {
  const close = lines.findIndex((line, index) => index >= from && line.trim() === '</table>')
  const end = close < 0 ? lines.length : close + 1
  const whole = lines.slice(from, end).join('\n')
  const given = attributesIn(/^\s*<table[^>]*>/.exec(whole)?.[0] ?? '')
  const rows = [...whole.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell.trim()),
  )
  const isOn = (name: string) => given.get(name) === 'true'
  return { block: table(rows, isOn('header-row'), isOn('header-column')), length: end - from }
}

function pipeTable(lines: readonly string[], from: number) {
  let end = from
  while (lines[end]?.trim().startsWith('|')) end += 1
  const rows = lines.slice(from, end).flatMap((line, index) => (index === 1 ? [] : [pipeCells(line.trim())]))
  return { block: table(rows, true, false), length: end - from }
}

const pipeCells = (line: string) =>
  [...line.replace(/^\|/, '').matchAll(/((?:\\.|[^|\\])*)(?:\||$)/g)]
    .map(([, cell = '']) => cell.trim())
    .slice(0, line.endsWith('|') && !line.endsWith('\\|') ? -1 : undefined)

function table(rows: readonly (readonly string[])[], hasRow: boolean, hasColumn: boolean): NewBlock {
  const width = Math.max(1, ...rows.map((row) => row.length))
  return {
    type: 'table',
    content: { table_width: width, has_column_header: hasRow, has_row_header: hasColumn },
    children: rows.map((row) => ({
      type: 'table_row',
      content: { cells: Array.from({ length: width }, (_, index) => readInline(row[index] ?? '')) },
      children: [],
    })),
  }
}
