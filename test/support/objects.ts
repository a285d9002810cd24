import { env } from 'cloudflare:workers'
import type { Access } from '../../src/objects/access/access.ts'
import type { Accounts } from '../../src/objects/accounts/accounts.ts'
import type { Events } from '../../src/objects/events/events.ts'
import type { Ledger } from '../../src/objects/ledger/ledger.ts'
import type { Usage } from '../../src/objects/usage/usage.ts'

/** The Durable Objects as the runtime has them, for tests that look inside one. */
export const OBJECTS = env as unknown as {
  ACCOUNTS: DurableObjectNamespace<Accounts>
  ACCESS: DurableObjectNamespace<Access>
  LEDGER: DurableObjectNamespace<Ledger>
  EVENTS: DurableObjectNamespace<Events>
  USAGE: DurableObjectNamespace<Usage>
}
