import { createApp } from './app.ts'
import { platform } from './platform.ts'

export { Accounts } from './accounts/accounts.ts'

const app = createApp(platform)

export default {
  fetch: app.fetch,
}
