import { DurableObject } from 'cloudflare:workers'
import type { AccessObject } from '../../base/access-object.ts'
import type { Env } from '../../base/env.ts'
import { platform } from '../../base/platform.ts'
import { EndedSessions } from './ended-sessions.ts'

/** The one object that stores who may come in, for what KV would show too late (decisions.md sections 11.2 and 13.1). */
export class Access extends DurableObject<Env> implements AccessObject {
  readonly #sessions: EndedSessions

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#sessions = new EndedSessions(ctx.storage.sql)
  }

  async isSessionEnded(id: string): Promise<boolean> {
    return this.#sessions.has(id)
  }

  async endSession(id: string, until: number): Promise<void> {
    this.#sessions.add(id, until, platform.now())
  }
}
