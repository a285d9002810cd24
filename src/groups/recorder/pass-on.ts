import { verbatim } from '../../gateway/reply.ts'
import { exactText } from '../../upstream/json.ts'
import type { PlaudAnswer } from './plaud.ts'

/** A loose envelope (contract 2.10): the product's own text, but for integers that a caller would round. */
export const passOn = ({ text, body }: PlaudAnswer) => verbatim(exactText(text, body))
