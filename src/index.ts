import { createApp } from './app.ts'
import { type Env, settingsOf } from './env.ts'
import { tendAccount } from './groups/social/session.ts'
import { platform } from './platform.ts'

export { Accounts } from './accounts/accounts.ts'
export { Ledger } from './ledger/ledger.ts'

const app = createApp(platform)

export default {
  fetch: app.fetch,
  /** Once a day: a token that nobody uses must not expire. */
  scheduled: (_controller, env) => tendAccount(settingsOf(env), platform),
} satisfies ExportedHandler<Env>
