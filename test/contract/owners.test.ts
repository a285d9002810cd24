import { expect, it } from 'vitest'
import { SIGN_INS } from '../../src/base/usage.ts'
import { OWN_SHARES } from '../../src/objects/usage/audit-log.ts'
import { registered } from './subjects.ts'

/** What the owner changes: its share of the audit log, and the limit of a session (docs/spec/admin.md). */

const byOwner = registered
  .map(({ operation }) => operation)
  .filter(({ group, access }) => group === 'admin' || (typeof access === 'object' && access.admitsOwner))
const ids = (operations: typeof byOwner) => operations.map(({ id }) => id).sort()

it('every recorded action of the owner has its share of the audit log, or is of the rest', () => {
  const recorded = [...byOwner.filter(({ reads, isAudited }) => !reads || isAudited).map(({ id }) => id), BY_CLICK]
  const shared = Object.values(OWN_SHARES).flat()
  expect(shared.filter((id) => !recorded.includes(id))).toEqual([])
  expect(new Set(shared).size).toBe(shared.length)
  expect(recorded.filter((id) => !shared.includes(id)).sort()).toEqual(REST)
})

/** Connecting by a click is a page, not an operation. */
const BY_CLICK = 'admin_connect_by_click'

/** Neither opens access, nor moves an account or its data. */
const REST = [
  'admin_change_settings',
  'admin_connect_by_link',
  'admin_decide_confirmation',
  'admin_end_other_sessions',
  'admin_end_session',
  'admin_get_webhook',
  'admin_open_link',
  'admin_poll_events',
  'admin_prove_session',
  'admin_rename_passkey',
  'admin_sign_out',
  'admin_test_account',
  'admin_test_accounts',
  'events_change_subscription',
  'events_create_subscription',
  'events_delete_subscription',
  'events_redeliver_event',
  'events_redeliver_failed',
  'events_roll_secret',
  'events_test_subscription',
]

it('every change by a session is one of the 60 a minute, but those that end or prove a session', () => {
  const changes = byOwner.filter(({ reads }) => !reads)
  expect(ids(changes.filter(({ isUncounted }) => isUncounted))).toEqual([
    'admin_end_other_sessions',
    'admin_end_session',
    'admin_prove_session',
    'admin_sign_out',
  ])
  expect(SIGN_INS.filter((id) => !changes.some((change) => change.id === id))).toEqual([])
})
