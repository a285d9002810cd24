import { badInput, GatewayError } from '../../base/errors.ts'
import { NotInSchema } from './property.ts'

/** The most errors that one message lists. */
const MOST_REPORTED = 10

/**
 * The results of all functions. If some are refused, throws one 400 with all messages, as for any input. It is a
 * NotInSchema if one of them is, because a newer schema may accept the input.
 */
export function eachOrRefusals<Value>(works: readonly (() => Value)[]): Value[] {
  const refusals: GatewayError[] = []
  const values = works.flatMap((work) => {
    try {
      return [work()]
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      refusals.push(error)
      return []
    }
  })
  const [first] = refusals
  if (!first) return values
  if (refusals.length === 1) throw first
  const reported = refusals.slice(0, MOST_REPORTED).map(({ message }) => message)
  const more = refusals.length - reported.length
  const message = [...reported, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  throw refusals.some((refusal) => refusal instanceof NotInSchema) ? new NotInSchema(message) : badInput(message)
}
