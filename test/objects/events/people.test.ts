import { env } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256Hex } from '../../../src/base/crypto.ts'
import { unwrap } from '../../../src/base/errors.ts'
import { ADMIN, type EventInput, type EventType, TYPES } from '../../../src/base/events.ts'
import { at } from '../../../src/base/json.ts'
import { platform } from '../../../src/base/platform.ts'
import type { SubscriptionFields } from '../../../src/gateway/events.types.ts'
import { toSample } from '../../../src/groups/events/catalogue.ts'
import { ADDRESSES, createReceivers, type Mood, type Receiver } from '../../simulators/receivers/index.ts'
import { alarmAt, events, FIELDS, fileReady, KEY, settle, subscribe, useStage } from './stage.ts'

/** docs/spec/events.md, "Channels for people", against the simulated chats. */
const stage = useStage()
let receivers: ReturnType<typeof createReceivers>
beforeEach(() => {
  receivers = createReceivers()
  vi.spyOn(platform, 'fetch').mockImplementation(async (url, init) => receivers.fetch(new Request(url, init)))
})
afterEach(() => expect(receivers.unexpected).toEqual([]))

const CALLER = { id: KEY.id, groups: null, namedKey: undefined }
const RECEIVERS = Object.keys(ADDRESSES) as Receiver[]

const rejected = (data: Record<string, unknown> = {}): EventInput => ({
  ...{ type: 'account.rejected', account: 'recorder', subject: 'recorder', at: Date.parse('2026-11-27T06:05:00Z') },
  data: { account: 'recorder', group: 'recorder', state: 'rejected', identity: 'Minji (minji@example.com)', ...data },
})

/** Subscribes a chat to the owner's events. */
const tell = (receiver: Receiver, more: Partial<typeof FIELDS> = {}) =>
  subscribe({
    url: ADDRESSES[receiver],
    types: ['account.rejected', 'account.recovered', 'recorder.file.ready'],
    ...more,
  })

const only = async (id: string) => unwrap(await events().deliveries(null, id, { limit: 10 }))

describe('the sentence', () => {
  it.each(RECEIVERS)('%s shows whose account broke, since when, what stops, and where to mend it', async (receiver) => {
    const { id, secret } = await tell(receiver, { language: 'ko' })
    expect(secret).toBe('')
    await events().keep([rejected()])
    await settle(stage())
    expect(receivers.messages).toEqual([
      {
        receiver,
        text: expect.stringContaining(
          'Minji (minji@example.com)의 Plaud 계정 연결이 11월 27일 오후 3:05부터 끊겼습니다. 다시 연결할 때까지 새 녹음을 가져오지 못합니다.',
        ),
        links: ['https://gw.example/#recorder'],
        mentions: [],
      },
    ])
    const [call] = receivers.calls
    expect([...(call?.headers.keys() ?? [])].filter((name) => name.startsWith('webhook-'))).toEqual([])
    expect(await only(id)).toMatchObject([{ ok: true, error: null, request_body: expect.stringContaining('Plaud') }])
  })

  it('is in English as well, and says that the account works again', async () => {
    await tell('slack')
    for (const event of [rejected(), { ...rejected({ state: 'ok' }), type: 'account.recovered' as const }]) {
      await events().keep([event])
      await settle(stage())
    }
    expect(receivers.messages.map(({ text }) => text)).toEqual([
      'The Plaud account of Minji (minji@example.com) has been disconnected since 27 November at 15:05. Until you reconnect it, no new recordings arrive.\nReconnect',
      'The Plaud account of Minji (minji@example.com) works again since 27 November at 15:05. New recordings arrive again.\nOpen',
    ])
  })

  it.each(['en', 'ko'] as const)('exists for every type in %s', async (language) => {
    const types = TYPES.filter((type) => type !== 'latchkey.test')
    // Only the owner is told of the owner's changes.
    const owner = { id: ADMIN, name: ADMIN, licence: 'pro' } as const
    const { id } = await subscribe({ url: ADDRESSES.telegram, language, types }, owner)
    for (const type of TYPES) {
      // Five tests a minute.
      stage().clock.advance(12_000)
      expect(unwrap(await events().deliverTest(null, id, toSample(type)))).toMatchObject({ ok: true })
    }
    const said = receivers.messages.map(({ text }) => text.split('\n')[0])
    await expect(`${said.join('\n')}\n`).toMatchFileSnapshot(`./sentences.${language}.txt`)
  })

  it('shortens a long title between two characters, and keeps emoji whole', async () => {
    const filename = `👩‍👧 ${'가'.repeat(192)}😀 end`
    await tell('slack')
    await events().keep([fileReady('f1', { data: { id: 'f1', filename: `\u202e${filename}\u0007` } })])
    await settle(stage())
    expect(receivers.messages[0]?.text).toContain(`“👩‍👧 ${'가'.repeat(192)}`)
    expect(receivers.messages[0]?.text).toMatch(/가…”/)
    expect(receivers.calls[0]?.body).not.toMatch(/\\ud[89a-f]/i)
  })

  it.each(RECEIVERS)('%s makes no link and no mention of what a product sends', async (receiver) => {
    const title =
      '<!channel> <users/all> @everyone <@123> [free](https://evil.example) <https://evil.example|Reconnect> *b* _i_ \\ &lt;\nhttps://evil.example/x'
    await tell(receiver)
    await events().keep([
      fileReady('f1', { data: { id: 'f1', filename: title } }),
      rejected({ identity: '@channel <https://evil.example|mine>' }),
    ])
    await settle(stage())
    expect(receivers.messages.map(({ links, mentions }) => [links, mentions])).toEqual([
      [['https://gw.example/#recorder'], []],
      [['https://gw.example/#recorder'], []],
    ])
    const shown = receivers.messages[0]?.text.replaceAll('\u2060', '') ?? ''
    expect(shown.replaceAll('‹', '<').replaceAll('›', '>')).toContain(title.replaceAll('\n', ' '))
  })
})

