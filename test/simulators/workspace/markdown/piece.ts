import type { Json } from '../state.ts'

/**
 * One piece of rich text in the product's format (facts 6). Type aliases, because an interface is not assignable to a
 * JSON object.
 */
type Annotations = {
  bold: boolean
  italic: boolean
  strikethrough: boolean
  underline: boolean
  code: boolean
  color: string
}

export type Piece = {
  type: 'text' | 'mention' | 'equation'
  annotations: Annotations
  plain_text: string
  href: string | null
  text?: { content: string; link: { url: string } | null }
  mention?: Record<string, unknown>
  equation?: { expression: string }
}

/** The style of a piece, and its link. */
export interface Style {
  readonly annotations: Annotations
  readonly link: string | null
}

export const PLAIN: Style = {
  annotations: { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' },
  link: null,
}

/** The most characters of one piece (facts 7). Markdown is split, blocks are refused. */
const LONGEST = 2000

/** Text as pieces that the product stores, none of them longer than it allows. */
export function textPieces(content: string, { annotations, link }: Style): Piece[] {
  const pieces: Piece[] = []
  for (let from = 0; from < content.length; ) {
    const whole = content.slice(from, from + LONGEST)
    const splitsPair = from + LONGEST < content.length && /[\uD800-\uDBFF]$/.test(whole)
    const words = splitsPair ? whole.slice(0, -1) : whole
    pieces.push({
      type: 'text',
      text: { content: words, link: link === null ? null : { url: link } },
      annotations,
      plain_text: words,
      href: link,
    })
    from += words.length
  }
  return pieces
}

export const richText = (content: string): Piece[] => textPieces(content, PLAIN)

export const equationPiece = (expression: string, { annotations, link }: Style): Piece => ({
  type: 'equation',
  equation: { expression },
  annotations,
  plain_text: expression,
  href: link,
})

const mentionPiece = (
  mention: Record<string, unknown>,
  words: string,
  href: string | null,
  { annotations }: Style,
): Piece => ({ type: 'mention', mention, annotations, plain_text: words, href })

/** The product's tags within Markdown, `<mention-user url="...">Name</mention-user>` (facts 10). */

const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?=[^0-9a-f]*$)/i

/** The last UUID in a URL, with dashes. */
export function idIn(url: string): string | undefined {
  const digits = UUID.exec(url)?.[0].replaceAll('-', '').toLowerCase()
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const attributesIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

/** `{ color="blue" toggle="true"}`. Empty for false and default values. */
export const attributes = (all: Readonly<Record<string, string | boolean | null>>): string =>
  Object.entries(all)
    .filter(([, value]) => value !== null && value !== false && value !== 'default')
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

/** The product calls a background `red_background` in blocks, and `red_bg` in Markdown. */
export const colorOut = (color: unknown) => String(color ?? 'default').replace(/_background$/, '_bg')
export const colorIn = (color: string | undefined) => (color ?? 'default').replace(/_bg$/, '_background')

const pageAddress = (id: unknown) => `https://www.notion.so/${String(id).replaceAll('-', '')}`

const idUnder = (value: unknown) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : '')

/** A mention as a tag. A mention without its own tag is shown as its text. */
export function mentionTag({ mention = {}, plain_text }: Piece, escaped: string): string {
  if (mention.type === 'user') return `<mention-user url="user://${idUnder(mention.user)}">${escaped}</mention-user>`
  if (mention.type === 'page')
    return `<mention-page url="${pageAddress(idUnder(mention.page))}">${escaped}</mention-page>`
  if (mention.type !== 'date') return plain_text
  const { start = '', end = null, time_zone = null } = Object(mention.date)
  const [day, time] = String(start).split('T')
  return `<mention-date${attributes({ start: day ?? '', end, startTime: time?.slice(0, 5) ?? null, timeZone: time_zone })}/>`
}

const MENTION = /^<mention-(user|page|date)((?:\s[\w-]+="[^"]*")*)\s*(?:\/>|>((?:\\.|[^<\\])*)<\/mention-\1>)/

/** The mention at the start of the text, and the length of its tag. */
export function readMention(text: string, style: Style): { piece: Piece; length: number } | undefined {
  const [whole, kind, rest = '', words = ''] = MENTION.exec(text) ?? []
  if (whole === undefined) return undefined
  const given = attributesIn(rest)
  const url = given.get('url') ?? ''
  const id = idIn(url)
  const name = words.replace(/\\(.)/g, '$1')
  if (kind === 'date') {
    const time = given.get('startTime')
    const start = `${given.get('start') ?? ''}${time === undefined ? '' : `T${time}:00`}`
    const date = { start, end: given.get('end') ?? null, time_zone: given.get('timeZone') ?? null }
    return { piece: mentionPiece({ type: 'date', date }, start, null, style), length: whole.length }
  }
  if (!id) return undefined
  const mention: Json =
    kind === 'user' ? { type: 'user', user: { object: 'user', id } } : { type: 'page', page: { id } }
  const href = kind === 'page' ? pageAddress(id) : null
  return { piece: mentionPiece(mention, name === '' ? id : name, href, style), length: whole.length }
}
