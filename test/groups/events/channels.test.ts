import { afterEach, describe, expect, it, vi } from 'vitest'
import { channelOf, maskAddress, PEOPLES_TYPES } from '../../../src/base/channels.ts'
import { sha256Hex } from '../../../src/base/crypto.ts'
import type { Stub } from '../../../src/base/env.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { nameKey } from '../../gateway/auth/keys/named-keys.ts'
import { ADDRESSES } from '../../simulators/receivers/index.ts'
import { eventsStandIn } from '../../support/events.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'

/** docs/spec/events.md, "Channels for people": what the routes take, and what they show. */
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const NOTIFY = { EMAIL: { send: async () => ({ messageId: '1' }) }, NOTIFY_FROM: 'gateway@example.com' }

function deploy(overrides: Parameters<typeof createGateway>[0] = {}) {
  const namespace = eventsStandIn()
  const events: Stub<'EVENTS'> = namespace.getByName('')
  const gateway = createGateway({ ADMIN_KEY, ...overrides, EVENTS: namespace })
  const subscribe = (body: object, headers: Record<string, string> = {}, key?: string) => {
    const init = json('POST', body)
    return gateway.call('/api/v1/events/subscriptions', {
      ...init,
      headers: { ...init.headers, ...headers },
      ...(key !== undefined && { key }),
    })
  }
  return { gateway, events, subscribe }
}