describe('e-mail', () => {
  const sent = vi.fn<(message: unknown) => Promise<{ messageId: string }>>()
  /** The binding, which the deployment of the tests lacks. */
  beforeEach(() => {
    sent.mockReset().mockResolvedValue({ messageId: '1' })
    Object.assign(env, { EMAIL: { send: sent }, NOTIFY_FROM: 'gateway@example.com' })
  })
  afterEach(() => {
    Reflect.deleteProperty(env, 'EMAIL')
    Reflect.deleteProperty(env, 'NOTIFY_FROM')
  })
  const MAIL: Partial<SubscriptionFields> = {
    ...{ url: 'mailto:minji@example.com', types: ['account.rejected'], language: 'ko' },
  }
  const ask = (more: Partial<SubscriptionFields> = {}) => subscribe({ ...MAIL, ...more })
  /** The subscription and the digest of the link in the newest mail. */
  const getLink = async (): Promise<[id: string, digest: string]> => {
    const text = String(at(sent.mock.lastCall, '0', 'text'))
    const [, id = '', token = ''] = /https:\/\/gw\.example\/hooks\/email\/(sub_\w+)\/([\w-]{43})\n$/.exec(text) ?? []
    return [id, await sha256Hex(token)]
  }
  const open = async () => events().confirmReader(...(await getLink()))
  const askAgain = async () => unwrap(await events().subscribe(KEY, { ...FIELDS, ...MAIL })).subscription
  const look = async (id: string) => unwrap(await events().subscription(null, id))
  const WAITING = { enabled: false, disabled_reason: 'unconfirmed' }
  /** One whose reader has opened the link. */
  const mail = async () => {
    const made = await ask()
    expect(await open()).toBe(true)
    sent.mockClear()
    return made
  }

  it('of an address that a named key names begins with one mail, and nothing else follows until its link is opened', async () => {
    const { id } = await ask()
    expect(await look(id)).toMatchObject(WAITING)
    expect(sent.mock.calls).toEqual([
      [
        {
          from: { email: 'gateway@example.com', name: 'Latchkey' },
          to: 'minji@example.com',
          subject: 'Latchkey: Latchkey 알림을 이 주소로 받을지 확인해 주세요',
          text: expect.stringMatching(/\n\n알림 받기: https:\/\/gw\.example\/hooks\/email\/sub_\w+\/[\w-]{43}\n$/),
        },
      ],
    ])
    await events().keep([rejected()])
    await settle(stage())
    for (const caller of [CALLER, null]) expect(await events().deliverTest(caller, id)).toMatchObject({ status: 409 })
    unwrap(await events().change(CALLER, id, { enabled: false }))
    expect(unwrap(await events().change(CALLER, id, { enabled: true }))).toMatchObject(WAITING)
    // The same request again sends no second mail while the link is valid.
    expect(await askAgain()).toMatchObject({ id, ...WAITING })
    expect(sent).toHaveBeenCalledTimes(1)
    await stage().restart()
    expect([await open(), await open()]).toEqual([true, true])
    expect(await look(id)).toMatchObject({ enabled: true, disabled_reason: null, last_error: null })
    await events().keep([rejected()])
    await settle(stage())
    expect(sent).toHaveBeenCalledTimes(2)
  })

  it('has a link of 24 hours, which nobody can make up, and at most three in a day', async () => {
    const { id } = await ask()
    const [, digest] = await getLink()
    expect([await events().confirmReader(id, ''), await events().confirmReader(id, await sha256Hex('x'))]).toEqual([
      false,
      false,
    ])
    stage().clock.advance(24 * 3_600_000)
    expect(await events().confirmReader(id, digest)).toBe(false)
    await askAgain()
    expect(sent).toHaveBeenCalledTimes(2)
    // Others of any key for the same address.
    for (const types of [['account.recovered'], ['account.expiring'], ['recorder.file.ready']] as const)
      await ask({ types: [...types] })
    expect(sent).toHaveBeenCalledTimes(4)
    expect(await open()).toBe(true)
    stage().clock.advance(24 * 3_600_000)
    await ask({ types: ['recorder.file.updated'] })
    expect(sent).toHaveBeenCalledTimes(5)
  })

  it('needs no link if the owner names or enables it, and one if a key moves to another address', async () => {
    const { id } = await ask()
    expect(unwrap(await events().change(null, id, { enabled: true }))).toMatchObject({ enabled: true })
    const moved = await events().change(CALLER, id, { url: 'mailto:other@example.com' })
    expect(unwrap(moved)).toMatchObject({ ...WAITING, url: 'o…@example.com' })
    expect(sent).toHaveBeenCalledTimes(2)
    expect(unwrap(await events().change(null, id, { url: 'mailto:third@example.com' })).enabled).toBe(true)
    expect(sent).toHaveBeenCalledTimes(2)
  })

  it('is tried again with the next request when the mail could not be sent', async () => {
    sent.mockRejectedValueOnce(Object.assign(new Error('refused'), { code: 'E_DAILY_LIMIT_EXCEEDED' }))
    const { id } = await ask()
    expect(await look(id)).toMatchObject({ ...WAITING, last_error: expect.stringContaining('E_DAILY_LIMIT_EXCEEDED') })
    await askAgain()
    expect(sent).toHaveBeenCalledTimes(2)
    expect(await look(id)).toMatchObject({ ...WAITING, last_error: null })
  })

  it('has the first sentence as its subject, and plain text', async () => {
    const { id } = await mail()
    await events().keep([rejected({ identity: 'Minji\r\nBcc: all@example.com' })])
    await settle(stage())
    expect(sent.mock.calls).toEqual([
      [
        {
          from: { email: 'gateway@example.com', name: 'Latchkey' },
          to: 'minji@example.com',
          subject: 'Latchkey: Minji Bcc: all@example.com의 Plaud 계정 연결이 11월 27일 오후 3:05부터 끊겼습니다',
          text: expect.stringMatching(
            /새 녹음을 가져오지 못합니다\.\n\n다시 연결하기: https:\/\/gw\.example\/#recorder\n$/,
          ),
        },
      ],
    ])
    expect(await only(id)).toMatchObject([
      { ok: true, status: null, request_body: expect.stringMatching(/^Subject: /) },
    ])
  })

  it.each([
    ['E_RECIPIENT_SUPPRESSED', 'gone'],
    ['E_DAILY_LIMIT_EXCEEDED', null],
    ['E_SENDER_NOT_VERIFIED', null],
  ])('that is refused by %s is %s', async (code, disabled_reason) => {
    const { id } = await mail()
    sent.mockRejectedValue(Object.assign(new Error('minji@example.com was refused'), { code }))
    await events().keep([rejected()])
    await settle(stage())
    const last_error = `Cloudflare did not take the e-mail: ${code}`
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ disabled_reason, last_error })
  })
})

