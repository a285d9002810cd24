import { decodeEntities } from '../../base/json.ts'

/** A comment, or a tag with its attributes. A single `<`, as in `< 200 ms`, is neither. */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
/** Tags that start a new line. */
const LINE = /^<\/?(?:br|hr|p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|dl|dt|dd|table|section|article)\b/i

/** Any whitespace but a single space. Most texts have none, and this test is faster than searching for every run. */
const UNTIDY = /[^\S ]| {2}/

const spaced = (text: string) => (UNTIDY.test(text) ? text.replace(/\s+/g, ' ') : text)

/**
 * The text of markup: blocks and breaks become lines, other tags are removed, entities are decoded once, whitespace is
 * collapsed and empty lines are dropped. Never throws. Text without markup is not changed.
 */
export function markupText(markup: string): string {
  const bare = spaced(markup)
  const text = bare.includes('<') ? bare.replace(MARKUP, (tag) => (LINE.test(tag) ? '\n' : '')) : bare
  const lines: string[] = []
  for (const line of decodeEntities(text).split('\n')) {
    const words = spaced(line).trim()
    if (words !== '') lines.push(words)
  }
  return lines.join('\n')
}
