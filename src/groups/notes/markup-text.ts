import { decodeEntities } from '../../base/entities.ts'

/** A comment, or a tag with its attributes; a lone `<`, as in `< 200 ms`, is neither. */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
/** What stands on lines of its own. */
const LINE = /^<\/?(?:br|hr|p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|dl|dt|dd|table|section|article)\b/i

/**
 * The words of a piece of markup: blocks and breaks become lines, other tags go, entities are read once, blanks are
 * joined, empty lines dropped. Never throws: what is no markup stays as it is written.
 */
export const markupText = (markup: string): string =>
  decodeEntities(markup.replace(/\s+/g, ' ').replace(MARKUP, (tag) => (LINE.test(tag) ? '\n' : '')))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
