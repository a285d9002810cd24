import { Hono } from 'hono'
import { detail, success } from './envelope.ts'
import type { Plaud, PlaudEnv } from './state.ts'

/** Routes that no client has seen: their paths are inferred from their neighbours (facts 6.9, 9.3), or are not there. */
export function inferredRoutes(plaud: Plaud) {
  return new Hono<PlaudEnv>()
    .get('/file/combine-tasks/running', (c) =>
      plaud.switches.combineTasks === 'absent'
        ? detail(404, 'Not Found')
        : success(plaud, { data: c.var.library.combineTasks.filter(({ status }) => status === 'pending') }),
    )
    .get('/summary/models', () =>
      plaud.switches.models === 'absent'
        ? detail(404, 'Not Found')
        : success(plaud, { data: MODELS.map((model_name) => ({ model_name })) }),
    )
}

const MODELS = ['auto', 'openai', 'gpt-5', 'gpt-5.2', 'claude-sonnet-4.6', 'gemini-3.1-pro']
