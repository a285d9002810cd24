import { attributes, colorOut, mentionTag, type Piece } from './piece.ts'
import { joined } from './read-inline.ts'

/** The signs that the product puts a backslash before (facts 10). */
const escaped = (words: string) => words.replace(/[\\*~`$[\]<>{}|^]/g, '\\$&').replaceAll('\n', '<br>')

interface Mark {
  key: string
  open: string
  close: string
}

/** From the outermost to the innermost. */
function getMarks({ type, annotations, href }: Piece): Mark[] {
  const { bold, italic, strikethrough, underline, color } = annotations
  const mark = (isOn: boolean, key: string, open: string, close = open) => (isOn ? [{ key, open, close }] : [])
  return [
    ...mark(color !== 'default', `color ${color}`, `<span${attributes({ color: colorOut(color) })}>`, '</span>'),
    ...mark(underline, 'underline', '<span underline="true">', '</span>'),
    ...mark(type === 'text' && href !== null, `link ${href}`, '[', `](${(href ?? '').replace(/[()\\]/g, '\\$&')})`),
    ...mark(bold, 'bold', '**'),
    ...mark(italic, 'italic', '*'),
    ...mark(strikethrough, 'strikethrough', '~~'),
  ]
}

function leaf(piece: Piece): string {
  if (piece.type === 'equation') return `$${piece.equation?.expression ?? ''}$`
  if (piece.type === 'mention') return mentionTag(piece, escaped(piece.plain_text))
  return piece.annotations.code ? code(piece.plain_text) : escaped(piece.plain_text)
}

function code(content: string): string {
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const room = /^`|`$|^ .*\S.* $/s.test(content) ? ' ' : ''
  return `${fence}${room}${content}${room}${fence}`
}

/** Next to a space a mark would be read literally, so spaces at the edges are moved outside of the marks. */
function withoutMarkedEdges(piece: Piece): Piece[] {
  const { type, annotations, plain_text, href } = piece
  if (type !== 'text' || annotations.code || !(annotations.bold || annotations.italic || annotations.strikethrough)) {
    return [piece]
  }
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(plain_text) ?? []
  const bare = { ...annotations, bold: false, italic: false, strikethrough: false }
  const part = (text: string, look = bare): Piece[] =>
    text === ''
      ? []
      : [
          {
            ...piece,
            text: { content: text, link: href === null ? null : { url: href } },
            annotations: look,
            plain_text: text,
          },
        ]
  return [...part(before), ...part(words, annotations), ...part(after)]
}

/** Rich text as one line of the product's Markdown. */
export function printInline(pieces: readonly Piece[]): string {
  const open: Mark[] = []
  let line = ''
  const closeTo = (depth: number) => {
    while (open.length > depth) line += open.pop()?.close ?? ''
  }
  for (const piece of joined(joined(pieces).flatMap(withoutMarkedEdges))) {
    const wanted = getMarks(piece)
    const kept = open.findIndex(({ key }) => !wanted.some((mark) => mark.key === key))
    closeTo(kept < 0 ? open.length : kept)
    for (const mark of wanted) {
      if (open.some(({ key }) => key === mark.key)) continue
      line += mark.open
      open.push(mark)
    }
    line += leaf(piece)
  }
  closeTo(0)
  return line
}
