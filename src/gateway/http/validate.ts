import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { badInput, GatewayError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { lazy } from '../../base/lazy.ts'
import type { Inputs } from '../operation-type.ts'
import type { AppEnv } from '../state.ts'
import { readJson } from './body.ts'
import type { Synonyms } from './unknown-fields.ts'
import { describeIssues, type Refused } from './validation-errors.ts'

export type { Inputs } from '../operation-type.ts'

/** The largest body, in bytes. */
export const MAX_BODY = 1024 * 1024

/** Validates one part of a request and passes the parsed value to `c.req.valid`. Throws 400, 413 or 415. */
type Check = (c: Context<AppEnv>) => Promise<void>

interface Options {
  /** The largest body in bytes. */
  maxBody?: number | undefined
  synonyms?: Synonyms
}

/**
 * Validates a request before its operation runs. One 400 lists the validation errors of all parts. A body that is too
 * large (413) or of another type (415) is reported when the parts before it are valid.
 */
export function validator(inputs: Inputs, { maxBody = MAX_BODY, synonyms = [] }: Options = {}): Check {
  const { param, query, header, json } = inputs
  const from = (part: keyof Inputs, schema: z.ZodMiniObject): Refused => ({
    schema,
    whole: part === 'json' ? 'body' : part,
    synonyms,
    elsewhere: Object.fromEntries(
      Object.entries(inputs).flatMap(([other, { shape }]) => (other === part ? [] : [[PARTS[other], shape]])),
    ),
  })
  const checks: Check[] = []
  if (param) checks.push(asCheck(zValidator('param', param, refuse(from('param', param)))))
  if (query) checks.push(queryCheck(from('query', query)))
  else checks.push(onlyIf(hasQuery, () => queryCheck(from('query', z.strictObject({})))))
  if (header) checks.push(asCheck(zValidator('header', header, refuse(from('header', header)))))
  if (json) checks.push(jsonCheck(from('json', json), maxBody))
  else checks.push(onlyIf(hasBody, () => jsonCheck(from('json', z.strictObject({})), maxBody)))
  return async (c) => {
    const errors: GatewayError[] = []
    for (const check of checks) {
      try {
        await check(c)
      } catch (error) {
        if (error instanceof GatewayError && error.status === 400) errors.push(error)
        else if (errors.length === 0) throw error
      }
    }
    if (errors.length === 0) return
    const fields = errors.flatMap(({ parameters }) => parameters.fields ?? [])
    throw badInput(errors.map(({ message }) => message).join('; '), [...new Set(fields)])
  }
}

/** What messages call the parts of a request. */
const PARTS: Readonly<Record<string, string>> = { param: 'path', query: 'query', header: 'headers', json: 'body' }

/** The check of a part that an operation does not declare: most requests do not have it. */
function onlyIf(has: (c: Context<AppEnv>) => boolean, makeCheck: () => Check): Check {
  const check = lazy(makeCheck)
  return async (c) => {
    if (has(c)) await check()(c)
  }
}

const hasQuery = (c: Context<AppEnv>) => c.req.url.includes('?')
const hasBody = (c: Context<AppEnv>) => c.req.raw.body !== null

/**
 * Runs zValidator, which is a middleware, as one step of an operation. Mounted as a middleware it would run before the
 * gates of the operation. Its `next` does nothing, because the caller runs the next step.
 */
const asCheck =
  (middleware: MiddlewareHandler<AppEnv>): Check =>
  async (c) => {
    await middleware(c, async () => {})
  }

type Result = { success: boolean; data: unknown; error?: { issues: readonly z.core.$ZodIssue[] } }

const refuse =
  (from: Refused, toGiven = (data: unknown) => data) =>
  async ({ success, data, error }: Result): Promise<void> => {
    if (!success) throw invalid(error?.issues ?? [], toGiven(data), from)
  }

function invalid(...input: Parameters<typeof describeIssues>): GatewayError {
  const { message, fields } = describeIssues(...input)
  return badInput(message, fields)
}

/** Names that caches and links add to an address. */
const ADDED = /^(_|utm_)/

/** An empty value of a declared query parameter counts as absent. */
function queryCheck(from: Refused): Check {
  const { schema } = from
  const toGiven = (query: unknown) =>
    Object.fromEntries(
      Object.entries(query ?? {}).filter(
        ([name, value]) => !ADDED.test(name) && (value !== '' || !Object.hasOwn(schema.shape, name)),
      ),
    )
  return asCheck(zValidator('query', z.pipe(z.transform(toGiven), schema), refuse(from, toGiven)))
}

/** Replaces zValidator for bodies: it ignores a body without a Content-Type, and does not say where JSON is invalid. */
function jsonCheck(from: Refused, maxBody: number): Check {
  const { schema } = from
  const optional = optionalFields(schema)
  return async (c) => {
    const body = withoutBlank(await readJson(c, maxBody), optional)
    const result = schema.safeParse(body)
    if (!result.success) throw invalid(result.error.issues, body, from)
    c.req.addValidatedData('json', result.data)
  }
}

/** The optional fields for which null has no meaning of its own. */
const optionalFields = ({ shape }: z.ZodMiniObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, field]) =>
    z.safeParse(field, undefined).success && !z.safeParse(field, null).success ? [name] : [],
  )

/** null or empty text in an optional field counts as absent: Make and n8n send them for an empty field. */
function withoutBlank(body: unknown, optional: readonly string[]): unknown {
  if (!isObject(body)) return body
  const blank = optional.filter((name) => body[name] === null || body[name] === '')
  if (blank.length === 0) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !blank.includes(name)))
}
