import { expect } from 'vitest'
import { formatKey } from '../../src/gateway/auth/key.ts'
import { createTiro, TIRO_KEYS } from '../simulators/notes/index.ts'
import type { GroupContract } from './contract.ts'

/** ADMIN_KEY of the test deployments. */
export const ADMIN_KEY = 'test-admin-key-of-20-characters-or-more'

/** A link to the notes account, which a test stores before its request. */
export const LINK = 'test-link'.padEnd(43, '0')
/** The first digits of its SHA-256. */
const LINK_ID = 'fc85738b2cca5211'
/** The named keys that rows are about: a rotation or a deletion leaves those of the others as they are. */
const LISTED = keptKey(1)
const CHANGED = keptKey(2)
const ROLLED = keptKey(3)
const DELETED = keptKey(4)
/** The first digits of their SHA-256. */
const CHANGED_ID = 'fd517044b08d8933'
const ROLLED_ID = '0f2fcc4f4c7316cb'
const DELETED_ID = '5cf2c482233835a0'

function keptKey(seed: number): string {
  return formatKey(new Uint8Array(32).fill(seed))
}

/** What rows with `keptSignIn` are about. */
export const SESSION_ID = '0123456789abcdefghijkl'
export const PASSKEY_ID = '0123456789abcdef'

/** The id of the call that waits for rows with `keptConfirmation`. */
export const CONFIRMATION_ID = '0123456789abcdefghijABCDEFGHIJ0123456789abc'

/** A client that registered itself, and a grant of it: what rows with `keptGrant` are about. */
export const GRANT_CLIENT = 'test-client'
export const GRANT_ID = '0123456789abcdef'

export const GRANT_CALLBACK = 'https://client.example/callback'

/** What such a client sends the browser to the consent page with. */
export const GRANT_REQUEST = new URLSearchParams({
  response_type: 'code',
  client_id: GRANT_CLIENT,
  redirect_uri: GRANT_CALLBACK,
  state: 'state-of-the-client',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}).toString()

const NO_PRODUCT = 'the management app tells what is kept'

