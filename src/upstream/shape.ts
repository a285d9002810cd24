import type * as z from 'zod'
import type { Group } from '../base/groups.ts'
import { once } from '../base/once.ts'
import { unreadable } from './failures.ts'

/**
 * A reader of what a product sent, its schema built at the first use. It throws 502 naming the place where that is not
 * what is known, never its content.
 */
export function shapeReader<Schema extends z.ZodType>(
  group: Group,
  build: () => Schema,
): (value: unknown) => z.output<Schema> {
  const schema = once(build)
  return (value) => {
    const read = schema().safeParse(value)
    if (!read.success) throw unreadable(group, read.error.issues[0]?.path.join('.'))
    return read.data
  }
}
