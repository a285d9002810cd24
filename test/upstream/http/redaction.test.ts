import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCOUNT_SECRETS, groupOfAccount, PRODUCTS, type Product } from '../../../src/base/groups.ts'
import { platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import { operations } from '../../../src/gateway/operation.ts'
import { basic } from '../../../src/gateway/operation-type.ts'
import type { AppEnv } from '../../../src/gateway/state.ts'
import { type Product as Destination, send } from '../../../src/upstream/client.ts'
import { readCredentials, storeCredentials } from '../../../src/upstream/credentials.ts'
import { toFailure } from '../../../src/upstream/failures.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { createProbe } from '../../gateway/probe.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { type Overrides, PRO_KEY } from '../../support/gateway.ts'
import { TEXTS } from '../../support/texts.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * "No credential, signed URL or cookie in a log line or an error body; a test proves it for every setting"
 * (docs/spec/gateway.md, "Answers of products").
 */

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const getSecrets = (account: Product, kind: string) =>
  Object.fromEntries(ACCOUNT_SECRETS[account].map((name) => [name, `${kind}-value-of-${name}`])) as Record<
    string,
    string
  >

/** Every secret setting, each with a different value. */
const ALL: Overrides = {
  ...Object.assign({}, ...PRODUCTS.map((account) => getSecrets(account, 'set'))),
  VIDEO_API_KEY: 'set-value-of-VIDEO_API_KEY',
}

/** One operation for each account: it uses all of its secrets, and fails as the product says. */
const routes = new Hono<AppEnv>()
for (const account of PRODUCTS) {
  const group = groupOfAccount(account)
  const product: Destination = { group, hosts: () => true }
  routes.get(
    `/${group}/echo/${account}`,
    operations({ group, access: basic }).read(`${group}_echo`, {
      ...TEXTS,
      status: 204,
      handle: async (c) => {
        const { upstream } = c.get('state')
        const secrets: Record<string, string> = await readCredentials(upstream, account)
        const url = new URL(`https://product.example.test/?${new URLSearchParams(secrets)}`)
        const answer = await send(upstream, product, { url, headers: { ...secrets } })
        throw toFailure(upstream, group, answer, JSON.parse(answer.text).message)
      },
    }),
  )
}

/** A product that says back everything it heard, in the body and in headers. */
function echo(status: number) {
  vi.mocked(platform.fetch).mockImplementation(async (url, { headers }) => {
    const heard = Object.values(headers as Record<string, string>).join(' ')
    return Response.json(
      { message: `${heard} was refused at ${url}`, token: heard, url },
      {
        status,
        headers: { 'Set-Cookie': `session=${heard}`, 'WWW-Authenticate': heard, 'X-Echo': heard, 'Retry-After': '9' },
      },
    )
  })
}

const STATUSES = [400, 401, 402, 403, 404, 409, 422, 429, 500, 503]

async function everythingSaid(account: Product, overrides: Overrides, key = PRO_KEY) {
  const path = `/api/v1/${groupOfAccount(account)}/echo/${account}`
  const response = await createProbe(routes, overrides).fetch(path, { headers: { 'X-API-KEY': key } })
  expect(response.status).toBeGreaterThanOrEqual(400)
  const body = await response.text()
  return { body, all: [body, JSON.stringify([...response.headers]), ...world.log].join('\n') }
}

describe('the deployment’s secrets', () => {
  it.each(PRODUCTS)('of %s do not show, whatever the status with which the product echoes them', async (account) => {
    for (const status of STATUSES) {
      echo(status)
      const { all } = await everythingSaid(account, ALL)
      const shown = [...Object.values(ALL), PRO_KEY].filter((secret) => all.includes(secret))
      expect({ status, shown }).toEqual({ status, shown: [] })
    }
  })

  it('are redacted when the message is passed on', async () => {
    echo(404)
    const { body } = await everythingSaid('notes', ALL)
    expect(JSON.parse(body).error).toBe('*** was refused at https://product.example.test/?NOTES_TOKEN=***')
  })
})

describe('credentials that were connected through the app', () => {
  it.each(PRODUCTS)('of %s do not show either, nor those that they replaced', async (account) => {
    const settings = new Settings(createProbe(new Hono<AppEnv>(), ALL).env)
    const kept = getSecrets(account, 'kept')
    await storeCredentials(settings, account, kept as Parameters<typeof storeCredentials<typeof account>>[2])
    for (const status of STATUSES) {
      echo(status)
      const { all } = await everythingSaid(account, ALL)
      for (const secret of [...Object.values(kept), ...Object.values(ALL)]) expect(all).not.toContain(secret)
    }
  })
})

describe('keys', () => {
  it('do not show: a named key, the API key, and the key of the vault', async () => {
    const named = await nameKey({ name: 'automation' })
    const vault = btoa('x'.repeat(32))
    for (const key of [named, PRO_KEY, 'wrong-key-of-a-caller']) {
      echo(500)
      const { all } = await everythingSaid('notes', { ...ALL, CREDENTIALS_KEY: vault }, key)
      for (const secret of [named, PRO_KEY, vault, 'wrong-key-of-a-caller']) expect(all).not.toContain(secret)
    }
  })
})

describe('failures on the way', () => {
  it.each([
    ['a connection error', new TypeError('fetch failed: Authorization set-value-of-NOTES_TOKEN')],
    [
      'a refused address',
      new Error('cannot reach https://product.example.test/?X-Amz-Signature=set-value-of-NOTES_TOKEN'),
    ],
  ])('%s does not show its message', async (_, error) => {
    vi.mocked(platform.fetch).mockRejectedValue(error)
    const { all } = await everythingSaid('notes', ALL)
    expect(all).not.toMatch(/set-value|X-Amz|product\.example/)
  })

  it.each(['<!DOCTYPE html>', '{"message": "set-value-of-NOTES_TOKEN', ''])(
    'an unreadable response, %j, is not shown',
    async (text) => {
      vi.mocked(platform.fetch).mockImplementation(async () => new Response(text, { status: 500 }))
      const { all } = await everythingSaid('notes', ALL)
      expect(all).not.toContain('set-value')
    },
  )
})
