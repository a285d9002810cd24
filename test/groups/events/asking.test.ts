import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { ADDRESSES, createReceivers } from '../../simulators/receivers/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, type Gateway, json } from '../../support/gateway.ts'
import { OWN_BINDINGS, useBindings } from '../../support/objects.ts'
import { createWorld } from '../../support/world.ts'
import { openBrowser } from '../admin/browser.ts'

/**
 * A key with `confirm` and what it sends to addresses and to people (docs/spec/mcp.md, "The agreement of a person").
 */

const HOOK = 'https://hooks.example.com/1'
const { slack: SLACK } = ADDRESSES

useBindings(() => OWN_BINDINGS)

let gateway: Gateway
let owner: ReturnType<typeof openBrowser>
let key: string
beforeEach(async () => {
  createWorld(createReceivers())
  gateway = createGateway({ ADMIN_KEY, EVENTS: OWN_BINDINGS.EVENTS })
  owner = openBrowser({}, gateway)
  await owner.signIn()
  key = await makeKey({ name: 'agent', confirm: true })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const makeKey = async (fields: object) =>
  (await owner.send('POST', '/api/v1/admin/keys', { licence: 'pro', ...fields })).json.key as string

const ask = (method: string, path: string, body?: object, by = key) =>
  gateway.call(`/api/v1/events${path}`, { ...(body ? json(method, body) : { method }), key: by })

const idOf = ({ status, json: told }: Awaited<ReturnType<typeof ask>>): string => {
  expect(status).toBe(403)
  return /confirm#([\w-]{43})$/.exec(told.error)?.[1] ?? expect.fail(told.error)
}

/** What the owner agrees to, and the answer to the same call afterwards. */
async function agreed(method: string, path: string, body?: object) {
  const id = idOf(await ask(method, path, body))
  const { json: seen } = await owner.get(`/api/v1/admin/confirmations/${id}`)
  await owner.send('POST', `/api/v1/admin/confirmations/${id}`, { agree: true })
  const fields: Record<string, string> = Object.fromEntries(
    seen.fields.map(({ name, value }: { name: string; value: string }) => [name, value]),
  )
  return { fields, answer: await ask(method, path, body) }
}

const create = async (url: string) => {
  const { answer } = await agreed('POST', '/subscriptions', { url, types: ['account.rejected'] })
  expect(answer.status).toBe(201)
  return answer.json.id as string
}

describe('a subscription', () => {
  it('is created when the owner agrees to its address, and the refusal says what triggers need', async () => {
    const body = { url: HOOK, types: ['recorder.file.ready', 'payment.bill.paid'], include: ['transcript'] }
    const { json: told } = await ask('POST', '/subscriptions', body)
    expect(told).toMatchObject({ code: 'confirmation_required' })
    expect(told.error).toContain(
      'Triggers of Zapier and n8n cannot wait for that: they need a key without "Ask me first".',
    )
    expect((await ask('GET', '/subscriptions')).json.subscriptions).toEqual([])
    const { fields, answer } = await agreed('POST', '/subscriptions', body)
    expect(fields).toMatchObject({ url: HOOK, types: expect.stringContaining('payment.bill.paid') })
    expect(answer.status).toBe(201)
    expect((await ask('GET', '/subscriptions')).json.subscriptions).toHaveLength(1)
  })

  it('is moved, widened and resumed when the owner agrees, and paused without a question', async () => {
    const id = await create(HOOK)
    const path = `/subscriptions/${id}`
    for (const change of [
      { url: 'https://thief.example.net/x' },
      { types: ['*'] },
      { include: ['transcript'] },
      { filter: null },
      { enabled: true },
      { enabled: false, url: 'https://thief.example.net/x' },
    ])
      idOf(await ask('PATCH', path, change))
    const still = await ask('GET', path)
    expect(still.json).toMatchObject({ url: HOOK, types: ['account.rejected'], include: [] })
    for (const change of [{ enabled: false }, { description: 'mine' }, { language: 'ko' }])
      expect((await ask('PATCH', path, change)).status).toBe(200)
    const { fields, answer } = await agreed('PATCH', path, { url: 'https://hooks.example.com/2' })
    expect([fields.url, answer.json.url]).toEqual(['https://hooks.example.com/2', 'https://hooks.example.com/2'])
  })

  it('is tested and repeated without a question at a webhook, and asks for a channel that people read', async () => {
    const [webhook, channel] = [await create(HOOK), await create(SLACK)]
    expect((await ask('POST', `/subscriptions/${webhook}/test`)).status).toBe(200)
    expect((await ask('POST', `/subscriptions/${webhook}/redeliver`)).status).toBe(200)
    idOf(await ask('POST', `/subscriptions/${channel}/redeliver`))
    const { fields, answer } = await agreed('POST', `/subscriptions/${channel}/test`)
    expect(fields.url).toBe('https://hooks.slack.com/…')
    expect(answer.status).toBe(200)
    // An event goes to every subscription of the key that has its type.
    idOf(await ask('POST', '/evt_0123456789abcdefghijklmnop/redeliver'))
    expect((await ask('POST', '/evt_0123456789abcdefghijklmnop/redeliver', { subscription_id: webhook })).status).toBe(
      404,
    )
    expect((await ask('POST', '/subscriptions/sub_0123456789abcdefghijklmnop/test')).status).toBe(404)
  })

  it('asks nobody for another key, and for the owner', async () => {
    const other = await makeKey({ name: 'n8n' })
    const { status, json: made } = await ask('POST', '/subscriptions', { url: SLACK }, other)
    expect(status).toBe(201)
    expect((await ask('POST', `/subscriptions/${made.id}/test`, undefined, other)).status).toBe(200)
    expect((await owner.send('POST', '/api/v1/events/subscriptions', { url: SLACK })).status).toBe(201)
  })
})
