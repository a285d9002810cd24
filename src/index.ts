import { createApp } from './app.ts'
import type { Env } from './base/env.ts'
import { platform } from './base/platform.ts'

export { Access } from './objects/access/access.ts'
export { Accounts } from './objects/accounts/accounts.ts'
export { Events } from './objects/events/events.ts'
export { Ledger } from './objects/ledger/ledger.ts'
export { Usage } from './objects/usage/usage.ts'

const app = createApp(platform)

export default { fetch: app.fetch } satisfies ExportedHandler<Env>
