import { zValidator } from '@hono/zod-validator'
import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type * as z from 'zod'
import { jsonBody } from './body.ts'
import { badInput } from './errors.ts'
import type { Gateway } from './state.ts'

/** The inputs of an operation, named as Hono names where they stand. */
export interface Inputs {
  param?: z.ZodObject
  query?: z.ZodObject
  header?: z.ZodObject
  json?: z.ZodObject
}

/** The largest body, in bytes (decisions.md section 2). */
export const MAX_BODY = 1024 * 1024

export type Steps = readonly MiddlewareHandler<Gateway>[]

/** The steps that check a request before its operation runs; each throws 400, 413 or 415, and the 400 names the field. */
export function validators({ param, query, header, json }: Inputs, maxBody = MAX_BODY): Steps {
  const steps: MiddlewareHandler<Gateway>[] = []
  if (param) steps.push(zValidator('param', param, refuse))
  if (query) steps.push(zValidator('query', query, refuse, { validationFunction: withoutEmpty }))
  if (header) steps.push(zValidator('header', header, refuse))
  if (json) steps.push(jsonBody(maxBody), readable(zValidator('json', json, refuse)))
  return steps
}

type Result = { success: boolean; target: string; error?: { issues: readonly z.core.$ZodIssue[] } }

function refuse({ success, target, error }: Result): void {
  if (success) return
  const [issue] = error?.issues ?? []
  throw badInput(issue ? describe(issue, target) : `${target}: not valid`)
}

function describe(issue: z.core.$ZodIssue, target: string): string {
  const field = issue.path.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
    '',
  )
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return `${field || (target === 'json' ? 'body' : target)}: ${missing ? 'is required' : issue.message}`
}

/** An empty value of a query parameter counts as absent. */
const withoutEmpty = (schema: z.ZodObject, query: Record<string, string | string[]>) =>
  schema.safeParseAsync(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')))

/** Hono's validator reports a broken body in its own way; here it is one 400 like the others. */
const readable =
  (step: MiddlewareHandler<Gateway>): MiddlewareHandler<Gateway> =>
  async (c, next) => {
    try {
      return await step(c, next)
    } catch (error) {
      throw error instanceof HTTPException ? badInput('body: is not valid JSON') : error
    }
  }