describe('what a chat answers', () => {
  const TRIED = 5_000
  /** The error, whether the subscription is stopped, and the seconds until the next attempt. */
  const cases: [Receiver, Mood, error: string | null, isStopped: boolean, wait?: number][] = [
    ['slack', 'gone', 'Slack does not deliver to this address any more (404: no_service)', true],
    ['slack', 'archived', 'Slack does not deliver to this address any more (410: channel_is_archived)', true],
    ['slack', 'wait', 'Slack asks to wait (429)', false, 30],
    ['slack', 'refused', 'Slack answered 400: invalid_payload', false, 5],
    ['slack', 'quiet', 'Slack answered 200: internal_error', false, 5],
    ['discord', 'gone', 'Discord does not deliver to this address any more (404: Unknown Webhook)', true],
    ['discord', 'archived', 'Discord does not deliver to this address any more (401: Invalid Webhook Token)', true],
    ['discord', 'wait', 'Discord asks to wait (429)', false, 30],
    ['discord', 'quiet', 'Discord answered 500: Internal Server Error', false, 5],
    ['google_chat', 'gone', 'Google Chat does not deliver to this address any more (404: Space not found)', true],
    [
      'google_chat',
      'archived',
      'Google Chat does not deliver to this address any more (403: The API is called without a valid token.)',
      true,
    ],
    ['google_chat', 'wait', 'Google Chat asks to wait (429)', false, 5],
    ['google_chat', 'quiet', 'Google Chat answered 200: Resource has been exhausted (e.g. check quota).', false, 5],
    ['teams', 'gone', 'Microsoft Teams does not deliver to this address any more (200: HTTP error 404)', true],
    [
      'teams',
      'archived',
      'Microsoft Teams does not deliver to this address any more (410: The connector is gone)',
      true,
    ],
    ['teams', 'wait', 'Microsoft Teams asks to wait (429)', false, 5],
    ['teams', 'quiet', 'Microsoft Teams answered 200: HTTP error 429', false, 5],
    [
      'workflows',
      'gone',
      'Microsoft Teams does not deliver to this address any more (404: The workflow could not be found.)',
      true,
    ],
    ['workflows', 'well', null, false],
    ['telegram', 'gone', 'Telegram does not deliver to this address any more (401: Unauthorized)', true],
    [
      'telegram',
      'archived',
      'Telegram does not deliver to this address any more (403: Forbidden: bot was blocked by the user)',
      true,
    ],
    ['telegram', 'wait', 'Telegram asks to wait (429)', false, 30],
    ['telegram', 'quiet', 'Telegram answered 200: Internal Server Error', false, 5],
  ]
  it.each(cases)('%s, %s: %s', async (receiver, mood, error, isStopped, wait) => {
    receivers.switches.mood[receiver] = mood
    const { id } = await tell(receiver)
    await events().keep([rejected()])
    await settle(stage())
    const now = stage().clock.now()
    expect(await only(id)).toMatchObject([{ ok: error === null, error }])
    expect(unwrap(await events().subscription(null, id))).toMatchObject({
      disabled_reason: isStopped ? 'gone' : null,
      last_error: error,
    })
    if (wait === undefined) return
    expect(((await alarmAt()) ?? 0) - now).toBe(wait * 1000)
    receivers.switches.mood[receiver] = 'well'
    await settle(stage(), wait * 1000 + TRIED)
    expect(receivers.messages).toHaveLength(1)
    expect(unwrap(await events().subscription(null, id))).toMatchObject({ last_error: null, pending_count: 0 })
  })

  it.each([
    ['slack', '/wrong', 'Slack does not deliver to this address any more (403: invalid_token)'],
    ['discord', '/wrong', 'Discord does not deliver to this address any more (404: Unknown Webhook)'],
    ['discord', 'x', 'Discord does not deliver to this address any more (401: Invalid Webhook Token)'],
    [
      'google_chat',
      'x',
      'Google Chat does not deliver to this address any more (403: The API is called without a valid token.)',
    ],
    [
      'workflows',
      'x',
      'Microsoft Teams does not deliver to this address any more (404: The workflow could not be found.)',
    ],
    ['telegram', '1', 'Telegram does not deliver to this address any more (400: Bad Request: chat not found)'],
  ] as const)('%s refuses an address with %s at its end', async (receiver, more, error) => {
    const { id } = await tell(receiver, { url: ADDRESSES[receiver] + more })
    expect(unwrap(await events().deliverTest(null, id))).toMatchObject({ ok: false, error })
    expect(receivers.messages).toEqual([])
  })

  it('Google Chat refuses a wrong key', async () => {
    const { id } = await tell('google_chat', { url: ADDRESSES.google_chat.replace('key=', 'key=x') })
    expect(unwrap(await events().deliverTest(null, id))).toMatchObject({
      error:
        'Google Chat does not deliver to this address any more (400: API key not valid. Please pass a valid API key.)',
    })
  })

  it('keeps the order of the events while the chat makes it wait', async () => {
    receivers.switches.mood.slack = 'wait'
    await tell('slack')
    await events().keep([rejected(), { ...rejected({ state: 'ok' }), type: 'account.recovered' }])
    await settle(stage())
    receivers.switches.mood.slack = 'well'
    await settle(stage(), 60_000)
    expect(receivers.messages.map(({ text }) => text)).toEqual([
      expect.stringMatching(/disconnected[\s\S]+works again/),
    ])
  })

  it('a failed test is said until something is accepted', async () => {
    const { id } = await tell('slack')
    receivers.switches.mood.slack = 'gone'
    expect(unwrap(await events().deliverTest(null, id))).toMatchObject({ ok: false, status: 404 })
    const state = async () => unwrap(await events().subscription(null, id)).last_test_error
    expect(await state()).toBe('Slack does not deliver to this address any more (404: no_service)')
    receivers.switches.mood.slack = 'well'
    unwrap(await events().deliverTest(null, id))
    expect(await state()).toBeNull()
  })
})

