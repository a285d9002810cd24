/** The target of an image: its range in the text, including `<…>`, and its path. */
export interface ImageTarget {
  start: number
  end: number
  path: string
}

/**
 * The targets of `![alt](target)` and `![alt](<target> "title")`, in order. Reads the text once: it comes from
 * dictation by anyone, and a regular expression takes minutes on a long run of `![](`.
 */
export function* markdownImages(text: string): Generator<ImageTarget> {
  const nextBracket = finder(text, /\]/g)
  const nextParenthesis = finder(text, /\)/g)
  const nextAngle = finder(text, />/g)
  const nextBlank = finder(text, /\s/g)
  const nextBreak = finder(text, /\n/g)

  for (let at = text.indexOf('!['); at >= 0; ) {
    const altEnd = nextBracket(at + 2)
    const start = altEnd + 2
    if (altEnd === text.length || nextParenthesis(start) === text.length) return
    const isAngled = text[start] === '<' && nextAngle(start) < nextBreak(start)
    const end = isAngled ? nextAngle(start) + 1 : Math.min(nextBlank(start), nextParenthesis(start))
    const close = nextParenthesis(end)
    if (text[altEnd + 1] !== '(' || end === start || close === text.length) {
      at = text.indexOf('![', at + 2)
      continue
    }
    yield { start, end, path: isAngled ? text.slice(start + 1, end - 1) : text.slice(start, end) }
    at = text.indexOf('![', close)
  }
}

/**
 * Finds the next match from a position on, or returns the length of the text. Positions must not decrease, so the text
 * is searched only once.
 */
function finder(text: string, pattern: RegExp): (from: number) => number {
  let found = -1
  return (from) => {
    if (found < from) {
      pattern.lastIndex = from
      found = pattern.exec(text)?.index ?? text.length
    }
    return found
  }
}
