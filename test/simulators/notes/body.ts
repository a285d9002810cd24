import type { Context } from 'hono'
import type * as z from 'zod'
import { invalid, refusal } from './errors.ts'

/** The JSON body of a request, validated. Throws 400 with the field otherwise. */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw refusal(400, { message: 'Content-Type must be application/json' })
  const body: unknown = await c.req.json().catch(() => {
    throw refusal(400, { message: 'The body is not valid JSON' })
  })
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.')
  throw invalid(field || 'body', issue?.message ?? 'invalid')
}
