import * as z from 'zod/mini'
import { ACCOUNT_NAME, type Account, isAccount, isProduct, PRODUCTS, type SecretName } from '../../base/groups.ts'
import { isObject, toPlainName } from '../../base/json.ts'
import { describeMisplaced, findMisplaced } from '../../base/misplaced.ts'
import { isoInstant } from '../../base/time.ts'

/**
 * The kinds of fields in requests. A query field reads text, because a query contains only text. The `override` of a
 * field describes the value that the text represents. `clamp` is the range that the value is moved into.
 */

declare module 'zod' {
  interface GlobalMeta {
    /** For query text that is a comma-separated list: the words that the list may contain, `[]` for any. */
    list?: readonly string[]
    /** An optional field that the example request cannot do without, as it takes one of several. */
    needed?: true
  }
}

/** A field whose value is converted, or rejected with a message. */
export const converted = <Schema extends z.ZodMiniType, Output>(
  schema: Schema,
  convert: (value: z.output<Schema>, refuse: (message: string) => void) => Output,
) =>
  z.pipe(
    schema,
    z.transform((value: z.output<Schema>, { issues }) =>
      convert(value, (message) => issues.push({ code: 'custom', message, input: value })),
    ),
  )

/**
 * An object that takes other fields too, because the contract does not name all of them. They are ignored. Another
 * spelling of a declared field is refused, since it cannot mean anything else.
 */
export const openObject = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  z.looseObject(shape).check(
    z.check(
      ({ value, issues }) => {
        const input: Readonly<Record<string, unknown>> = value
        const others = Object.keys(input).filter((name) => !Object.hasOwn(shape, name))
        if (others.length === 0) return
        const declared = new Set(Object.keys(shape).map(toPlainName))
        const keys = others.filter((name) => declared.has(toPlainName(name)))
        if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input, continue: true })
      },
      { when: ({ value }) => isObject(value) },
    ),
  )
/** The id of an account: a product, or a product and a name. */
export const accountId = () =>
  converted(z.string(), (text, refuse): Account => {
    if (isAccount(text)) return text
    const [product = ''] = text.split(':')
    refuse(
      isProduct(product) ? NAME_RULE : `must be one of ${PRODUCTS.join(', ')}, or one with a name, as notes:business`,
    )
    return z.NEVER
  }).check(z.meta({ override: { type: 'string', pattern: ACCOUNT_PATTERN } }))

const NAME_RULE = 'a name has 1 to 32 of a-z, 0-9 and -, such as notes:business'
/** The id of an account, as a pattern of OpenAPI. */
export const ACCOUNT_PATTERN = `^(${PRODUCTS.join('|')})(:${ACCOUNT_NAME.source.slice(1, -1)})?$`

const INTEGER = /^-?\d{1,15}$/

/** Epoch seconds stay below this until the year 5138; epoch milliseconds have been above it since 1973. */
const SECONDS_BELOW = 1e11

const INSTANT =
  'must be epoch milliseconds, such as 1795138920000, or ISO 8601 with an offset, such as 2026-11-20T09:00:00+09:00'

/**
 * A time in a query: epoch milliseconds, or ISO 8601 with an offset. It is read as epoch milliseconds. Epoch seconds
 * are rejected with the right number in the message: read as milliseconds, they would widen the requested range.
 */
export const instant = () =>
  converted(z.string(), (text, refuse) => readInstant(text, refuse, INSTANT)).check(
    z.meta({
      isTimestamp: true,
      override: {
        anyOf: [
          { type: 'integer', format: 'int64', description: 'Epoch milliseconds' },
          { type: 'string', format: 'date-time', description: 'ISO 8601 with an offset' },
        ],
      },
    }),
  )

