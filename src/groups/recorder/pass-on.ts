import { exactText } from '../../base/json.ts'
import { verbatim } from '../../gateway/reply.ts'
import { unreadable } from '../../upstream/failures.ts'
import type { PlaudAnswer } from './plaud.ts'

/**
 * A loose envelope (contract 2.10): the product's own text, but for integers that a caller would round. Throws 502 for a
 * bare list, which is none.
 */
export function passOn({ text, body }: PlaudAnswer) {
  if (text.trimStart().startsWith('[')) throw unreadable('recorder')
  return verbatim(exactText(text, body))
}