describe('an address', () => {
  it.each([
    ['https://hooks.slack.com/services/T0/B0/x', 'slack', 'https://hooks.slack.com/…'],
    ['https://HOOKS.slack.com./services/T0/B0/x', 'slack', 'https://hooks.slack.com./…'],
    ['https://discord.com/api/webhooks/1/x', 'discord', 'https://discord.com/…'],
    ['https://discordapp.com/api/v10/webhooks/1/x?thread_id=2', 'discord', 'https://discordapp.com/…'],
    ['https://ptb.discord.com/api/webhooks/1/x', 'discord', 'https://ptb.discord.com/…'],
    ['https://canary.discord.com/api/webhooks/1/x', 'discord', 'https://canary.discord.com/…'],
    ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'google_chat', 'https://chat.googleapis.com/…'],
    ['https://haneul.webhook.office.com/webhookb2/a', 'teams', 'https://haneul.webhook.office.com/…'],
    [
      'https://prod-1.koreacentral.logic.azure.com:443/workflows/a?sig=s',
      'teams',
      'https://prod-1.koreacentral.logic.azure.com/…',
    ],
    [
      'https://a.0a.environment.api.powerplatform.com:443/powerautomate/a?sig=s',
      'teams',
      'https://a.0a.environment.api.powerplatform.com/…',
    ],
    ['https://api.telegram.org/bot1:x/sendMessage?chat_id=2', 'telegram', 'https://api.telegram.org/…'],
    ['mailto:minji@example.com', 'email', 'm…@example.com'],
    // Others that only look like one stay readable.
    ['https://hooks.slack.com.example.com/services/T0', 'webhook', 'https://hooks.slack.com.example.com/services/T0'],
    ['https://discord.com/channels/1/2', 'webhook', 'https://discord.com/channels/1/2'],
    ['https://logic.azure.com.evil.example/a', 'webhook', 'https://logic.azure.com.evil.example/a'],
    ['https://hook.eu2.make.com/abc', 'webhook', 'https://hook.eu2.make.com/abc'],
  ])('%s is of %s', (text, channel, shown) => {
    const { href } = new URL(text)
    expect([channelOf(href), maskAddress(href)]).toEqual([channel, shown])
  })

  it.each(Object.entries(ADDRESSES))(
    '%s needs no types, has no secret, and is masked in every answer',
    async (_, url) => {
      const { subscribe, gateway } = deploy()
      const { status, json: made, text } = await subscribe({ url }, { 'Accept-Language': 'ko-KR,ko;q=0.9' })
      expect(status).toBe(201)
      expect(made).toMatchObject({
        types: [...PEOPLES_TYPES],
        ...{ secret: null, language: 'ko', url: `${new URL(url).origin}/…`, channel: channelOf(url) },
      })
      const answers = await Promise.all([
        gateway.call('/api/v1/events/subscriptions'),
        gateway.call(`/api/v1/events/subscriptions/${made.id}`),
        gateway.call('/api/v1/admin/events', { key: null, headers: { Authorization: `Bearer ${ADMIN_KEY}` } }),
        gateway.call('/api/v1/admin/audit', { key: null, headers: { Authorization: `Bearer ${ADMIN_KEY}` } }),
      ])
      const { pathname, searchParams } = new URL(url)
      const secrets = [...pathname.split('/'), ...searchParams.values()].filter(
        (part) => /\d|secret/.test(part) && part.length > 5,
      )
      const shown = [text, ...answers.map((answer) => answer.text)].join('\n')
      expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
    },
  )

  it('of e-mail may be bare, if the deployment sends e-mail', async () => {
    for (const url of ['minji@example.com', 'mailto:minji@example.com', ' minji@example.com ']) {
      const { status, json: made } = await deploy(NOTIFY).subscribe({ url })
      expect
        .soft([url, status, made.url, made.host, made.channel])
        .toEqual([url, 201, 'm…@example.com', 'example.com', 'email'])
    }
    const events = async (overrides: object) =>
      (
        await deploy(overrides).gateway.call('/api/v1/admin/events', {
          key: null,
          headers: { Authorization: `Bearer ${ADMIN_KEY}` },
        })
      ).json
    expect((await events(NOTIFY)).email_available).toBe(true)
    expect((await events({ NOTIFY_FROM: 'gateway@example.com' })).email_available).toBe(false)
    expect((await events({ ...NOTIFY, NOTIFY_FROM: 'gateway' })).email_available).toBe(false)
  })

  it.each([
    [
      { url: 'me@example.com' },
      /^url: this gateway cannot send e-mail: its owner has to bind EMAIL and set NOTIFY_FROM/,
      {},
    ],
    [{ url: 'mailto:me@example.com,you@example.com' }, /^url: must hold one e-mail address/, NOTIFY],
    [{ url: 'mailto:me@example.com?bcc=you@example.com' }, /^url: must hold one e-mail address/, NOTIFY],
    [{ url: 'mailto:me@localhost' }, /^url: must hold one e-mail address/, NOTIFY],
    [
      { url: 'https://api.telegram.org/bot1:secret/sendMessage' },
      /^url: needs the chat: add \?chat_id=.*getUpdates/,
      {},
    ],
    [{ url: 'https://api.telegram.org/bot1:secret/getUpdates?chat_id=1' }, /^url: for Telegram must be https:/, {}],
    [{ url: 'https://hooks.slack.com/…' }, /^url: is only the visible part of an address/, {}],
    [{ url: 'm…@example.com' }, /^url: is only the visible part of an address/, NOTIFY],
    [{ url: 'https://hooks.slack.com/services/secret', language: 'fr' }, /^language: must be one of en, ko$/, {}],
    [{ url: 'https://hooks.example.com/1' }, /^types: is required$/, {}],
  ])('%j is refused', async (body, error, overrides) => {
    const { events, subscribe } = deploy(overrides)
    const made = vi.spyOn(events, 'subscribe')
    const { status, json: told, text } = await subscribe(body)
    expect([status, told.error]).toEqual([400, expect.stringMatching(error)])
    expect(text).not.toContain('secret')
    expect(made).not.toHaveBeenCalled()
  })

  it('takes the language of the request, and types of its own', async () => {
    const { subscribe } = deploy()
    const url = ADDRESSES.slack
    const made = async (...args: Parameters<typeof subscribe>) => (await subscribe(...args)).json.language
    expect(await made({ url })).toBe('en')
    expect(await made({ url }, { 'Accept-Language': 'ko' })).toBe('ko')
    expect(await made({ url, language: 'en' }, { 'Accept-Language': 'ko' })).toBe('en')
    expect((await subscribe({ url, types: ['payment.bill.paid'] })).json.types).toEqual(['payment.bill.paid'])
  })

  it('needs a key that is not limited to groups for the types of every account', async () => {
    const { subscribe } = deploy()
    const key = await nameKey({ groups: ['events', 'recorder'] })
    expect(await subscribe({ url: ADDRESSES.slack }, {}, key)).toMatchObject({ status: 403 })
    expect(await subscribe({ url: ADDRESSES.slack, types: ['recorder.file.ready'] }, {}, key)).toMatchObject({
      status: 201,
    })
  })
})

it('the link in a mail is a page in the language of its reader, and is 410 when it is not valid', async () => {
  const { gateway, events } = deploy()
  const path = `/hooks/email/sub_0123456789abcdefghijklmnop/${'a'.repeat(43)}`
  const open = (language: string, method = 'GET') =>
    gateway.call(path, { method, key: null, headers: { 'Accept-Language': language } })
  const confirm = vi.spyOn(events, 'confirmReader')
  expect(await open('ko-KR')).toMatchObject({ status: 410, text: expect.stringContaining('유효하지 않은 링크') })
  confirm.mockResolvedValue(true)
  const opened = await open('en')
  expect([opened.status, opened.text]).toEqual([200, 'Thank you. This address gets the notifications from now on.\n'])
  expect(opened.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8')
  expect(confirm.mock.lastCall).toEqual(['sub_0123456789abcdefghijklmnop', await sha256Hex('a'.repeat(43))])
  confirm.mockClear()
  await open('en', 'HEAD')
  await open('en', 'POST')
  expect(confirm).not.toHaveBeenCalled()
})
