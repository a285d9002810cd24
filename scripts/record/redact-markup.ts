import type { Shapes } from './shape.ts'

/** A tag with its attributes, or the text between two tags. */
const PIECE = /<[^>]*>|[^<]+/g
const ATTRIBUTE = /([\w:-]+)(\s*=\s*)("[^"]*"|'[^']*')/g
const ENTITY = /&(?:[a-z]+|#\d+|#x[\da-f]+);/gi
/** The times and the header of a subtitle file. */
const CUE = /^(?:WEBVTT.*|\d+|[\d:.,]+ --> [\d:.,]+.*)$/

/** Redacts text that is not JSON. Tags, attribute names and subtitle times stay, all words are replaced. */
export const redactedMarkup = (
  text: string,
  shapes: Shapes,
  redactedAttribute: (value: string, name: string) => string,
): string =>
  text.replace(PIECE, (piece) =>
    piece.startsWith('<')
      ? piece.replace(ATTRIBUTE, (_, name: string, equals: string, quoted: string) => {
          const [quote] = quoted
          return `${name}${equals}${quote}${redactedAttribute(quoted.slice(1, -1), name).replaceAll(quote ?? '', '')}${quote}`
        })
      : redactedLines(piece, shapes),
  )

const redactedLines = (text: string, shapes: Shapes) =>
  text
    .split('\n')
    .map((line) => (CUE.test(line.trim()) ? line : redactedLine(line, shapes)))
    .join('\n')

/** Redacts around entities, which must stay intact. */
function redactedLine(line: string, shapes: Shapes): string {
  const entities = line.match(ENTITY) ?? []
  return line
    .split(ENTITY)
    .map((words, at) => shapes.of(words) + (entities[at] ?? ''))
    .join('')
}
