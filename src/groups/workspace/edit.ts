import { badInput } from '../../base/errors.ts'

/** One change of a page's Markdown, as the product takes it. */
interface ContentUpdate {
  readonly old_str: string
  readonly new_str: string
  readonly replace_all_matches?: true
}

/** A text on the page, as the Markdown has it. */
interface Passage {
  readonly text: string
  /** Where it starts. */
  readonly from: number
  readonly count: number
}

/** Replaces a text that stands on the page. Throws 400 when it stands nowhere, or several times without `isAll`. */
export function planReplacement(content: string, wanted: string, markdown: string, isAll: boolean): ContentUpdate {
  const { text, count } = findPassage(content, wanted, 'replace')
  if (count > 1 && !isAll) throw ambiguous('replace', count, 'or replace_all true')
  return { old_str: text, new_str: markdown, ...(isAll && { replace_all_matches: true as const }) }
}

/** Inserts Markdown after the block in which a text stands, with all that is in the block. */
export function planInsertion(content: string, wanted: string, markdown: string): ContentUpdate {
  const { text, from, count } = findPassage(content, wanted, 'insert_after')
  if (count > 1) throw ambiguous('insert_after', count)
  const { end, indent } = findBlockEnd(content, from + text.length - 1)
  const old = content.slice(from, end)
  const added = markdown.split('\n').map((line) => (line === '' ? line : `${indent}${line}`))
  return { old_str: old, new_str: [old, ...added].join('\n') }
}

const ambiguous = (field: string, count: number, otherwise?: string) =>
  badInput(
    `${field}: this text stands ${count} times on the page: give more of what stands around it${otherwise ? `, ${otherwise}` : ''}`,
  )

/** People quote what they see. The product's Markdown has neither blank lines nor signs without a backslash. */
function findPassage(content: string, wanted: string, field: string): Passage {
  const plain = wanted.replaceAll('\r\n', '\n')
  const lines = plain.split('\n')
  const filled = lines.filter((line) => line !== '')
  const [first = '', last = ''] = [filled[0], filled.at(-1)]
  const trimmed = lines.slice(lines.indexOf(first), lines.lastIndexOf(last) + 1).join('\n')
  const dense = filled.join('\n')
  for (const text of [plain, trimmed, dense, escaped(dense)]) {
    const count = text === '' ? 0 : content.split(text).length - 1
    // Otherwise its backslash would stay.
    const isCut = escaped(text.charAt(0)) !== text.charAt(0) && content.includes(`\\${text}`)
    if (count > 0 && !isCut) return { text, from: content.indexOf(text), count }
  }
  throw badInput(
    `${field}: this text does not stand on the page as workspace_get_page_markdown shows it: quote a part of one line`,
  )
}

/** The signs that the product puts a backslash before (workspace facts, section 10). */
const SIGNS = /[\\*~`$[\]<>{}|^]/g

const escaped = (text: string) => text.replaceAll(SIGNS, '\\$&')

interface Line {
  readonly text: string
  readonly end: number
  readonly indent: number
  /** The line at which a fence of code or an equation around it ends, if it is in one. */
  readonly fenceEnd: number | undefined
}

/** Where the block of the character ends, and how deep it stands. */
function findBlockEnd(content: string, at: number): { end: number; indent: string } {
  const lines = readLines(content)
  const index = lines.findIndex(({ end }) => at <= end)
  const first = containerOf(lines, index) ?? index
  const last = lines[lastLine(lines, first)]
  return { end: last?.end ?? content.length, indent: '\t'.repeat(lines[first]?.indent ?? 0) }
}

function readLines(content: string): Line[] {
  const texts = content.split('\n')
  const fences = new Map<number, number>()
  for (let index = 0; index < texts.length; index++) {
    const [, fence] = texts[index]?.match(/^\t*(`{3,}|\$\$$)/) ?? []
    if (!fence) continue
    const close = texts.findIndex((text, at) => at > index && text.trim() === fence)
    const end = close === -1 ? texts.length - 1 : close
    for (let inside = index; inside <= end; inside++) fences.set(inside, end)
    index = end
  }
  let end = -1
  return texts.map((text, index) => {
    end += text.length + 1
    return {
      text: text.trim(),
      end,
      indent: text.length - text.replace(/^\t+/, '').length,
      fenceEnd: fences.get(index),
    }
  })
}

/** The first line of the table or toggle that a cell or its summary is a part of. */
function containerOf(lines: readonly Line[], index: number): number | undefined {
  const line = lines[index]
  if (!line || line.fenceEnd !== undefined) return undefined
  const isCell = /^<\/?t[rd]\b/.test(line.text)
  if (!isCell && !line.text.startsWith('<summary')) return undefined
  const tag = isCell ? '<table' : '<details'
  const first = lines.findLastIndex(
    ({ text, indent }, at) => at < index && text.startsWith(tag) && indent <= line.indent,
  )
  return first === -1 ? undefined : first
}

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
