import { expect, it } from 'vitest'
import { originOfRegion, redirectedOrigin } from '../../../src/groups/hosts.ts'
import {
  EU_ACCOUNT,
  EU_USER_TOKEN,
  KR_USER_TOKEN,
  recorderToken,
  type Switches,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import { storedNames } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { type Connected, calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

/** A user whose region the token does not say in a known way: the account is found by asking the global host. */
const STRAY_TOKEN = recorderToken({ typ: 'UT', sub: EU_ACCOUNT.id, region: 'aws:eu-central-1-local' })

const astray = (wrongRegion: Switches['wrongRegion'] = 'https') =>
  connected({ token: STRAY_TOKEN, switches: { wrongRegion } })

const hosts = ({ plaud }: Connected) => [...new Set(plaud.calls.map(({ url }) => url.host))]

/** Where the account's object says that the account lives. */
const learned = () => OBJECTS.ACCOUNTS.getByName(`recorder/${EU_ACCOUNT.id}`).origin.read()

it.each([
  ['the global host', USER_TOKEN, 'api.plaud.ai'],
  ['the European host', EU_USER_TOKEN, 'api-euc1.plaud.ai'],
  ['the Korean host', KR_USER_TOKEN, 'api-apne1.plaud.ai'],
])('the region in the token leads to %s at once', async (_, token, host) => {
  const deployment = connected({ token })
  expect((await deployment.get('/devices')).status).toBe(200)
  expect(hosts(deployment)).toEqual([host])
})

it.each([
  ['aws:ap-southeast-1', 'https://api-apse1.plaud.ai'],
  ['aws:us-west-2', 'https://api.plaud.ai'],
  ['aws:mars-1', 'https://api.plaud.ai'],
  [undefined, 'https://api.plaud.ai'],
])('the region %s lives at %s', (region, origin) => {
  expect(originOfRegion(region)).toBe(origin)
})

it.each(['https', 'bare'] as const)('a wrong-region response inside a 200 is followed (URL: %s)', async (form) => {
  const deployment = astray(form)
  const { status, json } = await deployment.get('/user/me')
  expect([status, json.data_user.id]).toEqual([200, EU_ACCOUNT.id])
  expect(hosts(deployment)).toEqual(['api.plaud.ai', 'api-euc1.plaud.ai'])
})

it.each([
  ['domains.api', -302],
  ['data.domain', -302],
  ['domain', -302],
  ['data.domains.api', 100],
  ['data.domain', -1],
] as const)('a wrong-region response that names the host in %s, with status %i, is followed', async (place, status) => {
  for (const path of ['/user/me', '/devices']) {
    const deployment = connected({ token: STRAY_TOKEN, switches: { regionPlace: place, regionStatus: status } })
    expect((await deployment.get(path)).status).toBe(200)
  }
})

it.each([307, 400, 403, 421])('a wrong-region response is followed with the HTTP status %i as well', async (status) => {
  const deployment = connected({ token: STRAY_TOKEN })
  const body = JSON.stringify({ status: -302, data: { domains: { api: 'api-euc1.plaud.ai' } } })
  deployment.plaud.fail({ kind: 'status', status, body }, { on: ({ url }) => url.hostname === 'api.plaud.ai' })
  expect((await deployment.get('/user/me')).status).toBe(200)
})

it('a wrong-region response is followed on a data route, by the exchange of the token', async () => {
  const deployment = astray()
  expect((await deployment.get('/files')).json.data_file_list.length).toBeGreaterThan(0)
  expect(deployment.plaud.state.mints).toBe(1)
})

it('a wrong-region response is followed for a change, which was not made there', async () => {
  const deployment = astray()
  const { json } = await deployment.send('POST', '/tags', { name: 'Trips' })
  expect(json.name).toBe('Trips')
})

it('the host is cached across requests', async () => {
  const deployment = astray()
  await deployment.get('/user/me')
  const before = deployment.plaud.calls.length
  await deployment.get('/user/me')
  expect(deployment.plaud.calls.slice(before).map(({ url }) => url.host)).not.toContain('api.plaud.ai')
})

it.each(['/user/me', '/devices'])(
  'the host is stored by ACCOUNTS, so another isolate uses it at once (%s)',
  async (path) => {
    const deployment = astray()
    await deployment.get(path)
    expect(await learned()).toBe('https://api-euc1.plaud.ai')
    expect(await storedNames()).toEqual([])
    const before = deployment.plaud.calls.length
    await deployment.another().get('/user/me')
    expect(deployment.plaud.calls.slice(before).map(({ url }) => url.host)).not.toContain('api.plaud.ai')
  },
)

it.each(['http', 'foreign', 'lookalike'] as const)(
  'a redirect to %s is refused with 502, and no token goes there',
  async (form) => {
    for (const path of ['/user/me', '/devices']) {
      const deployment = astray(form)
      const { status, text } = await deployment.get(path)
      expect(status).toBe(502)
      expect(text).not.toMatch(/collector|example\.test/)
      expect(hosts(deployment)).toEqual(['api.plaud.ai'])
      expect(deployment.world.strays).toEqual([])
      expect(await learned()).toBeUndefined()
    }
  },
)

it('a redirect to anywhere else is refused with 502', async () => {
  for (const api of [
    'https://api.plaud.ai@collector.example.test',
    'https://collector.example.test/api.plaud.ai',
    'https://collector.example.test#.plaud.ai',
    'collector.example.test?.plaud.ai',
    'https://api.plaud.ai:8443',
    'https://token@api.plaud.ai',
    'https://notplaud.ai',
    'https://plaud.ai.',
    'ftp://api.plaud.ai',
    'javascript:alert(1)',
    'https://[::1]',
    '',
    null,
    7,
    undefined,
  ]) {
    const deployment = connected()
    const body = JSON.stringify({ status: -302, data: { domains: { api } } })
    deployment.plaud.fail({ kind: 'status', status: 200, body })
    expect.soft((await deployment.get('/user/me')).status, JSON.stringify(api)).toBe(502)
    expect.soft(calls(deployment), JSON.stringify(api)).toHaveLength(1)
  }
})

it('a path in the URL is not followed, only its host', () => {
  expect(redirectedOrigin('https://api-euc1.plaud.ai/other/path?x=1')).toBe('https://api-euc1.plaud.ai')
})

it('a loop of redirects ends in 502 after few calls', async () => {
  for (const path of ['/user/me', '/devices']) {
    const deployment = astray('loop')
    expect((await deployment.get(path)).status).toBe(502)
    // The exchange of an earlier test's token may still be running.
    const own = deployment.plaud.calls.filter(({ headers }) => headers.get('authorization')?.endsWith(STRAY_TOKEN))
    expect(own.length).toBeGreaterThan(2)
    expect(own.length).toBeLessThan(7)
  }
})

it.each([
  ['unauthorized', 401],
  ['forbidden', 502],
] as const)('a wrong region with a plain %s', async (wrongRegion, status) => {
  expect((await astray(wrongRegion).get('/user/me')).status).toBe(status)
})
