import * as z from 'zod'
import { ACCOUNT_NAME, type Group, PRODUCTS } from '../base/groups.ts'
import { ITEM_STATUSES } from './batch.ts'
import { SUCCESS } from './http/envelope.ts'

/** How fields that a product sends are described in documents. Only schemas of answers use it. */

declare module 'zod' {
  interface GlobalMeta {
    /** The name under which the documents keep the schema, for all answers that have it. */
    component?: string
    /** For a value that is passed on unchecked: the schema of what the product sends. */
    sent?: unknown
  }
}

/** The id of an account, such as `notes` or `notes:business`. */
export const accountId = () =>
  z.templateLiteral([
    z.enum(PRODUCTS),
    z.union([z.literal(''), z.templateLiteral([':', z.string().regex(ACCOUNT_NAME)])]),
  ])

type Success = typeof SUCCESS

/** The fields of a group's `SUCCESS`, to spread into an output schema. */
export const successFields = <Name extends Group>(group: Name) =>
  Object.fromEntries(
    Object.entries(SUCCESS[group]).map(([field, value]) => [field, z.literal(value).describe(always(value))]),
  ) as { [Field in keyof Success[Name]]: z.ZodLiteral<Success[Name][Field] & (true | string)> }

const always = (value: true | string) => (value === '' ? 'Always empty in a success' : `Always ${value}`)

/**
 * A field that is passed on as the product sends it. The documents have the type that the product documents. An answer
 * with another one is still answered.
 */
export const fromProduct = (schema: z.ZodType, description: string) =>
  z.unknown().optional().meta({ sent: schema, description })

/** Fields of an object of a product, by the description of each. */
export const textsFromProduct = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  passedFields(() => z.string().nullable(), fields)

export const numbersFromProduct = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  passedFields(() => z.number().nullable(), fields)

export const flagsFromProduct = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  passedFields(() => z.boolean().nullable(), fields)

const passedFields = <Name extends string>(type: () => z.ZodType, fields: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries<string>(fields).map(([name, description]) => [name, fromProduct(type(), description)]),
  ) as Record<Name, ReturnType<typeof fromProduct>>

/** The output schema of a write of several things. */

/** @param fields what names the thing */
export const itemOutcome = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({
    ...fields,
    status: z
      .enum(ITEM_STATUSES)
      .describe(
        'done by this request; already so before it; refused: nothing was changed; unknown: the answer was lost, so it may be done; not_tried: it could not be asked for, and nothing was sent',
      ),
    error: z.string().nullable().describe('Why it was not done; null when it was'),
  })

export const counts = () => ({
  successful: z.int().describe('How many are done, or were already'),
  failed: z.int().describe('How many are not done, or may not be'),
})

/** One entry for each thing of the request, in its order. A write with a `batch` fails when nothing was done. */
export const outcomes = <Item extends z.ZodType>(item: Item) =>
  z.array(item).meta({ description: 'What became of each, in the order of the request', batch: true })