function readInstant(text: string, refuse: (message: string) => void, expected: string): number {
  const isEpoch = INTEGER.test(text)
  const ms = isEpoch ? Number(text) : isoInstant(text)
  if (ms === undefined) refuse(expected)
  else if (isEpoch && ms > 0 && ms < SECONDS_BELOW) {
    refuse(`must be epoch milliseconds, and this looks like seconds: send ${ms * 1000}`)
  }
  return ms ?? z.NEVER
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && isoInstant(`${text}T00:00Z`) !== undefined

/** A day, which stays a text because its hours depend on the time zone of the deployment, or an `instant`. */
export const dayOrInstant = () =>
  converted(z.string(), (text, refuse): string | number =>
    isDay(text) ? text : readInstant(text, refuse, INSTANT.replace('must be ', 'must be a day, such as 2026-11-20, ')),
  ).check(z.meta({ isTimestamp: true, override: { type: 'string' } }))

/** An integer of at least 0 in a query. */
export const textCount = (initial: number) =>
  z
    ._default(
      z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be an integer of at least 0')), z.transform(Number)),
      initial,
    )
    .check(z.meta({ override: { type: 'integer', minimum: 0, default: initial } }))

const clampedText = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(INTEGER, 'must be an integer')),
    z.transform((text) => Math.min(most, Math.max(least, Number(text)))),
  )

/** The same as `clamped`, without a default. */
export const optionalClamped = (least: number, most: number) =>
  z.optional(clampedText(least, most)).check(z.meta({ override: { type: 'integer' }, clamp: [least, most] }))

/** An integer in a query that is moved into its range instead of being rejected. */
export const clamped = (initial: number, least: number, most: number) =>
  z
    ._default(clampedText(least, most), initial)
    .check(z.meta({ override: { type: 'integer', default: initial }, clamp: [least, most] }))

/** true, false, 1 or 0 in a query. */
export const textFlag = (initial: boolean) =>
  z
    ._default(
      z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], error: 'must be true, false, 1 or 0' }),
      initial,
    )
    .check(z.meta({ override: { type: 'boolean', default: initial } }))

/** An integer in a JSON body that is moved into its range instead of being rejected. */
export const clampedNumber = (initial: number, least: number, most: number) =>
  z
    ._default(
      z.pipe(
        z.int('must be an integer'),
        z.transform((number) => Math.min(most, Math.max(least, number))),
      ),
      initial,
    )
    .check(z.meta({ override: { type: 'integer', default: initial }, clamp: [least, most] }))

/** true, false, 1 or 0 in a JSON body. */
export const jsonFlag = (initial: boolean) =>
  z._default(jsonBoolean(), initial).check(z.meta({ override: { type: 'boolean', default: initial } }))

/** Like jsonFlag, without a default: a change does not affect fields that it does not name. */
export const jsonBoolean = () =>
  z
    .pipe(
      z.union([z.boolean(), z.literal(0), z.literal(1)], { error: 'must be true, false, 1 or 0' }),
      z.transform((value: boolean | 0 | 1) => Boolean(value)),
    )
    .check(z.meta({ override: { type: 'boolean' } }))

/** One of a few words. The validation error lists them. */
export const choice = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: (issue) => (issue.input === undefined ? undefined : `must be one of ${words.join(', ')}`) })

/** Refuses what is named twice. */
export const checkTwice =
  <Item>(isSame: (one: Item, other: Item) => boolean) =>
  (found: readonly Item[], context: z.core.$RefinementCtx<readonly Item[]>) => {
    for (const [index, item] of found.entries())
      if (found.findIndex((other) => isSame(item, other)) < index)
        context.addIssue({ code: 'custom', path: [index], message: 'is named twice' })
  }

/** An identifier that becomes part of an upstream path. */
export const id = (description: string, error = 'must be 1 to 128 of A-Z, a-z, 0-9, _ and -') =>
  z
    .string()
    .check(z.regex(/^[A-Za-z0-9_-]{1,128}$/, error))
    .check(z.meta({ description }))

const encode = (text: string) => new TextEncoder().encode(text)

/** A JSON object whose field `name` lists items in UTF-8, in pieces that are freed as they are read. */
export function jsonList(name: string, items: readonly Uint8Array[], about: object): ReadableStream<Uint8Array> {
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [encode(','), item]))
  const parts = [encode(`{"${name}":[`), ...separated, encode(`],${JSON.stringify(about).slice(1)}`)].reverse()
  return new ReadableStream({
    pull: (controller) => {
      const part = parts.pop()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
}

/** Refuses a credential in a request that belongs to another product, by its form alone. */
export const notMisplaced = (place: SecretName) =>
  z.refine<string>((text) => findMisplaced(place, text) === undefined, {
    error({ input }) {
      const misplaced = findMisplaced(place, String(input))
      return misplaced && describeMisplaced(misplaced)
    },
    abort: true,
  })
