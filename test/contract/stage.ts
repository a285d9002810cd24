import { expect, vi } from 'vitest'
import { REASON } from '../../scripts/support/log-line.ts'
import { ACCESS_NAME } from '../../src/base/access.ts'
import { sha256Hex } from '../../src/base/crypto.ts'
import type { Env } from '../../src/base/env.ts'
import { isGroup } from '../../src/base/groups.ts'
import { platform } from '../../src/base/platform.ts'
import { getSettings, Settings } from '../../src/base/settings.ts'
import { getPrefix } from '../../src/gateway/auth/key.ts'
import { getOwner } from '../../src/gateway/auth/oauth/clients.ts'
import { sign } from '../../src/gateway/auth/signature.ts'
import { SECURE_HEADERS } from '../../src/gateway/http/respond.ts'
import { dataKey } from '../../src/upstream/data-key.ts'
import { deleteRecord, encrypt } from '../../src/upstream/store.ts'
import { Clock } from '../simulators/clock.ts'
import type { Call, Simulator } from '../simulators/simulator.ts'
import { eventsStandIn } from '../support/events.ts'
import { freshObjects } from '../support/fresh.ts'
import { type Answer, createGateway, type Gateway, json, type Overrides, PRO_KEY } from '../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, holdDeadlines, LONG_MS, type World } from '../support/world.ts'
import { ADMIN_KEY, CONFIRMATION_ID, LINK } from './admin.rows.ts'
import { keepGrant } from './kept-grant.ts'
import { keepSignIn, makePasskeyBody } from './kept-sign-in.ts'
import type { Subject } from './subjects.ts'

export const ORIGIN = 'https://app.example.test'
const REQUEST_ID = 'contract-suite.1'
/** The CREDENTIALS_KEY of rows with `isClosed` before their own. */
const ENCRYPTING = btoa('e'.repeat(32))

/** What a case changes in the row's own request. */
export interface Variation {
  method?: string
  /** Added to the row's path. */
  query?: string
  /** Put over the row's headers; null takes one away. */
  headers?: Record<string, string | null>
  body?: BodyInit | null
  key?: string | null
}

/** One operation with its own simulated world. */
export interface Stage {
  world: World
  simulator: Simulator
  gateway: Gateway
  /** Sends the row's request, and checks what holds for every response. */
  ask(variation?: Variation): Promise<Answer>
  /** The operation's own calls to the product. */
  ownCalls(): Call[]
}

