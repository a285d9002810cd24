import { Hono } from 'hono'
import type { Confirmation } from '../../../src/pages/api/types.ts'
import type { Stage } from './stage.ts'

const ID = '0123456789abcdefghijABCDEFGHIJ0123456789abc'

/** A call that waits for the owner (docs/spec/mcp.md, "The agreement of a person"). */
export const confirmations = (stage: () => Stage) =>
  new Hono()
    .get('/:id', (context) => {
      if (context.req.param('id') === ID) return context.json(stage().confirmation)
      return context.json({ error: 'there is no such call to agree to' }, 404)
    })
    .post('/:id', async (context) => {
      const { agree } = await context.req.json<{ agree: boolean }>()
      const { confirmation } = stage()
      const state: Confirmation['state'] = agree ? 'agreed' : 'refused'
      return context.json(Object.assign(confirmation, { state }))
    })
