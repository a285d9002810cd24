import {
  attributesIn,
  colorIn,
  equationPiece,
  type Piece,
  PLAIN,
  readMention,
  type Style,
  textPieces,
} from './piece.ts'

type Mark = 'bold' | 'italic' | 'strikethrough'

interface Opened {
  mark: Mark
  /** The position of its sign in the text. */
  at: number
}

const PUNCTUATION = /[!-/:-@[-`{-~]/
const ADDRESS = /^https?:\/\/[^\s<>()[\]\\*`$|]+/

/** Parses one line of the product's Markdown to rich text. A mark that is not closed is literal text. */
export function readInline(text: string, style: Style = PLAIN): Piece[] {
  const literal = new Set<number>()
  for (;;) {
    const { pieces, unclosed } = read(text, style, literal)
    if (unclosed === undefined) return joined(pieces)
    literal.add(unclosed)
  }
}

function read(text: string, base: Style, literal: ReadonlySet<number>) {
  const pieces: Piece[] = []
  const open: Opened[] = []
  let words = ''
  const style = (): Style => ({
    ...base,
    annotations: { ...base.annotations, ...Object.fromEntries(open.map(({ mark }) => [mark, true])) },
  })
  const flush = () => {
    pieces.push(...textPieces(words, style()))
    words = ''
  }
  const put = (...more: Piece[]) => {
    flush()
    pieces.push(...more)
  }
  const isOpen = (mark: Mark) => open.some((one) => one.mark === mark)
  const begin = (mark: Mark, at: number) => {
    flush()
    open.push({ mark, at })
  }
  const end = () => {
    flush()
    open.pop()
  }
  /** How many signs of a run may be marks. */
  const signs = (from: number, run: number, sign: '*' | '~'): number => {
    const canClose = from > 0 && !/\s/.test(text[from - 1] ?? ' ')
    const canOpen = !/^\s?$/.test(text[from + run] ?? '')
    let used = 0
    while (used < run) {
      const left = run - used
      const top = open.at(-1)?.mark
      if (sign === '~') {
        if (left < 2) break
        if (top === 'strikethrough' && canClose) end()
        else if (canOpen && !isOpen('strikethrough')) begin('strikethrough', from + used)
        else break
        used += 2
      } else if (top === 'bold' && left >= 2 && canClose) {
        end()
        used += 2
      } else if (top === 'italic' && canClose && (left !== 2 || isOpen('bold'))) {
        end()
        used += 1
      } else if (canOpen && left >= 2 && !isOpen('bold')) {
        begin('bold', from + used)
        used += 2
      } else if (canOpen && !isOpen('italic')) {
        begin('italic', from + used)
        used += 1
      } else break
    }
    return used
  }

  for (let i = 0; i < text.length; ) {
    const rest = text.slice(i)
    const char = rest[0] ?? ''
    const escaped = rest[1] ?? ''
    if (char === '\\' && PUNCTUATION.test(escaped)) {
      words += escaped
      i += 2
      continue
    }
    const run = /^(?:\*+|~+)/.exec(rest)?.[0].length ?? 0
    if (run > 0 && (char === '*' || char === '~') && !literal.has(i)) {
      const used = signs(i, run, char)
      if (used === 0) words += rest.slice(0, run)
      i += used === 0 ? run : used
      continue
    }
    const found = special(rest, style(), base)
    if (found) {
      if (found.pieces) put(...found.pieces)
      else words += found.words ?? ''
      i += found.length
      continue
    }
    words += char
    i += 1
  }
  const unclosed = open[0]?.at
  flush()
  return { pieces, unclosed }
}

interface Found {
  length: number
  pieces?: Piece[]
  words?: string
}

/** What starts here and is no emphasis: code, an equation, a link, a tag, a URL. */
function special(rest: string, style: Style, { link }: Style): Found | undefined {
  const ticks = /^`+/.exec(rest)?.[0]
  if (ticks) return readCode(rest, ticks, style)
  const equation = /^\$(?!\s)((?:\\.|[^$\\])*?[^\s\\$])\$/.exec(rest)
  if (equation) return { length: equation[0].length, pieces: [equationPiece(equation[1] ?? '', style)] }
  const newline = /^<br\s*\/?>/.exec(rest)
  if (newline) return { length: newline[0].length, words: '\n' }
  const mention = readMention(rest, style)
  if (mention) return { length: mention.length, pieces: [mention.piece] }
  const span = readSpan(rest, style)
  if (span) return span
  const anchor = link === null ? /^\[((?:\\.|[^\]\\])*)\]\(((?:\\.|[^)\\\s])*)\)/.exec(rest) : null
  if (anchor) {
    const url = (anchor[2] ?? '').replace(/\\(.)/g, '$1')
    return { length: anchor[0].length, pieces: readInline(anchor[1] ?? '', { ...style, link: url }) }
  }
  const address = link === null ? ADDRESS.exec(rest)?.[0].replace(/[.,;:!?]+$/, '') : undefined
  if (address) return { length: address.length, pieces: textPieces(address, { ...style, link: address }) }
  return undefined
}

function readCode(rest: string, ticks: string, style: Style): Found {
  const close = [...rest.matchAll(/`+/g)].find(({ 0: run, index }) => index > 0 && run.length === ticks.length)
  if (!close) return { length: ticks.length, words: ticks }
  const between = rest.slice(ticks.length, close.index)
  const hasRoom = between.startsWith(' ') && between.endsWith(' ') && between.trim() !== ''
  const annotations = { ...style.annotations, code: true }
  return {
    length: close.index + ticks.length,
    pieces: textPieces(hasRoom ? between.slice(1, -1) : between, { ...style, annotations }),
  }
}

function readSpan(rest: string, style: Style): Found | undefined {
  const begun = /^<span((?:\s[\w-]+="[^"]*")+)>/.exec(rest)
  if (!begun) return undefined
  let depth = 0
  for (const tag of rest.matchAll(/(?<!\\)<(\/?)span\b[^>]*>/g)) {
    depth += tag[1] === '/' ? -1 : 1
    if (depth > 0) continue
    const given = attributesIn(begun[1] ?? '')
    const annotations = {
      ...style.annotations,
      ...(given.get('underline') === 'true' && { underline: true }),
      ...(given.has('color') && { color: colorIn(given.get('color')) }),
    }
    const inner = rest.slice(begun[0].length, tag.index)
    return { length: tag.index + tag[0].length, pieces: readInline(inner, { ...style, annotations }) }
  }
  return undefined
}

const sameStyle = (a: Piece, b: Piece) =>
  a.type === 'text' &&
  b.type === 'text' &&
  a.href === b.href &&
  JSON.stringify(a.annotations) === JSON.stringify(b.annotations)

/** Joins neighbours with the same style, and splits pieces that are too long. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const runs: Piece[][] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    if (last?.[0] && sameStyle(last[0], piece)) last.push(piece)
    else runs.push([piece])
  }
  return runs.flatMap((run) => {
    const [first] = run
    if (first?.type !== 'text') return run
    return textPieces(run.map(({ plain_text }) => plain_text).join(''), {
      annotations: first.annotations,
      link: first.href,
    })
  })
}