/** @param warm a gateway of an earlier stage of the same subject, with what its isolate and its objects know */
export function setStage(subject: Subject, settings?: Overrides, warm?: Gateway): Stage {
  const { contract, row, method } = subject
  freshObjects()
  const clock = new Clock()
  const simulator = (row.simulate ?? contract.simulate)(clock)
  const world = createWorldAt(clock, simulator)
  holdDeadlines()
  const overrides = { ALLOWED_ORIGINS: ORIGIN, ...(settings ?? row.connected ?? contract.connected) }
  // The ownership of subscriptions has its own tests.
  const gateway = warm ?? createGateway({ ...overrides, EVENTS: eventsStandIn({ isEverybodys: true }) })
  const shown = row.shows && { ...gateway.env }[row.shows]
  const secrets = [PRO_KEY, ...getSecrets({ ...contract.connected, ...row.connected, ...overrides })].filter(
    (secret) => secret !== shown,
  )

  const askAdmin = async (path: string, body?: unknown) => {
    const init = body === undefined ? { method: 'POST' } : json('POST', body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return (await gateway.call(`/api/v1/admin/${path}`, { ...init, headers, key: null })).json
  }

  return {
    world,
    simulator,
    gateway,
    ownCalls: () => simulator.calls.filter((call) => !contract.isUpkeep?.(call)),
    async ask({ headers = {}, key = getKey(row.tier), query, ...variation } = {}) {
      if (row.isClosed) {
        // Another stage may have opened data with the row's key.
        Object.assign(gateway.env, { STORE: { get: async () => null, put: async () => {} } })
        await dataKey(new Settings({ ...gateway.env, CREDENTIALS_KEY: ENCRYPTING }))
      } else if (!isGroup(contract.group)) await forgetAccounts(gateway.env)
      if (row.needsLink) await keepLink(gateway.env)
      if (row.keptGrant) {
        const owner = getOwner(getSettings(gateway.env))
        await keepGrant(gateway.env.ACCESS.getByName(ACCESS_NAME), ADMIN_KEY, owner)
      }
      if (row.keptConfirmation) await keepConfirmation(gateway.env)
      if (row.keptKey) await keepKey(gateway.env, row.keptKey)
      if (row.keptSignIn) await keepSignIn(gateway.env.ACCESS.getByName(ACCESS_NAME))
      const body = row.passkey ? await makePasskeyBody(row.passkey, askAdmin) : row.body
      world.log.length = 0
      const own = body === undefined ? { method } : json(method, body)
      const merged = new Headers(own.headers)
      merged.set('X-Request-Id', REQUEST_ID)
      if (row.tier === 'admin' && key !== null) merged.set('Authorization', `Bearer ${key}`)
      if (row.tier === 'link' && key !== null) {
        merged.set('Cookie', `__Host-latchkey-link=notes.${key}`)
        merged.set('Origin', 'https://latchkey.test')
      }
      for (const [name, value] of Object.entries({ ...row.headers, ...headers })) {
        if (value === null) merged.delete(name)
        else merged.set(name, value)
      }
      const path = query ? `${row.path}${row.path.includes('?') ? '&' : '?'}${query}` : row.path
      const answer = await gateway.call(path, {
        ...own,
        ...variation,
        headers: merged,
        key: row.tier === 'admin' || row.tier === 'link' ? null : key,
      })
      expectCommonHeaders(answer)
      // The check of the log empties it.
      const shownTexts = [answer.text, JSON.stringify([...answer.headers]), ...world.log].join('\n')
      expectOneLogLine(world, answer, subject)
      expect([...secrets, ...(key ? [key] : [])].filter((secret) => shownTexts.includes(secret))).toEqual([])
      expectNothingUnexpected(world)
      if (!row.isClosed && !isGroup(contract.group)) await forgetAccounts(gateway.env)
      return answer
    },
  }
}

/** STORE is the same for all tests of a file. */
const forgetAccounts = (env: Env): Promise<void> => deleteRecord(getSettings(env), 'credentials/notes')

const getKey = (tier: Subject['row']['tier']): string | null =>
  tier === 'open' ? null : tier === 'admin' ? ADMIN_KEY : tier === 'link' ? LINK : PRO_KEY

const keepLink = async (env: Env) =>
  env.ACCOUNTS.getByName('state/notes').links.add({
    ...{ digest: await sha256Hex(LINK), createdAt: platform.now(), expiresAt: platform.now() + LINK_MS },
    ...{ mark: await sign(ADMIN_KEY, 'connect link', await sha256Hex(LINK)), ownerName: 'Haneul', note: null },
  })

async function keepConfirmation(env: Env): Promise<void> {
  const fields = [{ name: 'price', value: '33000' }]
  const details = JSON.stringify({ operation: 'payment_request_bill', caller: 'agent', fields })
  const encrypted = await encrypt(getSettings(env), `confirmations/${CONFIRMATION_ID}`, details)
  await env.ACCESS.getByName(ACCESS_NAME).confirmations.open({
    ...{ id: CONFIRMATION_ID, caller: 'k', fingerprint: 'a', details: JSON.stringify(encrypted) },
    expiresAt: platform.now() + LINK_MS,
  })
}

const LINK_MS = 3_600_000

/** It exists once: a key that was deleted is never made again. */
async function keepKey(env: Env, key: string): Promise<void> {
  const digest = await sha256Hex(key)
  const fields = { digest, prefix: getPrefix(key), name: 'kept', licence: 'pro' as const }
  await env.ACCESS.getByName(ACCESS_NAME).createKey(fields)
}

/** Makes the deadline of running work pass soon. Call it after `setStage`. */
export function passDeadlines({ world }: Stage): void {
  const timer = vi.mocked(platform.timer).getMockImplementation()
  vi.mocked(platform.timer).mockImplementation((ms, callback) => {
    if (timer && ms < LONG_MS) return timer(ms, callback)
    const handle = setTimeout(() => {
      world.clock.advance(ms)
      callback()
    }, 25)
    return () => clearTimeout(handle)
  })
}

const OWN_HEADERS = Object.keys(SECURE_HEADERS).join('|')
/** The gateway copies no header of a product but Retry-After. */
const KNOWN_HEADERS = new RegExp(
  `^(${OWN_HEADERS}|x-request-id|x-account|x-error-code|link|cache-control|server-timing|vary|content-type|allow|retry-after|idempotent-replayed|set-cookie|access-control-.+)$`,
  'i',
)

/** What every answer has, whatever it is (docs/spec/gateway.md). */
function expectCommonHeaders({ headers, text }: Answer) {
  expect(Object.fromEntries(headers)).toMatchObject({
    ...Object.fromEntries(Object.entries(SECURE_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
    'x-request-id': REQUEST_ID,
    'cache-control': 'no-store',
    'server-timing': expect.stringMatching(/^upstream;dur=\d+;desc="\d+ calls"$/),
    vary: expect.stringContaining('Origin'),
    ...(text !== '' && { 'content-type': 'application/json; charset=UTF-8' }),
  })
  expect([...headers.keys()].filter((name) => !KNOWN_HEADERS.test(name))).toEqual([])
}

function expectOneLogLine({ log }: World, { status }: Answer, { id, contract }: Subject) {
  expect(log).toHaveLength(1)
  const line = JSON.parse(log[0] ?? '')
  log.length = 0
  expect(line).toEqual({
    request_id: REQUEST_ID,
    group: expect.toBeOneOf([contract.group, null]),
    operation: expect.toBeOneOf([id, null]),
    actor: expect.stringMatching(/^(admin|deployment|nobody|(key|client|link) [\w-]+)$/),
    key: expect.toBeOneOf([expect.any(String), null]),
    status,
    ...(status >= 400 && { reason: expect.stringMatching(REASON) }),
    upstream_ms: expect.any(Number),
  })
}

/** Short values, such as a version or a member number, occur in responses by chance. */
const getSecrets = (settings: Overrides) =>
  Object.entries(settings).flatMap(([name, value]) =>
    name.endsWith('_URL') || name === 'ALLOWED_ORIGINS' || !value || value.length < 8 ? [] : [value],
  )
