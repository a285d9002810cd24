import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { badInput, GatewayError } from '../../base/errors.ts'
import { isObject } from '../../base/json-object.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { Inputs } from '../operation-type.ts'
import type { AppEnv } from '../state.ts'
import { readJson } from './body.ts'
import { suggestWord } from './suggest-path.ts'
import { getField, MOST_LISTED, toValidationErrors } from './validation-errors.ts'

export type { Inputs } from '../operation-type.ts'

/** The largest body, in bytes (decisions.md section 2). */
export const MAX_BODY = 1024 * 1024

/** Validates one part of a request and passes the parsed value to `c.req.valid`. Throws 400, 413 or 415. */
type Check = (c: Context<AppEnv>) => Promise<void>

interface Limits {
  maxBody?: number | undefined
  isStrict?: boolean
}

/**
 * Validates a request before its operation runs. One 400 lists the validation errors of all parts. A body that is too
 * large (413) or of another type (415) is reported when the parts before it are valid.
 *
 * @param limits `isStrict`: an unknown body field or query parameter is a validation error as well
 */
export function validator({ param, query, header, json }: Inputs, limits: Limits = {}): Check {
  const { maxBody = MAX_BODY, isStrict = false } = limits
  const checks: Check[] = []
  if (param) checks.push(asCheck(zValidator('param', param, refuse)))
  if (isStrict) checks.push(async (c) => refuseUnknown(c.req.query(), query?.shape ?? {}))
  if (query) checks.push(asCheck(zValidator('query', z.pipe(z.transform(withoutEmpty), query), refuse)))
  if (header) checks.push(asCheck(zValidator('header', header, refuse)))
  if (json) checks.push(jsonCheck(json, maxBody, isStrict))
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

/**
 * Runs zValidator, which is a middleware, as one step of an operation. Mounted as a middleware it would run before the
 * gates of the operation. Its `next` does nothing, because the caller runs the next step.
 */
const asCheck =
  (middleware: MiddlewareHandler<AppEnv>): Check =>
  async (c) => {
    await middleware(c, async () => {})
  }

type Result = { success: boolean; target: string; data: unknown; error?: { issues: readonly z.core.$ZodIssue[] } }

function refuse({ success, target, data, error }: Result): void {
  if (!success) throw invalid(error?.issues ?? [], target === 'query' ? withoutEmpty(data) : data, target)
}

const invalid = (...[issues, ...of]: Parameters<typeof toValidationErrors>): GatewayError =>
  badInput(toValidationErrors(issues, ...of), issues.slice(0, MOST_LISTED).map(getField).filter(Boolean))

/** An empty value of a query parameter counts as absent. */
const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))

/** Replaces zValidator for bodies: it ignores a body without a Content-Type, and does not say where JSON is invalid. */
function jsonCheck(schema: z.ZodMiniObject, maxBody: number, isStrict: boolean): Check {
  const optional = optionalFields(schema)
  return async (c) => {
    const given = await readJson(c, maxBody)
    if (isStrict && isObject(given)) refuseUnknown(given, schema.shape)
    const body = withoutBlank(given, optional)
    const result = schema.safeParse(body)
    if (!result.success) throw invalid(result.error.issues, body, 'body')
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

/** Throws 400 for fields that the shape does not have. The message suggests the most similar field. */
function refuseUnknown(given: Readonly<Record<string, unknown>>, shape: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(shape)
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(shape, name))
  const named = unknown.slice(0, MOST_UNKNOWN)
  if (named.length > 0)
    throw badInput(
      named.map((name) => unknownField(name, known)).join('; '),
      named.map((name) => visibleText(name, 64)),
    )
}

const MOST_UNKNOWN = 10

function unknownField(name: string, known: readonly string[]): string {
  const nearest = suggestWord(known, name)
  const hint = nearest
    ? `did you mean ${nearest}?`
    : known.length > 0
      ? `known are ${known.join(', ')}`
      : 'there is none'
  return `${visibleText(name, 64)}: is not known: ${hint}`
}
