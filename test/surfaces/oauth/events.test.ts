import { describe, expect, it } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { newSecret } from '../../../src/objects/webhooks/signing.ts'
import type { Browser } from '../../groups/admin/browser.ts'
import type { Gateway } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { MODERN } from '../mcp/message.ts'
import { deployOAuth, startAnew } from './deployment.ts'
import type { Choice } from './owner.ts'
import { postToken, readTokens, rpc } from './raw.ts'

/** What a grant subscribes to belongs to the grant (decisions.md section 13.5). */

startAnew()

const DAY = 86_400_000
const HOST = 'hooks.client.example'
const ALLOWED: Choice = { groups: ['recorder'], event_hosts: [HOST] }

async function deploy() {
  const EVENTS = OBJECTS.EVENTS as unknown as Env['EVENTS']
  const { gateway, owner, world } = await deployOAuth({ EVENTS })
  const listed = async () => (await owner.get('/api/v1/admin/events')).json.subscriptions
  return { gateway, owner, world, listed }
}

async function subscribe(gateway: Gateway, token: string, host = HOST) {
  const delivery = { mode: 'webhook', url: `https://${host}/mcp`, secret: newSecret() }
  const params = { name: 'recorder.file.ready', arguments: {}, delivery, _meta: MODERN.meta }
  const { json } = await rpc(gateway, token, 'events/subscribe', params, MODERN.headers('events/subscribe'))
  return json.result ?? json.error
}

const grantOf = async (owner: Browser) => (await owner.get('/api/v1/admin/grants')).json.grants[0]

describe('a grant', () => {
  it('has no events unless the owner allowed them, whether it reads or changes', async () => {
    const { gateway, owner } = await deploy()
    const { access } = await readTokens(gateway, owner, { groups: ['recorder'], read_only: false })
    expect(await subscribe(gateway, access)).toMatchObject({ code: -32601 })
    expect(await grantOf(owner)).toMatchObject({ event_hosts: null })
  })

  it('has them sent to the host that the owner saw, and nowhere else', async () => {
    const { gateway, owner, listed } = await deploy()
    const { access } = await readTokens(gateway, owner, ALLOWED)
    expect(await grantOf(owner)).toMatchObject({ event_hosts: [HOST], read_only: true })
    expect(await subscribe(gateway, access, 'evil.client.example')).toMatchObject({ code: -32024 })
    expect(await subscribe(gateway, access)).toMatchObject({ id: expect.stringMatching(/^sub_/) })
    expect(await listed()).toMatchObject([{ host: HOST, key_id: expect.stringMatching(/^grant_/), enabled: true }])
  })

  it('loses its subscriptions when the owner revokes it', async () => {
    const { gateway, owner, listed } = await deploy()
    const { access } = await readTokens(gateway, owner, ALLOWED)
    await subscribe(gateway, access)
    const { id } = await grantOf(owner)
    expect((await owner.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(204)
    expect(await listed()).toEqual([])
  })

  it('has none that last longer than itself', async () => {
    const { gateway, owner, world } = await deploy()
    const { refresh, clientId } = await readTokens(gateway, owner, ALLOWED)
    let tokens = { refresh_token: refresh, access_token: '' }
    const { created_at } = await grantOf(owner)
    for (const days of [29, 29, 29, 2.5]) {
      world.clock.advance(days * DAY)
      const { refresh_token } = tokens
      tokens = (await postToken(gateway, { grant_type: 'refresh_token', refresh_token, client_id: clientId })).json
    }
    const { refreshBefore } = await subscribe(gateway, tokens.access_token)
    expect(Date.parse(refreshBefore) - Date.parse(created_at)).toBe(90 * DAY)
  })

  it('loses them when its client ends it', async () => {
    const { gateway, owner, listed } = await deploy()
    const { access, refresh, clientId } = await readTokens(gateway, owner, ALLOWED)
    await subscribe(gateway, access)
    await postToken(gateway, { token: refresh, client_id: clientId })
    expect(await listed()).toEqual([])
  })

  it.each([['10.0.0.1'], ['a/b'], ['hooks.example.com?x'], ['localhost.internal'], ['']])(
    'is not made for %j',
    async (host) => {
      const { gateway, owner } = await deploy()
      await expect(readTokens(gateway, owner, { ...ALLOWED, event_hosts: [host] })).rejects.toThrow()
    },
  )
})
