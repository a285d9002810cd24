/**
 * Control characters, line and paragraph separators, and invisible or bidirectional formatting characters. A name with
 * them can look like another name, or break a line of the log.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The text with a replacement character for each invisible character, at most `longest` characters. */
export function visibleText(text: string, longest = 100): string {
  const visible = text.replaceAll(INVISIBLE, '\ufffd')
  return visible.length > longest ? `${visible.slice(0, longest - 1)}…` : visible
}
