import { createApp } from './app.ts'
import type { Env } from './base/env.ts'
import { platform } from './base/platform.ts'
import { settingsOf } from './base/settings.ts'
import { tendAccount } from './groups/social/connection.ts'

export { Accounts } from './objects/accounts/accounts.ts'
export { Ledger } from './objects/ledger/ledger.ts'

const app = createApp(platform)

export default {
  fetch: app.fetch,
  /** Runs once a day and renews the token of the social account, which would expire when nobody uses it. */
  scheduled: (_controller, env) => tendAccount(settingsOf(env), platform),
} satisfies ExportedHandler<Env>
