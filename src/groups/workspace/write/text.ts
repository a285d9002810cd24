import { type FieldPath, refusal } from '../field-path.ts'

/** The product's limits: characters per piece of text, and pieces per rich text. */
const PIECE = 2000
const PIECES = 100

/** Text as a rich text, split into pieces of the accepted size, never within a character. */
export function richText(text: string, place: FieldPath): object[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const whole = text.slice(from, from + PIECE)
    const splitsPair = from + PIECE < text.length && /[\uD800-\uDBFF]$/.test(whole)
    const piece = splitsPair ? whole.slice(0, -1) : whole
    pieces.push(piece)
    from += piece.length
  }
  if (pieces.length > PIECES) throw refusal(place, `must be at most ${PIECE * PIECES} characters`)
  return pieces.map((content) => ({ type: 'text', text: { content } }))
}
