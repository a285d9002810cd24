import { badInput } from '../../base/errors.ts'
import { isMarked, type Line, readLines, readSigns, type Span } from './lines.ts'

/** One change of a page's Markdown, as the product takes it. */
interface ContentUpdate {
  readonly old_str: string
  readonly new_str: string
  readonly replace_all_matches?: true
}

/** Replaces a text that stands on the page. Throws 400 when it stands nowhere, or several times without `isAll`. */
export function planReplacement(content: string, wanted: string, markdown: string, isAll: boolean): ContentUpdate {
  const places = findPlaces(content, wanted, 'replace')
  if (places.length > 1 && !isAll) throw ambiguous('replace', places.length, 'or replace_all true')
  const texts = new Set(places.map((place) => textOf(content, place)))
  const [text = ''] = texts
  if (isAll && texts.size === 1 && content.split(text).length - 1 === places.length)
    return { old_str: text, new_str: markdown, replace_all_matches: true }
  const span = withSurroundings(content, { from: places[0]?.from ?? 0, to: places.at(-1)?.to ?? 0 })
  const kept = places.map(({ from }, index) => content.slice(places[index - 1]?.to ?? span.from, from))
  const rest = content.slice(places.at(-1)?.to, span.to)
  return { old_str: textOf(content, span), new_str: [...kept, rest].join(markdown) }
}

/** Inserts Markdown after the block in which a text stands, with all that is in the block. */
export function planInsertion(content: string, wanted: string, markdown: string): ContentUpdate {
  const [place, ...others] = findPlaces(content, wanted, 'insert_after')
  if (!place || others.length > 0) throw ambiguous('insert_after', others.length + 1)
  const { end, indent } = findBlockEnd(content, place.to - 1)
  const added = markdown.split('\n').map((line) => (line === '' ? line : `${indent}${line}`))
  const span = withSurroundings(content, { from: place.from, to: end })
  const before = content.slice(span.from, end)
  return { old_str: textOf(content, span), new_str: [before, ...added].join('\n') + content.slice(end, span.to) }
}

const textOf = (content: string, { from, to }: Span) => content.slice(from, to)

const ambiguous = (field: string, count: number, otherwise?: string) =>
  badInput(
    `${field}: this text stands ${count} times on the page: give more of what stands around it${otherwise ? `, ${otherwise}` : ''}`,
  )

/**
 * Where a text stands, at least once. People quote what they see. The product's Markdown has neither blank lines nor
 * signs without a backslash, except in code. Tags, marks and addresses count only if the text stands nowhere else.
 */
function findPlaces(content: string, wanted: string, field: string): readonly Span[] {
  const lines = wanted.replaceAll('\r\n', '\n').split('\n')
  const filled = lines.filter((line) => line !== '')
  const [first = '', last = ''] = [filled[0], filled.at(-1)]
  const trimmed = lines.slice(lines.indexOf(first), lines.lastIndexOf(last) + 1).join('\n')
  const dense = filled.join('\n')
  const { escapes, hidden } = readSigns(readLines(content), isAddress(wanted))
  // A backslash would lose its sign.
  const isCut = ({ from, to }: Span) => escapes.has(from - 1) || escapes.has(to - 1)
  const places = [...new Set([trimmed, dense, escaped(dense)])]
    .flatMap((text) => findAll(content, text))
    .filter((place) => !isCut(place))
    .sort((a, b) => a.from - b.from)
  if (places.length === 0)
    throw badInput(
      `${field}: this text does not stand on the page as workspace_get_page_markdown shows it: quote a part of one line`,
    )
  const shown = outside(places, hidden)
  return shown.length > 0 ? shown : places
}

function findAll(content: string, text: string): Span[] {
  const found: Span[] = []
  for (let from = content.indexOf(text); from !== -1; from = content.indexOf(text, from + text.length))
    found.push({ from, to: from + text.length })
  return found
}

/** The spans that are in none of the others. Both are in their order. */
function outside(spans: readonly Span[], others: readonly Span[]): Span[] {
  let next = 0
  return spans.filter(({ from, to }) => {
    while ((others[next]?.to ?? to) < to) next++
    const other = others[next]
    return !other || other.from > from
  })
}

/** The product takes a text that stands once. So the lines around it are sent along until it does. */
function withSurroundings(content: string, { from, to }: Span): Span {
  let span = { from, to }
  while (standsTwice(content, textOf(content, span))) {
    const before = content.slice(0, Math.max(span.from - 1, 0))
    const next = content.indexOf('\n', span.to + 1)
    span = { from: before.lastIndexOf('\n') + 1, to: next === -1 ? content.length : next }
  }
  return span
}

const standsTwice = (content: string, text: string) => content.indexOf(text, content.indexOf(text) + 1) !== -1

/** The signs that the product puts a backslash before (workspace facts, section 10). */
const SIGNS = /[\\*~`$[\]<>{}|^]/g

const escaped = (text: string) => text.replaceAll(SIGNS, '\\$&')

/** Whether a text may be a part of an address. */
const isAddress = (text: string) => /[/:.]/.test(text)

/** Where the block of the character ends, and how deep it stands. */
function findBlockEnd(content: string, at: number): { end: number; indent: string } {
  const lines = readLines(content)
  const index = lines.findIndex(({ end }) => at <= end)
  const first = containerOf(lines, index) ?? index
  const last = lines[Math.max(lastLine(lines, first), index)]
  return { end: last?.end ?? content.length, indent: '\t'.repeat(lines[first]?.indent ?? 0) }
}

/** The first line of the table, toggle or callout that a cell, a summary or the text of a callout is a part of. */
function containerOf(lines: readonly Line[], index: number): number | undefined {
  const line = lines[index]
  if (!line || line.fenceEnd !== undefined) return undefined
  if (isCalloutText(lines, index)) return index - 1
  const isCell = /^<\/?t[rd]\b/.test(line.text)
  if (!isCell && !line.text.startsWith('<summary')) return undefined
  const tag = isCell ? '<table' : '<details'
  const first = lines.findLastIndex(
    ({ text, indent }, at) => at < index && text.startsWith(tag) && indent <= line.indent,
  )
  return first === -1 ? undefined : first
}

/** A callout begins with its text, unless another kind of block comes first. */
const isCalloutText = (lines: readonly Line[], index: number) =>
  /^<callout\b/.test(lines[index - 1]?.text ?? '') && !isMarked(lines[index]?.text ?? '')

/** The last line of the block that starts at a line: of its fence, of its tag, or of what stands deeper. */
function lastLine(lines: readonly Line[], first: number): number {
  const line = lines[first]
  if (!line) return first
  if (line.fenceEnd !== undefined) return line.fenceEnd
  const [, tag] = line.text.match(/^<(details|callout|columns|column|table)\b/) ?? []
  if (tag) {
    const close = lines.findIndex((one, at) => at > first && one.indent === line.indent && one.text === `</${tag}>`)
    return close === -1 ? first : close
  }
  const next = lines.findIndex(({ indent, text }, at) => at > first && text !== '' && indent <= line.indent)
  return next === -1 ? lines.length - 1 : next - 1
}
