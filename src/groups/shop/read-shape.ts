import * as z from 'zod'
import { badGateway } from '../../gateway/errors.ts'

/** An id of up to 19 digits: beyond 2^53 - 1 the upstream client gives a string, below it a number. */
export const exactId = () => z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)])

/**
 * A reader of what the product sent, its schema built at the first use. It throws 502 naming the place where that is not
 * what is known, never its content.
 */
export function shapeReader<Schema extends z.ZodType>(build: () => Schema): (value: unknown) => z.output<Schema> {
  let schema: Schema | undefined
  return (value) => {
    schema ??= build()
    const read = schema.safeParse(value)
    if (read.success) return read.data
    const place = read.error.issues[0]?.path.join('.')
    throw badGateway(`the shop service answered in an unknown shape${place ? `: ${place}` : ''}`)
  }
}
