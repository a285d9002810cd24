import { createTiro, TIRO_KEYS } from '../upstreams/notes/index.ts'
import type { GroupContract } from './contract.ts'

/** ADMIN_KEY of the deployments of tests. */
export const ADMIN_KEY = 'test-admin-key-of-20-characters-or-more'

/** A link to the notes account, which a test keeps before it asks. */
export const LINK = 'test-link'.padEnd(43, '0')

const NO_PRODUCT = 'the management app tells what is kept'

export const admin: GroupContract = {
  group: 'admin',
  simulate: (clock) => createTiro({ clock }),
  connected: { ADMIN_KEY, NOTES_TOKEN: TIRO_KEYS.full },
  rejected: {},
  failure: (error) => ({ error }),
  rows: {
    admin_sign_in: {
      path: '/api/v1/admin/session',
      tier: 'open',
      body: { admin_key: ADMIN_KEY },
      maxBody: 4096,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_session: { path: '/api/v1/admin/session', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_sign_out: { path: '/api/v1/admin/session', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_get_overview: { path: '/api/v1/admin/overview', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_get_api_key: {
      path: '/api/v1/admin/api-key',
      tier: 'admin',
      missing: null,
      noUpstream: NO_PRODUCT,
      shows: 'API_KEY',
    },
    admin_make_link: {
      path: '/api/v1/admin/accounts/notes/link',
      tier: 'admin',
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_open_link: {
      path: '/api/v1/connect/session',
      tier: 'open',
      body: { account: 'notes', token: LINK },
      maxBody: 4096,
      needsLink: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_connect_by_link: {
      path: '/api/v1/connect/notes',
      tier: 'link',
      body: { token: TIRO_KEYS.full, force: true },
      maxBody: 64 * 1024,
      needsLink: true,
      missing: null,
      noUpstream: 'with force a credential is kept untested',
    },
    admin_list_accounts: { path: '/api/v1/admin/accounts', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_connect_account: {
      path: '/api/v1/admin/accounts/notes',
      tier: 'admin',
      body: { token: TIRO_KEYS.full, force: true },
      maxBody: 64 * 1024,
      missing: null,
      noUpstream: 'with force a credential is kept untested',
    },
    admin_disconnect_account: {
      path: '/api/v1/admin/accounts/notes',
      tier: 'admin',
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_test_account: {
      path: '/api/v1/admin/accounts/video/test',
      tier: 'admin',
      missing: null,
      noUpstream: 'the account is not connected here; test/accounts has the others',
    },
  },
}
