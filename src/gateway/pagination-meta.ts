import * as z from 'zod/mini'
import type { Inputs } from './http/validate.ts'

/**
 * How a field makes a response smaller. `position` says where a list continues, such as a cursor or a page number.
 * `amount` says how much is returned, such as a page size, a time range or the parts of each item.
 */
export type Narrowing = 'position' | 'amount'

declare module 'zod' {
  interface GlobalMeta {
    narrows?: Narrowing
  }
}

/** The fields of a query or a body that make the response smaller: the fields with `narrows` in their `.meta()`. */
export function narrowingFields({ query, json }: Inputs): readonly { name: string; narrows: Narrowing }[] {
  return Object.entries({ ...query?.shape, ...json?.shape }).flatMap(([name, field]) => {
    const { narrows } = z.globalRegistry.get(field) ?? {}
    return narrows ? [{ name, narrows }] : []
  })
}

/** Whether the operation returns one page of a longer list. */
export const isPaged = (input: Inputs): boolean => narrowingFields(input).some(({ narrows }) => narrows === 'position')
