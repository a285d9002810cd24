/**
 * Splits a command line that was copied from a browser, by the rules of its shell: bash with '...', "..." and $'...',
 * or cmd with carets.
 */
export function shellWords(command: string): string[] {
  const text = isForCmd(command) ? withoutCarets(command) : command.replaceAll(/\\\r?\n/g, ' ')
  return [...text.matchAll(WORD)].map(([word]) => word.replaceAll(PIECE, unquoted))
}

const isForCmd = (command: string) => /\^"|\^\r?\n|\^%/.test(command)

/** In cmd a caret escapes the next character, and joins two lines. */
const withoutCarets = (command: string) => command.replaceAll(/\^\r?\n/g, ' ').replaceAll(/\^(.)/gs, '$1')

const PIECES = String.raw`\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\.`
const WORD = new RegExp(String.raw`(?:${PIECES}|[^\s'"\\])+`, 'gs')
const PIECE = new RegExp(PIECES, 'gs')

function unquoted(piece: string): string {
  if (piece.startsWith("$'")) return piece.slice(2, -1).replaceAll(/\\(u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gis, escaped)
  if (piece.startsWith("'")) return piece.slice(1, -1)
  if (piece.startsWith('"')) return piece.slice(1, -1).replaceAll(/\\(["\\$`])/g, '$1')
  return piece.slice(1)
}

function escaped(_: string, code: string): string {
  if (/^[ux]./i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return { n: '\n', r: '\r', t: '\t' }[code] ?? code
}
