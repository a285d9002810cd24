import { expect, it } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { tokenProvider } from '../../../src/groups/recorder/token-provider.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import {
  EU_ACCOUNT,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  type PlaudSimulator,
  recorderToken,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { createGateway } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const RELAY = 'https://relay.example.test/recorder'

/** Where the account's object says that the account lives. */
const learned = () => OBJECTS.ACCOUNTS.getByName(`recorder/${EU_ACCOUNT.id}`).origin.read()

/** A relay with a fixed IP address, in front of one host of the product. */
const relayTo =
  (host: string) =>
  (plaud: PlaudSimulator): Simulator[] => [
    {
      ...plaud,
      calls: [],
      answersFor: (name) => name === 'relay.example.test',
      fetch: (request) => {
        const url = new URL(request.url)
        if (!url.pathname.startsWith('/recorder/')) throw new Error(`the relay was called at ${url.pathname}`)
        return plaud.fetch(
          new Request(`https://${host}${url.pathname.slice('/recorder'.length)}${url.search}`, request),
        )
      },
    },
  ]

const behind = (host: string, token: string) =>
  connected({ token, settings: { RECORDER_API_URL: RELAY }, besides: relayTo(host) })

/** The exchange as ACCOUNTS does it, on a deployment with the relay. */
function exchange() {
  const settings = getSettings({ ...createGateway().env, RECORDER_API_URL: RELAY } satisfies Env)
  return tokenProvider.renew(new UpstreamContext(settings, platform), USER_TOKEN, undefined, {
    origin: RELAY,
    store: async () => {},
  })
}

it('RECORDER_API_URL: every call goes to the relay, with its path unchanged', async () => {
  const { get } = behind('api-euc1.plaud.ai', EU_WORKSPACE_TOKEN)
  expect((await get('/files?limit=1')).json.data_file_list).toHaveLength(1)
  expect((await get('/devices')).status).toBe(200)
})

it('RECORDER_API_URL: the doctor reports it', async () => {
  const { get } = behind('api-euc1.plaud.ai', EU_WORKSPACE_TOKEN)
  expect((await get('/doctor')).json.api_domain).toBe(RELAY)
})

it('RECORDER_API_URL: a redirect to another host is 502 naming the setting', async () => {
  const { get, plaud } = behind('api.plaud.ai', EU_WORKSPACE_TOKEN)
  const { status, json } = await get('/devices')
  expect(status).toBe(502)
  expect(json.error).toMatch(/RECORDER_API_URL/)
  expect(plaud.calls.map(({ url }) => url.host)).toEqual(['api.plaud.ai'])
  expect(await learned()).toBeUndefined()
})

it('RECORDER_API_URL: a hostile redirect is refused before the setting is named', async () => {
  const { get, plaud, world } = behind('api.plaud.ai', EU_WORKSPACE_TOKEN)
  plaud.switches.wrongRegion = 'foreign'
  const { status, json } = await get('/devices')
  expect([status, json.error]).toEqual([502, 'the recorder service pointed to an address that is not its own'])
  expect(world.strays).toEqual([])
})

it('RECORDER_API_URL: the exchange of the token goes to the relay too, and a redirect there names the setting', async () => {
  behind('api-euc1.plaud.ai', EU_USER_TOKEN)
  await expect(exchange()).rejects.toMatchObject({ status: 502, message: expect.stringMatching(/RECORDER_API_URL/) })
})

it("RECORDER_API_URL: a token exchanged through the relay does not show the account's region", async () => {
  behind('api.plaud.ai', USER_TOKEN)
  const { origin } = await exchange()
  expect(origin).toBeUndefined()
})

it('RECORDER_API_URL: it wins over a host that was learned before', async () => {
  const { get, plaud } = behind('api.plaud.ai', EU_WORKSPACE_TOKEN)
  await OBJECTS.ACCOUNTS.getByName(`recorder/${EU_ACCOUNT.id}`).keepOrigin('https://api-euc1.plaud.ai')
  expect((await get('/devices')).status).toBe(502)
  expect(plaud.calls.map(({ url }) => url.host)).toEqual(['api.plaud.ai'])
})

it('RECORDER_API_URL: it wins over the host that an exchange before was sent on to', async () => {
  const token = recorderToken({ typ: 'UT', sub: EU_ACCOUNT.id, region: 'aws:eu-central-1-local' })
  const deployment = connected({ token, besides: relayTo('api-euc1.plaud.ai') })
  await deployment.get('/devices')
  const later = deployment.another({ RECORDER_API_URL: RELAY })
  expect((await later.get('/doctor')).json).toMatchObject({ ok: true, api_domain: RELAY })
  expect((await later.get('/doctor')).json.api_domain).toBe(RELAY)
})

it('RECORDER_API_URL: once it is removed, the relay is no longer used', async () => {
  const deployment = connected({ token: EU_USER_TOKEN, besides: relayTo('api-euc1.plaud.ai') })
  await deployment.another({ RECORDER_API_URL: RELAY }).get('/user/me')
  expect(await learned()).toBeUndefined()
  expect((await deployment.another().get('/doctor')).json.api_domain).toBe('https://api-euc1.plaud.ai')
})

it.each([
  'http://relay.example.test',
  'relay.example.test',
  'https://a:b@relay.example.test',
  'ftp://relay.example.test',
])('RECORDER_API_URL: %s is 500 naming the setting', async (RECORDER_API_URL) => {
  const { status, json } = await connected({ settings: { RECORDER_API_URL } }).get('/user/me')
  expect(status).toBe(500)
  expect(json.error).toMatch(/RECORDER_API_URL/)
})
