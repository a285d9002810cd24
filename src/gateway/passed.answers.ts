import * as z from 'zod'

/** How fields that a product sends are described in documents. Only schemas of answers use it. */

declare module 'zod' {
  interface GlobalMeta {
    /** The name under which the documents keep the schema, for all answers that have it. */
    component?: string
    /** For a value that is passed on unchecked: the schema of what the product sends. */
    sent?: unknown
  }
}

/**
 * A field that is passed on as the product sends it. The documents have the type that the product documents. An answer
 * with another one is still answered.
 */
export const passed = (schema: z.ZodType, description: string) =>
  z.unknown().optional().meta({ sent: schema, description })

/** Fields of an object of a product, by the description of each. */
export const passedTexts = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  passedFields(() => z.string().nullable(), fields)

export const passedNumbers = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  passedFields(() => z.number().nullable(), fields)

export const passedFlags = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  passedFields(() => z.boolean().nullable(), fields)

const passedFields = <Name extends string>(type: () => z.ZodType, fields: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries<string>(fields).map(([name, description]) => [name, passed(type(), description)]),
  ) as Record<Name, ReturnType<typeof passed>>
