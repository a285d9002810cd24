import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccessPolicy } from '../../src/gateway/operation-type.ts'
import { openBrowser } from '../groups/admin/browser.ts'
import { eventsStandIn } from '../support/events.ts'
import { expectEach } from '../support/expect-each.ts'
import { freshObjects } from '../support/fresh.ts'
import { createGateway } from '../support/gateway.ts'
import { createWorld, holdDeadlines, type World } from '../support/world.ts'
import { ADMIN_KEY } from './admin.rows.ts'
import { registered, subjects } from './subjects.ts'

/** Which operations ask a session for a recent proof (docs/spec/admin.md, "Proof"). */

let world: World
beforeEach(() => {
  freshObjects()
  world = createWorld()
  holdDeadlines()
})
afterEach(() => vi.restoreAllMocks())

const takesOwner = (access: AccessPolicy) =>
  access === 'admin' || (typeof access === 'object' && access.admitsOwner === true)

/** What the owner changes, or reads although the audit log records it, and a session may do without a proof. */
const FREE: Readonly<Record<string, string>> = {
  admin_sign_out: 'ends only the session that asks',
  admin_prove_session: 'is the proof',
  admin_restore_keys: 'writes copies of keys that the owner has already made',
  admin_take_webhook_token: 'accepts pushes at an address that is secret, and each is read again at the product',
  admin_rename_passkey: 'a name opens nothing',
  admin_revoke_link: 'takes access away, and another link can be made',
  admin_delete_key: 'takes access away at once, which must not wait; another key can be made',
  admin_revoke_grant: 'takes access away at once, which must not wait; the client can ask again',
  admin_test_account: 'reads the product that is connected',
  admin_test_accounts: 'reads the products that are connected',
  admin_get_webhook: 'what comes to this address is read again at the product before it counts',
  admin_poll_events: 'reads the products that are connected',
  events_test_subscription: 'sends to the address that is stored',
  events_redeliver_failed: 'sends to the address that is stored, for which it was',
  events_redeliver_event: 'sends to the addresses that are stored, for which it was',
}

/** The same for a part of what an operation takes. */
const SOMETIMES_FREE: Readonly<Record<string, string>> = {
  admin_change_settings: 'the time zone opens nothing',
  admin_end_session: 'ending the session that asks is signing out',
  admin_change_key: 'a change that only stops the key, names it or lets it ask gives nothing',
  admin_change_grant: 'a change that only lets it ask gives nothing',
  admin_decide_confirmation: 'a refusal lets nothing happen',
  events_change_subscription: 'the description and the language change neither what is sent nor where',
}

const ofOwner = registered.filter(
  ({ operation: { access, reads, isAudited } }) => takesOwner(access) && (!reads || isAudited),
)
const having = (needsProof: boolean | 'sometimes') =>
  ofOwner.flatMap(({ operation }) => (operation.needsProof === needsProof ? [operation.id] : [])).sort()

describe('what the owner changes', () => {
  it('asks for a proof, or has a reason to ask for none', () => {
    expect(having(false)).toEqual(Object.keys(FREE).sort())
    expect(having('sometimes')).toEqual(Object.keys(SOMETIMES_FREE).sort())
  })

  it('asks 16 minutes after the sign-in', async () => {
    const browser = openBrowser({}, createGateway({ ADMIN_KEY, EVENTS: eventsStandIn() }))
    await browser.signIn()
    world.clock.advance(16 * 60_000)
    await expectEach(
      subjects.filter(({ operation }) => operation.needsProof === true),
      async ({ method, row }) => {
        const { status, json } = await browser.send(method, row.path, row.body)
        expect([status, json.code]).toEqual([403, 'proof_required'])
      },
    )
  })

  it('needs no proof where the operation takes no session', () => {
    const others = registered.filter(
      ({ operation: { access, needsProof } }) => !takesOwner(access) && needsProof !== false,
    )
    expect(others.map(({ operation }) => operation.id)).toEqual([])
  })
})