describe('the address is a secret', () => {
  /** All parts of the addresses that nobody may see. */
  const SECRETS = [
    ...[
      'slack0secret',
      'B0SIMULATED',
      'discord-secret',
      '1100000000000000001',
      'google-secret',
      'google-key',
      'AAAASIMULATED',
    ],
    ...['teams0secret', '0000-team', 'workflow-secret', 'telegram-secret', '110201543', '-1002003004005'],
  ]
  it('of which nothing that the object returns, logs or stores has a part', async () => {
    for (const receiver of RECEIVERS) await tell(receiver)
    const { id: mail } = await subscribe({ url: 'mailto:minji.private@example.com', types: ['account.rejected'] })
    const ids = (await events().subscriptions(null)).map(({ id }) => id)
    await events().keep([rejected()])
    await settle(stage())
    for (const receiver of RECEIVERS) receivers.switches.mood[receiver] = 'gone'
    const tests = await Promise.all(ids.map((id) => events().deliverTest(null, id, toSample('account.rejected'))))
    const deliveries = await Promise.all(ids.map((id) => events().deliveries(null, id, { limit: 50 })))
    const stored = await stage().sql((sql) =>
      ['event_subscriptions', 'event_attempts', 'event_outbox', 'kept_events'].map((table) =>
        sql.exec(`SELECT * FROM ${table}`).toArray(),
      ),
    )
    const shown = JSON.stringify([
      await events().subscriptions(null),
      tests,
      deliveries,
      await events().contents('recorder'),
      stored,
      stage().log,
    ])
    expect([...SECRETS, 'minji.private'].filter((secret) => shown.includes(secret))).toEqual([])
    expect(receivers.calls.length).toBeGreaterThan(RECEIVERS.length)
    const found = await events().subscriptions(null)
    expect(found.map(({ channel, url, host }) => [channel, url, host])).toEqual([
      ['slack', 'https://hooks.slack.com/…', 'hooks.slack.com'],
      ['discord', 'https://discord.com/…', 'discord.com'],
      ['google_chat', 'https://chat.googleapis.com/…', 'chat.googleapis.com'],
      ['teams', 'https://haneul.webhook.office.com/…', 'haneul.webhook.office.com'],
      [
        'teams',
        'https://default0000.0a.environment.api.powerplatform.com/…',
        'default0000.0a.environment.api.powerplatform.com',
      ],
      ['telegram', 'https://api.telegram.org/…', 'api.telegram.org'],
      ['email', 'm…@example.com', 'example.com'],
    ])
    expect(found.find(({ id }) => id === mail)?.last_error).toMatch(/^this gateway cannot send e-mail/)
  })

  it('subscribing twice makes one, also with an Idempotency-Key', async () => {
    const { secret: _, ...first } = await tell('slack')
    const again = unwrap(
      await events().subscribe(
        { id: 'k1', name: 'automation', licence: 'pro' },
        { ...FIELDS, url: ADDRESSES.slack, types: first.types },
      ),
    )
    expect(again).toEqual({ subscription: first, secret: undefined, state: 'existing' })
    const key = { id: 'k1', name: 'automation', licence: 'pro' } as const
    const fields = { ...FIELDS, url: ADDRESSES.discord }
    const made = unwrap(await events().subscribe(key, fields, { idempotencyKey: 'once' }))
    expect(made).toMatchObject({ state: 'created', secret: null })
    expect(unwrap(await events().subscribe(key, fields, { idempotencyKey: 'once' }))).toEqual({
      ...made,
      state: 'replayed',
    })
  })

  it('stays when the masked one comes back, and moves with a whole one', async () => {
    const { id, url } = await tell('slack')
    expect(unwrap(await events().change(null, id, { url, language: 'ko' }))).toMatchObject({ url, language: 'ko' })
    expect(await events().change(null, id, { url: 'https://discord.com/…' })).toMatchObject({ ok: false, status: 400 })
    await events().keep([rejected()])
    await settle(stage())
    expect(unwrap(await events().change(null, id, { url: ADDRESSES.telegram }))).toMatchObject({ channel: 'telegram' })
    await events().keep([rejected()])
    await settle(stage())
    expect(receivers.messages.map(({ receiver }) => receiver)).toEqual(['slack', 'telegram'])
    expect(await events().rollSecret(null, id)).toMatchObject({ ok: false, status: 409 })
  })
})

