import { isObject, member, textMember } from '../../../base/json-object.ts'
import { list } from '../../../base/lenient-json.ts'

/** The characters around formatted text: opening and closing. */
interface Mark {
  readonly key: string
  readonly begin: string
  readonly end: string
}

/** Escapes the characters that the product escapes (facts 10). */
const escaped = (words: string) => words.replace(/[\\*~`$[\]<>{}|^]/g, '\\$&').replaceAll('\n', '<br>')

/** Text with the marks around it. */
interface Part {
  readonly words: string
  readonly marks: readonly Mark[]
}

/** Rich text as one line of the product's Markdown (facts 10). Neighbours with the same marks share them. */
export function inlineMarkdown(rich: unknown): string {
  const open: Mark[] = []
  let line = ''
  const endFrom = (depth: number) => {
    for (const { end } of open.splice(depth).reverse()) line += end
  }
  for (const { words, marks } of list(rich).flatMap(parts)) {
    const lost = open.findIndex(({ key }) => !marks.some((mark) => mark.key === key))
    endFrom(lost < 0 ? open.length : lost)
    for (const mark of marks) {
      if (open.some(({ key }) => key === mark.key)) continue
      line += mark.begin
      open.push(mark)
    }
    line += words
  }
  endFrom(0)
  return line
}

/** Next to a space a mark would be read literally, so spaces at the edges are moved outside of the marks. */
function parts(piece: unknown): Part[] {
  const words = leaf(piece)
  const marks = parseMarks(piece)
  const outer = marks.filter(({ begin }) => !SIGNS.has(begin))
  if (outer.length === marks.length) return words === '' ? [] : [{ words, marks }]
  const core = words.trim()
  const start = words.length - words.trimStart().length
  return [
    { words: words.slice(0, start), marks: outer },
    { words: core, marks },
    { words: words.slice(start + core.length), marks: outer },
  ].filter((part) => part.words !== '')
}

const SIGNS: ReadonlySet<string> = new Set(['**', '*', '~~'])

function leaf(piece: unknown): string {
  const plain = textMember(piece, 'plain_text') ?? textMember(member(piece, 'text'), 'content') ?? ''
  const type = member(piece, 'type')
  if (type === 'equation') return `$${textMember(member(piece, 'equation'), 'expression') ?? plain}$`
  if (type === 'mention') return mention(member(piece, 'mention'), escaped(plain))
  return member(member(piece, 'annotations'), 'code') === true ? code(plain) : escaped(plain)
}

function code(words: string): string {
  if (words === '') return ''
  const longest = Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const room = /^`|`$/.test(words) ? ' ' : ''
  return `${fence}${room}${words}${room}${fence}`
}

/** A person, page or date as the product's tag. Any other mention as its text. */
function mention(native: unknown, words: string): string {
  const type = member(native, 'type')
  const id = textMember(member(native, String(type)), 'id')
  if (type === 'user' && id) return `<mention-user url="user://${id}">${words}</mention-user>`
  if (type === 'page' && id) {
    return `<mention-page url="https://www.notion.so/${id.replaceAll('-', '')}">${words}</mention-page>`
  }
  const start = textMember(member(native, 'date'), 'start')
  if (type !== 'date' || !start) return words
  const end = textMember(member(native, 'date'), 'end')
  return `<mention-date start="${start}"${end ? ` end="${end}"` : ''}/>`
}

/** From the outermost mark to the innermost. */
function parseMarks(piece: unknown): Mark[] {
  const look = member(piece, 'annotations')
  const color = textMember(look, 'color') ?? 'default'
  const href = textMember(piece, 'href')
  const isLink = href !== undefined && !isObject(member(piece, 'mention'))
  const mark = (isOn: boolean, key: string, begin: string, end = begin): Mark[] => (isOn ? [{ key, begin, end }] : [])
  const simple = (key: string, sign: string) => mark(member(look, key) === true, key, sign)
  return [
    ...mark(color !== 'default', color, `<span color="${color.replace(/_background$/, '_bg')}">`, '</span>'),
    ...mark(member(look, 'underline') === true, 'underline', '<span underline="true">', '</span>'),
    ...mark(isLink, `link ${href}`, '[', `](${(href ?? '').replace(/[()\\]/g, '\\$&')})`),
    ...simple('bold', '**'),
    ...simple('italic', '*'),
    ...simple('strikethrough', '~~'),
  ]
}
