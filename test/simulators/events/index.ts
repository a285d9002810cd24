import { Hono } from 'hono'
import { type Simulator, simulate } from '../simulator.ts'

/** A subscriber's endpoint: it accepts all deliveries and returns nothing. */
export function createEndpoint(): Simulator {
  const app = new Hono()
  app.post('/latchkey', (c) => c.body(null, 204))
  return simulate({
    name: 'endpoint',
    hosts: ['hooks.example.com'],
    app,
    errorResponse: (status) => Response.json({ error: `status ${status}` }, { status }),
    own: {},
  })
}