it('says what was sent to a webhook and what came back, and erases both with the data of the group', async () => {
  stage().answers.set('hooks.example.com', () => new Response('thanks'))
  vi.spyOn(platform, 'fetch').mockImplementation(async () => new Response('thanks'))
  const { id } = await subscribe()
  const sealed: EventInput = fileReady('f1', { data: { id: 'f1' }, personal: { filename: 'Minji and the bank' } })
  await events().keep([sealed])
  await settle(stage())
  const tested = unwrap(await events().deliverTest(null, id, toSample('recorder.file.ready' satisfies EventType)))
  expect(JSON.parse(tested.request_body ?? '')).toMatchObject({ test: true, data: { filename: 'Minji and the bank' } })
  const [, delivered] = await only(id)
  expect(delivered).toMatchObject({ response_body: 'thanks' })
  expect(JSON.parse(delivered?.request_body ?? '')).toMatchObject({ type: 'recorder.file.ready', data: { id: 'f1' } })
  const rows = await stage().sql((sql) => sql.exec('SELECT * FROM event_attempts').toArray())
  expect(JSON.stringify(rows)).not.toMatch(/Minji|thanks/)
  expect(await events().erase(['recorder'])).toMatchObject({ deliveries: 2 })
  expect(await only(id)).toEqual([])
})

