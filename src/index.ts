import { createApp } from './app.ts'
import { platform } from './platform.ts'

export { Accounts } from './accounts/accounts.ts'
export { Ledger } from './ledger/ledger.ts'

const app = createApp(platform)

export default {
  fetch: app.fetch,
}
