import * as z from 'zod/mini'
import type { Inputs } from './http/validate.ts'

/**
 * How a field makes an answer smaller: `position` says where a listing goes on, such as a cursor or a page number, and
 * `amount` how much is answered, such as a page size, a window of time or the parts of each item.
 */
export type Narrowing = 'position' | 'amount'

declare module 'zod' {
  interface GlobalMeta {
    narrows?: Narrowing
  }
}

/** The fields of a query or a body that make the answer smaller: those with `narrows` in their `.meta()`. */
export function narrowingFields({ query, json }: Inputs): readonly { name: string; narrows: Narrowing }[] {
  return Object.entries({ ...query?.shape, ...json?.shape }).flatMap(([name, field]) => {
    const { narrows } = z.globalRegistry.get(field) ?? {}
    return narrows ? [{ name, narrows }] : []
  })
}

/** Whether the operation answers one page of a longer listing. */
export const isPaged = (input: Inputs): boolean => narrowingFields(input).some(({ narrows }) => narrows === 'position')
