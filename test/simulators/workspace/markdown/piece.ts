/**
 * One piece of rich text in the product's format (facts 6). Type aliases, because an interface is not assignable to a
 * JSON object.
 */
export type Annotations = {
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

export const equationPiece = (expression: string, { annotations, link }: Style): Piece => ({
  type: 'equation',
  equation: { expression },
  annotations,
  plain_text: expression,
  href: link,
})

export const mentionPiece = (
  mention: Record<string, unknown>,
  words: string,
  href: string | null,
  { annotations }: Style,
): Piece => ({ type: 'mention', mention, annotations, plain_text: words, href })
