import { member, textMember } from '../../base/json-object.ts'

/** The words of a rich text without its dress; undefined when it is none. */
export function plainText(rich: unknown): string | undefined {
  if (!Array.isArray(rich)) return undefined
  // A piece that was written by hand has its content only.
  return rich
    .map((piece: unknown) => textMember(piece, 'plain_text') ?? textMember(member(piece, 'text'), 'content') ?? '')
    .join('')
}
