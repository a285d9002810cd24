import { badInput, GatewayError } from '../../base/errors.ts'
import { NotInSchema } from './property.ts'

/** A person reads no more than this. */
const MOST_TOLD = 10

/**
 * What each of the works gives. Where some are refused, one 400 tells all of it, as for every input (decisions.md section
 * 2). It is a NotInSchema when one of them is, since a newer schema may know better.
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
  const told = refusals.slice(0, MOST_TOLD).map(({ message }) => message)
  const more = refusals.length - told.length
  const message = [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  throw refusals.some((refusal) => refusal instanceof NotInSchema) ? new NotInSchema(message) : badInput(message)
}
