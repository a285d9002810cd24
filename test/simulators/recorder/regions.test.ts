import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, askJson } from './ask.ts'
import { createPlaud, EU_USER_TOKEN, EU_WORKSPACE_TOKEN, REGIONS } from './index.ts'

const LIST = '/file/simple/web'
const EU = REGIONS.euc1.api
const create = () => createPlaud({ clock: new Clock() })

describe('hosts (facts 1)', () => {
  it('responds for API hosts, buckets and nothing that only looks like them', () => {
    const { answersFor } = create()
    const own = [
      'api.plaud.ai',
      'api-euc1.plaud.ai',
      'api-apne1.plaud.ai',
      'api-apse1.plaud.ai',
      'api.plaud.cn',
      'resource.plaud.ai',
      'euc1-prod-plaud-content-storage.s3.amazonaws.com',
      'plaud-bucket.s3.amazonaws.com',
    ]
    expect(own.filter((host) => !answersFor(host))).toEqual([])
    expect(['plaud.ai.example.test', 'notplaud.ai', 'other.s3.amazonaws.com'].filter(answersFor)).toEqual([])
  })

  it('records a host, a path or a scheme that the product does not have as unexpected', async () => {
    const plaud = create()
    await ask(plaud, LIST, { host: 'api-usw2.plaud.ai' })
    await ask(plaud, '/no/such/route')
    await ask(plaud, `http://api.plaud.ai${LIST}`)
    expect(plaud.unexpected).toEqual([
      `plaud: GET https://api-usw2.plaud.ai${LIST}`,
      'plaud: GET https://api.plaud.ai/no/such/route',
      `plaud: GET http://api.plaud.ai${LIST}`,
    ])
  })
})

describe('wrong region (facts 1.1; 11, row 1)', () => {
  it.each([
    ['https', 'https://api-euc1.plaud.ai'],
    ['bare', 'api-euc1.plaud.ai'],
    ['http', 'http://api-euc1.plaud.ai'],
    ['foreign', 'https://collector.example.test'],
    ['lookalike', 'https://api-euc1.plaud.ai.example.test'],
  ] as const)('%s: 200 with -302 and the host to go to', async (wrongRegion, api) => {
    const plaud = createPlaud({ switches: { wrongRegion } })
    const response = await ask(plaud, LIST, { token: EU_USER_TOKEN })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: -302, data: { domains: { api } } })
  })

  it('is returned on every endpoint, for both kinds of token', async () => {
    const plaud = create()
    expect(await askJson(plaud, '/user/me', { host: EU })).toMatchObject({ status: -302 })
    expect(await askJson(plaud, '/file/abc', { host: EU, method: 'PATCH', body: {} })).toMatchObject({ status: -302 })
    expect(await askJson(plaud, LIST, { token: EU_WORKSPACE_TOKEN })).toMatchObject({ status: -302 })
  })

  it('can be a plain 401 or 403, or never end', async () => {
    const plaud = create()
    plaud.switches.wrongRegion = 'unauthorized'
    expect((await ask(plaud, LIST, { token: EU_USER_TOKEN })).status).toBe(401)
    plaud.switches.wrongRegion = 'forbidden'
    expect((await ask(plaud, LIST, { token: EU_USER_TOKEN })).status).toBe(403)
    plaud.switches.wrongRegion = 'loop'
    for (const host of [REGIONS.us.api, EU, REGIONS.apne1.api]) {
      const { data } = await askJson<{ data: { domains: { api: string } } }>(plaud, LIST, { host })
      expect(data.domains.api).not.toBe(`https://${host}`)
    }
  })
})
