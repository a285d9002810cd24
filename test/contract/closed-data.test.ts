import { afterEach, expect, it, vi } from 'vitest'
import { Clock } from '../simulators/clock.ts'
import { expectEach } from '../support/expect-each.ts'
import { freshDeployment } from '../support/fresh.ts'
import { createGateway, json, PRO_KEY } from '../support/gateway.ts'
import { createWorldAt, holdDeadlines } from '../support/world.ts'
import { ADMIN_KEY } from './admin.rows.ts'
import { everyWay, type Subject } from './subjects.ts'

/**
 * docs/spec/gateway.md, "The data key": with a wrong CREDENTIALS_KEY every operation that needs the data is 500 that names
 * it, before anything is sent, although the secrets of the deployment would open each account.
 */

afterEach(() => vi.restoreAllMocks())

const WRONG = btoa('w'.repeat(32))
const NAMING = /CREDENTIALS_KEY is not the key that encrypted the data of this deployment/

/** Why an operation works without the data key. */
const WORKS: readonly (readonly [why: string, ids: RegExp])[] = [
  [
    'it needs no account',
    /^(?:shop_list_carriers|payment_format_phone_number|video_(?:get_transcript|list_languages))$/,
  ],
  [
    'it reports each account, with what is wrong',
    /^(?:recorder|gateway)_doctor$|^gateway_list_accounts$|^admin_(?:list|test)_accounts?$/,
  ],
  ['it reports what was not searched, and why', /^gateway_search$/],
  [
    'ADMIN_KEY signs in, and ACCESS has sessions and passkeys',
    /^admin_\w+_(?:sign_in\w*|out|session|sessions|passkeys?|proof|passkey_options|proof_options)$|^admin_(?:sign_in\w*|sign_out)$/,
  ],
  [
    'it is for the owner who corrects the mistake',
    /^admin_(?:get_overview|recognize_key|get_api_key|make_data_key|(?:get|change)_settings)$/,
  ],
  [
    'ACCESS and USAGE have it, and nothing in it is encrypted with the data key',
    /^admin_(?:get_usage|list_audit|list_requests|\w+_grants?|read_grant_request)$/,
  ],
  [
    'what it ends or asks for is not encrypted',
    /^admin_(?:list_links|revoke_link|open_link|(?:get|decide)_confirmation|get_events|poll_events)$/,
  ],
]

/** Undefined for one that needs the data key. */
function whyItWorks({ id, row }: Subject): string | undefined {
  if (row.headers?.['X-Workspace-Token'] ?? row.headers?.['X-Payment-Host']) return 'it brings its account'
  return WORKS.find(([, ids]) => ids.test(id))?.[0]
}

/** EVENTS has settings of its own: test/slow/live/wrong-key.test.ts. A link has to be opened first. */
const asked = everyWay.filter(({ contract, row }) => contract.group !== 'events' && row.tier !== 'link')

async function ask({ contract, row, method }: Subject) {
  await freshDeployment()
  const clock = new Clock()
  const simulator = (row.simulate ?? contract.simulate)(clock)
  createWorldAt(clock, simulator)
  holdDeadlines()
  const settings = { ADMIN_KEY, ...(row.connected ?? contract.connected) }

  const { call } = createGateway({ ...settings, CREDENTIALS_KEY: WRONG })
  const init = row.body === undefined ? { method } : json(method, row.body)
  const headers = new Headers({ ...Object.fromEntries(new Headers(init.headers)), ...row.headers })
  if (row.tier === 'admin') headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
  const { status, text } = await call(row.path, { ...init, headers, key: row.tier === 'admin' ? null : PRO_KEY })
  return { status, text, calls: simulator.calls.length }
}

it('names CREDENTIALS_KEY, or works for a known reason', { timeout: 120_000 }, () =>
  expectEach(asked, async (subject) => {
    const { status, text, calls } = await ask(subject)
    if (whyItWorks(subject)) expect(status).not.toBe(500)
    else expect([status, text, calls]).toEqual([500, expect.stringMatching(NAMING), 0])
  }),
)
