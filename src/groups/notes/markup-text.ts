import { decodeEntities } from '../../base/entities.ts'

/** A comment, or a tag with its attributes; a lone `<`, as in `< 200 ms`, is neither. */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
/** Tags that begin a new line. */
const LINE = /^<\/?(?:br|hr|p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|dl|dt|dd|table|section|article)\b/i

/**
 * The text of a piece of markup: blocks and breaks become lines, other tags are removed, entities are decoded once,
 * blanks are joined and empty lines dropped. Never throws; text without markup stays as it is.
 */
export const markupText = (markup: string): string =>
  decodeEntities(markup.replace(/\s+/g, ' ').replace(MARKUP, (tag) => (LINE.test(tag) ? '\n' : '')))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
