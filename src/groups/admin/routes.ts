import { Hono } from 'hono'
import type { AccountConnectors } from '../../accounts/accounts.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { accountRoutes, webhookRoutes } from './accounts.ts'
import { auditRoutes } from './audit.ts'
import { confirmationRoutes } from './confirmations.ts'
import { dataRoutes } from './data.ts'
import { grantRoutes } from './grants.ts'
import { keyChangeRoutes, keyRoutes } from './keys.ts'
import { linkRoutes } from './links.ts'
import { eventRoutes, overviewRoutes } from './overview.ts'
import { passkeyRoutes } from './passkeys.ts'
import { sessionRoutes } from './session.ts'
import { settingRoutes } from './settings.ts'
import { usageRoutes } from './usage.ts'

/**
 * The management app's API.
 *
 * @param connectors the accounts that the groups declare
 */
export const admin = (connectors: AccountConnectors) =>
  new Hono<AppEnv>()
    .route('/', sessionRoutes)
    .route('/', passkeyRoutes)
    .route('/', overviewRoutes(connectors))
    .route('/', settingRoutes)
    .route('/', accountRoutes(connectors))
    .route('/', webhookRoutes)
    .route('/', linkRoutes(connectors))
    .route('/', keyRoutes)
    .route('/', keyChangeRoutes)
    .route('/', grantRoutes)
    .route('/', confirmationRoutes)
    .route('/', usageRoutes)
    .route('/', auditRoutes)
    .route('/', dataRoutes(connectors))
    .route('/', eventRoutes)