describe('an account with a name', () => {
  const texts = async (language: 'en' | 'ko', ...kept: EventInput[]) => {
    await tell('slack', { language, types: ['*'] })
    await events().keyChanged(KEY.id, { ...KEY, accounts: ['recorder', 'recorder:team', 'workspace:business'] })
    await events().change(CALLER, (await events().subscriptions(null))[0]?.id ?? '', { accounts: null })
    await events().keep(kept)
    await settle(stage())
    return receivers.messages.map(({ text, links }) => [text, ...links])
  }
  const broken: EventInput = {
    ...rejected({ account: 'recorder:team' }),
    ...{ account: 'recorder:team', subject: 'recorder:team' },
  }

  it.each([
    ['en', 'The Plaud (team) account of Minji (minji@example.com) has been disconnected since'],
    ['ko', 'Minji (minji@example.com)의 Plaud(team) 계정 연결이 11월 27일 오후 3:05부터 끊겼습니다.'],
  ] as const)('is named when it broke, in %s, and the link leads to it', async (language, start) => {
    expect(await texts(language, broken)).toEqual([
      [expect.stringContaining(start), 'https://gw.example/#recorder:team'],
    ])
  })

  it('is named in front of what happened in it, and the first one is not', async () => {
    const row = {
      type: 'workspace.row.created' as const,
      subject: 'p1',
      at: 1_700_000_000_000,
      data: { title: 'Bridge' },
    }
    expect(
      await texts('en', { ...row, account: 'workspace:business' }, fileReady('f1', { data: { filename: 'Standup' } })),
    ).toEqual([
      [
        expect.stringMatching(/^\[business\] A table in Notion has a new row/),
        'https://gw.example/#workspace:business',
      ],
      [expect.stringMatching(/^A recording is ready/), 'https://gw.example/#recorder'],
    ])
  })
})
