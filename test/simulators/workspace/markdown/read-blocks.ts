import type { Json } from '../state.ts'
import { attributesIn, colorIn, idIn, type Piece, PLAIN, textPieces } from './piece.ts'
import { readInline } from './read-inline.ts'

/** A block that is not on a page yet. */
export interface NewBlock {
  type: string
  content: Json
  children: NewBlock[]
  /** For a tag that refers to an existing block: its id. */
  standsFor?: string
}

/**
 * Parses the product's Markdown to blocks (facts 10): a line is a block, and deeper indented lines are its children.
 */
export const readMarkdown = (markdown: string): NewBlock[] => readLines(markdown.replace(/\r\n?/g, '\n').split('\n'))

/** A tab counts four spaces, which is how callers indent who know no tabs. */
const parseColumn = (line: string) => (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length
const isBlank = (line: string) => line.trim() === ''

function readLines(lines: readonly string[]): NewBlock[] {
  const blocks: NewBlock[] = []
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] ?? ''
    if (isBlank(line)) {
      i += 1
      continue
    }
    const { block, length } =
      readFence(lines, i) ?? readContainer(lines, i) ?? readTable(lines, i) ?? readLine(lines, i)
    if (block) blocks.push(block)
    i += length
  }
  return blocks
}

interface Read {
  block?: NewBlock | undefined
  /** In lines. */
  length: number
}

const untilClosed = (lines: readonly string[], from: number, isClose: (line: string) => boolean) => {
  const at = lines.findIndex((line, index) => index > from && isClose(line.trim()))
  return at < 0 ? lines.length : at
}

