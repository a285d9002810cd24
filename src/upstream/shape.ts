import type * as z from 'zod'
import type { Group } from '../base/groups.ts'
import { once } from '../base/once.ts'
import { unreadable } from './failures.ts'

/**
 * A reader of a product's answer by a schema, which is built at the first use. It throws 502 that names the place at
 * which the answer differs, never its content.
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