export const admin: GroupContract = {
  group: 'admin',
  simulate: (clock) => createTiro({ clock }),
  connected: { ADMIN_KEY, NOTES_TOKEN: TIRO_KEYS.full },
  rejected: {},
  // test/groups/admin/parameters.test.ts has the parameters.
  failure: (error, code) => ({ error, code, parameters: expect.any(Object) }),
  rows: {
    admin_sign_in: {
      path: '/api/v1/admin/session',
      tier: 'open',
      body: { admin_key: ADMIN_KEY },
      maxBody: 4096,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_sign_in_options: {
      path: '/api/v1/admin/session/passkey/options',
      tier: 'open',
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_sign_in_with_passkey: {
      path: '/api/v1/admin/session/passkey',
      tier: 'open',
      body: { response: { id: 'AAAA' } },
      passkey: 'used',
      maxBody: 16 * 1024,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_proof_options: {
      path: '/api/v1/admin/session/proof/options',
      tier: 'admin',
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_prove_session: {
      path: '/api/v1/admin/session/proof',
      tier: 'admin',
      body: { admin_key: ADMIN_KEY },
      maxBody: 16 * 1024,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_list_sessions: {
      path: '/api/v1/admin/sessions',
      tier: 'admin',
      keptSignIn: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_end_session: {
      path: `/api/v1/admin/sessions/${SESSION_ID}`,
      tier: 'admin',
      keptSignIn: true,
      again: { status: 404, why: 'the session has ended' },
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_end_other_sessions: {
      path: '/api/v1/admin/sessions',
      tier: 'admin',
      keptSignIn: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_passkey_options: {
      path: '/api/v1/admin/passkeys/options',
      tier: 'admin',
      empty: ['hints', 'excludeCredentials', 'attestationFormats'],
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_add_passkey: {
      path: '/api/v1/admin/passkeys',
      tier: 'admin',
      body: { response: { id: 'AAAA' } },
      passkey: 'new',
      maxBody: 64 * 1024,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_list_passkeys: {
      path: '/api/v1/admin/passkeys',
      tier: 'admin',
      keptSignIn: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_rename_passkey: {
      path: `/api/v1/admin/passkeys/${PASSKEY_ID}`,
      tier: 'admin',
      body: { name: 'My phone' },
      keptSignIn: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_delete_passkey: {
      path: `/api/v1/admin/passkeys/${PASSKEY_ID}`,
      tier: 'admin',
      keptSignIn: true,
      again: { status: 404, why: 'the passkey is gone' },
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_session: { path: '/api/v1/admin/session', tier: 'open', missing: null, noUpstream: NO_PRODUCT },
    admin_sign_out: { path: '/api/v1/admin/session', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_get_overview: { path: '/api/v1/admin/overview', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_get_settings: {
      path: '/api/v1/admin/settings',
      tier: 'admin',
      missing: null,
      noUpstream: NO_PRODUCT,
      empty: ['allowed_origins', 'refused_origins'],
    },
    admin_change_settings: {
      path: '/api/v1/admin/settings',
      tier: 'admin',
      body: { service_name: 'Haneul Books', time_zone: 'Asia/Seoul' },
      empty: ['allowed_origins', 'refused_origins'],
      maxBody: 8192,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_api_key: {
      path: '/api/v1/admin/api-key',
      tier: 'admin',
      missing: null,
      noUpstream: NO_PRODUCT,
      shows: 'API_KEY',
    },
    admin_make_data_key: {
      path: '/api/v1/admin/data-key',
      tier: 'admin',
      isClosed: true,
      connected: { ADMIN_KEY, CREDENTIALS_KEY: btoa('w'.repeat(32)) },
      body: { confirm: 'start with empty data' },
      again: { status: 409, why: 'CREDENTIALS_KEY opens the empty data' },
      maxBody: 1024,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_make_link: {
      path: '/api/v1/admin/accounts/notes/link',
      tier: 'admin',
      body: { note: 'For the weekly report' },
      maxBody: 4096,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_webhook: {
      path: '/api/v1/admin/webhooks/workspace',
      tier: 'admin',
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_take_webhook_token: {
      path: '/api/v1/admin/webhooks/workspace/token',
      tier: 'admin',
      connected: { ADMIN_KEY, CREDENTIALS_KEY: btoa('w'.repeat(32)) },
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
      body: { token: TIRO_KEYS.full },
      maxBody: 64 * 1024,
      needsLink: true,
      missing: null,
      testsCredential: true,
      noUpstream: 'a failure of the product is told in the words of connecting; test/groups/admin has them',
    },
    admin_list_links: {
      path: '/api/v1/admin/links',
      tier: 'admin',
      needsLink: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_revoke_link: {
      path: `/api/v1/admin/links/${LINK_ID}`,
      tier: 'admin',
      needsLink: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_list_accounts: { path: '/api/v1/admin/accounts', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_test_accounts: {
      path: '/api/v1/admin/accounts/test',
      tier: 'admin',
      empty: ['untested'],
      missing: null,
      testsCredential: true,
      noUpstream: 'a failure of a product is the state of its account; test/groups/admin has it',
    },
    admin_recognize_key: {
      path: '/api/v1/admin/accounts/recognize',
      tier: 'admin',
      body: { text: 'a-text-that-was-pasted' },
      maxBody: 4096,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
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
      empty: ['untested'],
      missing: null,
      noUpstream: 'the account is not connected here; test/slow/workerd/accounts has the others',
    },
    admin_get_newest: {
      path: '/api/v1/admin/accounts/notes/newest',
      tier: 'admin',
      connected: { ADMIN_KEY, NOTES_TOKEN: TIRO_KEYS.full },
      missing: null,
      rejected: null,
    },
    admin_list_keys: {
      path: '/api/v1/admin/keys',
      tier: 'admin',
      keptKey: LISTED,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_restore_keys: { path: '/api/v1/admin/keys/copies', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_make_key: {
      path: '/api/v1/admin/keys',
      tier: 'admin',
      body: { name: 'make', licence: 'pro', groups: ['recorder', 'video'], read_only: true, expires_at: '2027-12-31' },
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_change_key: {
      path: `/api/v1/admin/keys/${CHANGED_ID}`,
      tier: 'admin',
      keptKey: CHANGED,
      body: { name: 'n8n', groups: null, expires_at: '2027-12-31T18:00:00+09:00', disabled: true },
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_roll_key: {
      path: `/api/v1/admin/keys/${ROLLED_ID}/roll`,
      tier: 'admin',
      keptKey: ROLLED,
      body: { overlap_hours: 24 },
      again: { status: 409, why: 'the key was replaced' },
      empty: ['subscriptions'],
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_delete_key: {
      path: `/api/v1/admin/keys/${DELETED_ID}`,
      tier: 'admin',
      keptKey: DELETED,
      again: { status: 404, why: 'the key is gone' },
      empty: ['subscriptions', 'created'],
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_read_grant_request: {
      path: '/api/v1/admin/grants/ask',
      tier: 'open',
      body: { request: GRANT_REQUEST },
      maxBody: 16 * 1024,
      keptGrant: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_make_grant: {
      path: '/api/v1/admin/grants',
      tier: 'admin',
      body: { request: GRANT_REQUEST, groups: ['recorder', 'workspace'], payments: false },
      maxBody: 16 * 1024,
      keptGrant: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_list_grants: {
      path: '/api/v1/admin/grants',
      tier: 'admin',
      keptGrant: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_change_grant: {
      path: `/api/v1/admin/grants/${GRANT_ID}`,
      tier: 'admin',
      body: { limits: { max_amount: 100_000 } },
      keptGrant: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_revoke_grant: {
      path: `/api/v1/admin/grants/${GRANT_ID}`,
      tier: 'admin',
      keptGrant: true,
      again: { status: 404, why: 'the grant is gone' },
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_confirmation: {
      path: `/api/v1/admin/confirmations/${CONFIRMATION_ID}`,
      tier: 'admin',
      keptConfirmation: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_decide_confirmation: {
      path: `/api/v1/admin/confirmations/${CONFIRMATION_ID}`,
      tier: 'admin',
      body: { agree: true },
      maxBody: 1024,
      keptConfirmation: true,
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_usage: {
      path: '/api/v1/admin/usage?days=30',
      tier: 'admin',
      after: '/api/v1/social/me',
      empty: ['hours'],
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_export_data: {
      path: '/api/v1/admin/data?account=notes',
      tier: 'admin',
      empty: ['searches', 'events', 'deliveries', 'bills'],
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_erase_data: {
      path: '/api/v1/admin/data',
      tier: 'admin',
      body: { account: 'notes' },
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_list_audit: {
      path: '/api/v1/admin/audit?limit=1',
      tier: 'admin',
      after: '/api/v1/admin/data?account=notes',
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_list_requests: {
      path: '/api/v1/admin/requests?limit=1',
      tier: 'admin',
      after: '/api/v1/social/me',
      missing: null,
      noUpstream: NO_PRODUCT,
    },
    admin_get_events: { path: '/api/v1/admin/events', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
    admin_poll_events: { path: '/api/v1/admin/events/poll', tier: 'admin', missing: null, noUpstream: NO_PRODUCT },
  },
}
