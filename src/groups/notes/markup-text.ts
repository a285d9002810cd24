import { decodeEntities } from '../../base/entities.ts'

/** A comment, or a tag with its attributes; a lone `<`, as in `< 200 ms`, is neither. */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
/** Tags that begin a new line. */
const LINE = /^<\/?(?:br|hr|p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|dl|dt|dd|table|section|article)\b/i

/** Any blank but a single space. Most texts hold none, and are told faster than they are searched for every run. */
const UNTIDY = /[^\S ]| {2}/

const spaced = (text: string) => (UNTIDY.test(text) ? text.replace(/\s+/g, ' ') : text)

/**
 * The text of a piece of markup: blocks and breaks become lines, other tags are removed, entities are decoded once,
 * blanks are joined and empty lines dropped. Never throws; text without markup stays as it is.
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