/** Code and equations, whose lines are not parsed. */
function readFence(lines: readonly string[], from: number): Read | undefined {
  const [, indent = '', fence, info = ''] = /^([ \t]*)(`{3,}|\$\$$)(.*)$/.exec(lines[from] ?? '') ?? []
  if (fence === undefined || info.includes('`')) return undefined
  const end = untilClosed(lines, from, (line) =>
    fence === '$$' ? line === '$$' : /^`+$/.test(line) && line.length >= fence.length,
  )
  const body = lines
    .slice(from + 1, end)
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n')
  const block =
    fence === '$$'
      ? { type: 'equation', content: { expression: body }, children: [] }
      : {
          type: 'code',
          content: { rich_text: textPieces(body, PLAIN), caption: [], language: info.trim() || 'plain text' },
          children: [],
        }
  return { block, length: end + 1 - from }
}

const CONTAINERS = /^<(callout|details|columns|column)((?:\s[\w-]+="[^"]*")*)\s*>$/

function readContainer(lines: readonly string[], from: number): Read | undefined {
  const [, name, rest = ''] = CONTAINERS.exec(lines[from]?.trim() ?? '') ?? []
  if (name === undefined) return undefined
  let depth = 0
  let end = from
  for (; end < lines.length; end++) {
    const line = lines[end]?.trim() ?? ''
    if (line === `</${name}>`) depth -= 1
    else if (CONTAINERS.exec(line)?.[1] === name) depth += 1
    if (depth === 0) break
  }
  const inner = lines.slice(from + 1, end)
  return { block: container(name, attributesIn(rest), inner), length: end + 1 - from }
}

function container(name: string, given: ReadonlyMap<string, string>, inner: readonly string[]): NewBlock {
  const color = colorIn(given.get('color'))
  if (name === 'columns') return { type: 'column_list', content: {}, children: readLines(inner) }
  if (name === 'column') return { type: 'column', content: {}, children: readLines(inner) }
  if (name === 'details') {
    const at = inner.findIndex((line) => !isBlank(line))
    const [, title] = /^<summary>(.*)<\/summary>$/.exec(inner[at]?.trim() ?? '') ?? []
    const children = readLines(title === undefined ? inner : inner.slice(at + 1))
    return { type: 'toggle', content: { rich_text: readInline(title ?? ''), color }, children }
  }
  const [first, ...others] = readLines(inner)
  const icon = given.has('icon') ? { type: 'emoji', emoji: given.get('icon') } : null
  const isText = first?.type === 'paragraph' && first.children.length === 0
  return {
    type: 'callout',
    content: { rich_text: isText ? first.content.rich_text : [], icon, color },
    children: isText ? others : [...(first ? [first] : []), ...others],
  }
}

/** One line, and as its children the deeper ones that follow it. */
function readLine(lines: readonly string[], from: number): Read {
  const line = lines[from] ?? ''
  const block = oneLine(line.trim())
  let end = from + 1
  if (block && takesChildren(block)) {
    for (let i = from + 1; i < lines.length; i++) {
      const next = lines[i] ?? ''
      if (isBlank(next)) continue
      if (parseColumn(next) <= parseColumn(line)) break
      end = i + 1
    }
    block.children = readLines(lines.slice(from + 1, end))
  }
  return { block, length: end - from }
}

const WITH_CHILDREN = new Set(['paragraph', 'bulleted_list_item', 'numbered_list_item', 'to_do', 'quote'])
const takesChildren = ({ type, content }: NewBlock) => WITH_CHILDREN.has(type) || content.is_toggleable === true

function oneLine(text: string): NewBlock | undefined {
  if (/^<\/(?:callout|details|columns|column)>$/.test(text)) return undefined
  const { words, given } = withoutAttributes(text)
  const color = colorIn(given.get('color'))
  const block = (type: string, content: Json): NewBlock => ({ type, content, children: [] })
  const written = (type: string, line: string | undefined, more: Json = {}) =>
    block(type, { rich_text: readInline(line ?? ''), color, ...more })
  if (/^-{3,}$/.test(words)) return block('divider', {})
  const heading = /^(#{1,6})(?: (.*))?$/.exec(words)
  if (heading) {
    const level = Math.min(4, heading[1]?.length ?? 1)
    return written(`heading_${level}`, heading[2], { is_toggleable: given.get('toggle') === 'true' })
  }
  const toDo = /^[-*+] \[([ xX])\](?: (.*))?$/.exec(words)
  if (toDo) return written('to_do', toDo[2], { checked: toDo[1] !== ' ' })
  const bullet = /^[-*+](?: (.*))?$/.exec(words)
  if (bullet) return written('bulleted_list_item', bullet[1])
  const numbered = /^\d+[.)](?: (.*))?$/.exec(words)
  if (numbered) return written('numbered_list_item', numbered[1])
  const quote = /^>(?: ?(.*))$/.exec(words)
  if (quote) return written('quote', quote[1])
  const image = /^!\[((?:\\.|[^\]\\])*)\]\(((?:\\.|[^)\\\s])*)\)$/.exec(words)
  if (image) return block('image', external(image[2], readInline(image[1] ?? '')))
  return tagged(text, block) ?? written('paragraph', words)
}

const external = (url: string | undefined, caption: Piece[]): Json => ({
  type: 'external',
  external: { url: (url ?? '').replace(/\\(.)/g, '$1') },
  caption,
})

function tagged(text: string, block: (type: string, content: Json) => NewBlock): NewBlock | undefined {
  const [, name = '', rest = '', words = ''] =
    /^<([\w-]+)((?:\s[\w-]+="[^"]*")*)\s*(?:\/>|>(.*)<\/\1>)$/.exec(text) ?? []
  const given = attributesIn(rest)
  const url = given.get('url') ?? ''
  const standsFor = idIn(url)
  if (name === 'empty-block') return block('paragraph', { rich_text: [], color: 'default' })
  if (name === 'table_of_contents') return block(name, { color: colorIn(given.get('color')) })
  if (['audio', 'video', 'file', 'pdf'].includes(name))
    return block(name, external(given.get('src'), readInline(words)))
  if (['page', 'database', 'unknown'].includes(name) && standsFor) return { ...block(name, {}), standsFor }
  return undefined
}

/** The list of attributes at the end of a line. */
function withoutAttributes(text: string) {
  const [whole = '', list = ''] = /\s*\{((?:[\w-]+="[^"]*"\s*)+)\}$/.exec(text) ?? []
  return { words: text.slice(0, text.length - whole.length), given: attributesIn(list) }
}

/** A table: in the product's own tags, or with pipes. Cells contain only rich text (facts 10). */
function readTable(lines: readonly string[], from: number): { block: NewBlock; length: number } | undefined {
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
