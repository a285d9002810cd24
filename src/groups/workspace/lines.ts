/** The lines of the product's Markdown (workspace facts, section 10). */
export interface Line {
  /** Without its indentation. */
  readonly text: string
  /** Where the text starts. */
  readonly start: number
  readonly end: number
  readonly indent: number
  /** The line at which a fence of code or an equation around it ends, if it is in one. */
  readonly fenceEnd: number | undefined
}

/** A part of the Markdown. */
export interface Span {
  readonly from: number
  readonly to: number
}

export function readLines(content: string): Line[] {
  const texts = content.split('\n')
  const fences = new Map<number, number>()
  for (let index = 0; index < texts.length; index++) {
    const [, fence] = texts[index]?.match(/^\t*(`{3,}|\$\$$)/) ?? []
    if (!fence) continue
    let end = index + 1
    while (end < texts.length - 1 && texts[end]?.trim() !== fence) end++
    for (let inside = index; inside <= end; inside++) fences.set(inside, end)
    index = end
  }
  let end = -1
  return texts.map((text, index) => {
    end += text.length + 1
    const indent = text.length - text.replace(/^\t+/, '').length
    return { text: text.trim(), start: end - text.length + indent, end, indent, fenceEnd: fences.get(index) }
  })
}

/** What a line begins with: a heading, an item of a list, a quote. */
const MARK = /^(?:#{1,6} |- (?:\[[ x]\] )?|\d{1,9}\. |> )/

const BLOCK_TAG =
  /^<(?:details|callout|columns|table|page|database|unknown|empty-block|audio|video|file|pdf|table_of_contents)\b/

/** Whether a line is another block than a paragraph. */
export const isMarked = (text: string): boolean =>
  MARK.test(text) || BLOCK_TAG.test(text) || /^(?:!\[|-{3}$|`{3}|\$\$$)/.test(text)

/** What a line has at its end, such as its color. */
const ATTRIBUTES = /(?<!\\)\{[^{}\\]{1,200}\}$/

/** A sign with its backslash, the edge of code, a tag, and the address of a link. */
const TOKEN = /\\[!-/:-@[-`{-~]|`+|<\/?[a-z][^<>]*>|\]\((?:\\.|[^()\\])*\)/g

interface Signs {
  /** Where a backslash stands before a sign. */
  readonly escapes: ReadonlySet<number>
  /** What is no text: marks, tags and addresses, in their order. */
  readonly hidden: readonly Span[]
}

/** @param showsAddresses whether addresses count as text */
export function readSigns(lines: readonly Line[], showsAddresses: boolean): Signs {
  const escapes = new Set<number>()
  const hidden: Span[] = []
  for (const [index, { text, start, fenceEnd }] of lines.entries()) {
    const hide = (from: number, length: number) => hidden.push({ from: start + from, to: start + from + length })
    if (fenceEnd !== undefined) {
      if (index === fenceEnd || lines[index - 1]?.fenceEnd !== fenceEnd) hide(0, text.length)
      continue
    }
    const mark = MARK.exec(text)?.[0].length ?? 0
    if (mark > 0) hide(0, mark)
    const end = text.search(ATTRIBUTES)
    for (const { at, token } of readTokens(end === -1 ? text : text.slice(0, end), mark)) {
      if (token.startsWith('\\')) escapes.add(start + at)
      else if (token.startsWith('<') || !showsAddresses) hide(at, token.length)
    }
    if (end !== -1) hide(end, text.length - end)
  }
  return { escapes, hidden }
}

interface Token {
  readonly at: number
  readonly token: string
}

/** The tokens of a line, without those in code. */
function readTokens(text: string, from: number): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = from
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token] = found
    if (token.startsWith('`')) TOKEN.lastIndex = codeEnd(text, found.index + token.length, token)
    else tokens.push({ at: found.index, token })
  }
  return tokens
}

/** Where code ends whose edge is the same run of backticks on both sides. */
function codeEnd(text: string, from: number, edge: string): number {
  for (const { index, 0: run } of text.slice(from).matchAll(/`+/g))
    if (run.length === edge.length) return from + index + run.length
  return from
}
