import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach } from 'vitest'
import type { Env } from '../../src/base/env.ts'
import type { Access } from '../../src/objects/access/access.ts'
import type { Accounts } from '../../src/objects/accounts/accounts.ts'
import type { Events } from '../../src/objects/events/events.ts'
import type { Ledger } from '../../src/objects/ledger/ledger.ts'
import type { Usage } from '../../src/objects/usage/usage.ts'
import { ownObjects } from './fresh.ts'

/** The Durable Objects as they reach each other, whatever the current deployment. */
export const SHARED_OBJECTS = env as unknown as {
  ACCOUNTS: DurableObjectNamespace<Accounts>
  ACCESS: DurableObjectNamespace<Access>
  LEDGER: DurableObjectNamespace<Ledger>
  EVENTS: DurableObjectNamespace<Events>
  USAGE: DurableObjectNamespace<Usage>
}

/** The Durable Objects of the current deployment (fresh.ts), for tests that look inside one. */
export const OBJECTS = {
  ACCOUNTS: ownObjects(SHARED_OBJECTS.ACCOUNTS),
  ACCESS: ownObjects(SHARED_OBJECTS.ACCESS),
  LEDGER: ownObjects(SHARED_OBJECTS.LEDGER),
  EVENTS: ownObjects(SHARED_OBJECTS.EVENTS),
  USAGE: ownObjects(SHARED_OBJECTS.USAGE),
}

/** ACCESS and EVENTS of the current deployment. */
export const OWN_BINDINGS = {
  ACCESS: OBJECTS.ACCESS as unknown as Env['ACCESS'],
  EVENTS: OBJECTS.EVENTS as unknown as Env['EVENTS'],
}

/**
 * Replaces bindings of the objects, for each test of a file. Otherwise they reach each other whatever the current
 * deployment.
 */
export function useBindings(bindings: () => Partial<Env>): void {
  let replaced: Partial<Env> = {}
  const assign = (next: () => Partial<Env>) =>
    runInDurableObject(OBJECTS.ACCESS.getByName('binds'), (instance) => {
      const { env: own } = instance as unknown as { env: Env }
      const given = next()
      replaced = Object.fromEntries(Object.keys(given).map((name) => [name, own[name as keyof Env]]))
      Object.assign(own, given)
    })
  beforeEach(() => assign(bindings))
  afterEach(() => assign(() => replaced))
}
