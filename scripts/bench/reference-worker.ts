import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod/mini'

/** The baseline of the start-up figure: the same libraries and one route. */
export default new Hono().get('/hello', zValidator('query', z.object({ name: z.string() })), (c) =>
  c.json({ hello: c.req.valid('query').name }),
)
