import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, getKoreanDay } from '../../../src/base/time.ts'
import { chromium, GATEWAY_ADMIN_KEY, startGateway } from './browser.ts'
import { getOpposite, PHONE } from './look.ts'
import {
  addNotification,
  answerQuestion,
  arrive,
  listen,
  type Person,
  sayTime,
  startAutomation,
  TOLD_WITHIN_S,
} from './worst-day.ts'

const MINUTE = 60_000
const COMPUTER = getOpposite(PHONE)

/** What mends an account: sign in, paste, connect. */
const TAPS_TO_MEND = 3

interface Step {
  what: string
  seconds: number
  taps?: number
}

/**
 * The worst day of an owner with a phone, in Korean, and a computer, in English. Slack and Discord tell it. Nothing here
 * polls, and nothing tests an account: an automation calls, and people use the pages.
 */
describe.skipIf(!chromium)('the worst day, on simulated products', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let automation: ReturnType<typeof startAutomation>
  let chats: ReturnType<typeof listen>
  let phone: Person
  let desk: Person
  const steps: Step[] = []
  const note = (what: string, from: number, until: number, taps?: number) => {
    // A chat may be told before the page has said so.
    const seconds = Math.max(0, until - from) / 1000
    steps.push({ what, seconds, ...(taps !== undefined && { taps }) })
    return seconds
  }

  beforeAll(async () => {
    gateway = await startGateway()
    chats = listen(gateway)
    const { connected: of } = gateway
    // As the owner connected them. The key of WING was issued 170 days ago.
    for (const [account, body] of Object.entries({
      notes: { token: of.NOTES_TOKEN },
      workspace: { token: of.WORKSPACE_TOKEN },
      'shop-seller': {
        ...{ vendor_id: of.SHOP_VENDOR_ID, access_key: of.SHOP_ACCESS_KEY, secret_key: of.SHOP_SECRET_KEY },
        issued_on: addDays(getKoreanDay(Date.now()), -170),
      },
    })) {
      const { status } = await fetch(new URL(`/api/v1/admin/accounts/${account}`, gateway.origin), {
        method: 'PUT',
        headers: { Authorization: `Bearer ${GATEWAY_ADMIN_KEY}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect([account, status]).toEqual([account, 200])
    }
    automation = startAutomation(gateway)
  })
  afterAll(async () => {
    console.log(
      [
        'step, seconds, taps',
        ...steps.map(({ what, seconds, taps = '' }) => `${what}, ${seconds.toFixed(1)}, ${taps}`),
      ].join('\n'),
    )
    chats?.stop()
    await automation?.stop()
    await Promise.all([phone?.close(), desk?.close()])
    await gateway?.stop()
  })

  const productOf = (name: string) => gateway.getProduct(name) ?? expect.unreachable(`no product ${name}`)
  const die = (...names: string[]) => {
    for (const name of names) productOf(name).fail({ kind: 'status', status: 401 })
  }
  /** The owner makes a new key at the product. The automation waits, so that it does not find out first. */
  const makeNewKey = (name: 'notes' | 'workspace') => {
    automation.pause(name)
    productOf(name).heal()
    return gateway.connected[name === 'notes' ? 'NOTES_TOKEN' : 'WORKSPACE_TOKEN']
  }

  it('dead and about to expire before anybody is told: told at once, and mended', async () => {
    die('notes')
    const died = await automation.failed('notes', 401)
    phone = await arrive(gateway.origin, PHONE)
    await phone.page.goto(phone.home)
    await phone.page.getByLabel(phone.texts.session.trust).check()
    await phone.signIn()
    const { accounts, products, signIn } = phone.texts
    await phone.page.getByText(accounts.summary.worst('rejected', products.notes, '')).waitFor()
    await phone.press(signIn.make)
    await phone.page.getByText(signIn.offerDone).waitFor()
    phone.takeTaps()

    const askedAt = await answerQuestion(phone)
    const told = await chats.hear('slack', /끊겼습니다/, askedAt)
    expect(note('set up while broken: told (Slack)', askedAt, told.at, phone.takeTaps())).toBeLessThan(20)
    expect(told.text).toMatch(/하늘 연구소의 Tiro 계정 연결이 .+부터 끊겼습니다[\s\S]+쿠팡 윙.+에 만료됩니다/)
    expect(told.text).toMatch(sayTime('ko', died))
    expect(told.links).toEqual([`${phone.home}/#notes`, `${phone.home}/#shop-seller`])

    desk = await arrive(gateway.origin, COMPUTER)
    await desk.page.goto(desk.home)
    await desk.signIn()
    desk.takeTaps()
    const addedAt = await addNotification(desk)
    const toldToo = await chats.hear('discord', /disconnected/, addedAt)
    expect(note('set up while broken: told (Discord)', addedAt, toldToo.at, desk.takeTaps())).toBeLessThan(20)
    expect(toldToo.text).toMatch(
      /Tiro account of 하늘 연구소 has been disconnected since[\s\S]+Coupang WING.+expires on/,
    )
    expect(toldToo.text).toMatch(sayTime('en', died))

    let at = Date.now()
    const token = makeNewKey('notes')
    await phone.open(told.links[0] ?? '')
    await phone.mend('notes', token)
    automation.resume('notes')
    const taps = phone.takeTaps()
    note('dead: mended on the phone, signed in', at, Date.now(), taps)
    expect(taps).toBeLessThan(TAPS_TO_MEND)
    const mendedFrom = at
    const mendedAt = Date.now()
    at = Date.now()
    await desk.open(toldToo.links[1] ?? '')
    const { SHOP_VENDOR_ID, SHOP_ACCESS_KEY, SHOP_SECRET_KEY } = gateway.connected
    await desk.mend(
      'shop-seller',
      `Vendor ID: ${SHOP_VENDOR_ID}\nAccess Key: ${SHOP_ACCESS_KEY}\nSecret Key: ${SHOP_SECRET_KEY}`,
      getKoreanDay(Date.now()),
    )
    await desk.page.getByText(/It expires .+/).waitFor()
    note('about to expire: mended on the computer, signed in', at, Date.now(), desk.takeTaps())
    const again = await chats.hear('slack', /Tiro 계정이 .+부터 다시 정상입니다/, mendedFrom)
    expect(note('dead: "works again" (Slack)', mendedAt, again.at)).toBeLessThan(TOLD_WITHIN_S)
    await chats.hear('discord', /Tiro account of 하늘 연구소 works again/, mendedFrom)
    // What happens next is no part of the message that tells of this.
    await chats.hear('slack', /쿠팡 윙\(판매자\) 계정이 .+연결되었습니다/, mendedFrom)
    await chats.hear('discord', /Coupang WING account.+connected/, mendedFrom)
  })

  it('two at once: one message, an overview that turns red and back by itself, two presses and a paste', async () => {
    await phone.open(phone.home)
    await desk.open(desk.home)
    for (const { page, texts } of [phone, desk])
      await page
        .getByRole('article', { name: texts.products.notes, exact: true })
        .getByText(texts.accounts.states.ok, { exact: true })
        .first()
        .waitFor()
    die('notes', 'workspace')
    const [notes, workspace] = await Promise.all([automation.failed('notes', 401), automation.failed('workspace', 401)])
    const [inSlack, inDiscord] = await Promise.all([
      chats.hear('slack', /끊겼습니다/, notes.from),
      chats.hear('discord', /disconnected/, notes.from),
    ])
    expect(note('two at once: told (Slack)', notes.from, inSlack.at)).toBeLessThan(TOLD_WITHIN_S)
    expect(note('two at once: told (Discord)', notes.from, inDiscord.at)).toBeLessThan(TOLD_WITHIN_S)
    expect(inSlack.text).toMatch(
      /하늘 연구소의 Tiro 계정 연결이[\s\S]+끊겼습니다[\s\S]+노션 계정 연결이[\s\S]+끊겼습니다/,
    )
    expect(inSlack.text).toMatch(sayTime('ko', notes))
    expect(inDiscord.text).toMatch(
      /Tiro account of 하늘 연구소 has been disconnected[\s\S]+Notion account.+disconnected/,
    )
    expect(inDiscord.text).toMatch(sayTime('en', workspace))
    expect(inSlack.links).toEqual([`${phone.home}/#notes`, `${phone.home}/#workspace`])
    expect(inDiscord.links).toEqual([`${desk.home}/#notes`, `${desk.home}/#workspace`])

    const look = async (state: 'rejected' | 'ok') => {
      // The phone is taken out of the pocket, and a minute passes at the computer.
      await phone.page.clock.fastForward(6000)
      await phone.page.evaluate(() => dispatchEvent(new Event('focus')))
      await desk.page.clock.fastForward(MINUTE)
      for (const { page, texts } of [phone, desk])
        for (const account of ['notes', 'workspace'] as const)
          await page
            .getByRole('article', { name: texts.products[account], exact: true })
            .getByText(texts.accounts.states[state], { exact: true })
            .first()
            .waitFor()
    }
    await look('rejected')

    // Both are signed out elsewhere: another phone, another computer.
    const mendedFrom = Date.now()
    for (const [look, link, account] of [
      [PHONE, inSlack.links[0], 'notes'],
      [COMPUTER, inDiscord.links[1], 'workspace'],
    ] as const) {
      const at = Date.now()
      const person = await arrive(gateway.origin, look)
      await person.open(link ?? '')
      await person.signIn()
      await person.mend(account, makeNewKey(account) ?? '')
      automation.resume(account)
      const taps = person.takeTaps()
      note(`two at once: ${account} mended, signed out, ${look.width}`, at, Date.now(), taps)
      expect(taps).toBeLessThanOrEqual(TAPS_TO_MEND)
      expect(person.complaints).toEqual([])
      await person.close()
    }
    const mendedAt = Date.now()
    await look('ok')
    for (const [chat, works] of [
      ['slack', [/Tiro 계정이 .+다시 정상/, /노션 계정이 .+다시 정상/]],
      ['discord', [/Tiro account.+works again/, /Notion account.+works again/]],
    ] as const) {
      const told = await Promise.all(works.map((each) => chats.hear(chat, each, mendedFrom)))
      const last = Math.max(...told.map(({ at }) => at))
      expect(note(`two at once: "works again" (${chat})`, mendedAt, last)).toBeLessThan(TOLD_WITHIN_S)
    }
    const since = chats.of('slack').filter(({ at, text }) => at >= notes.from && text.includes('끊겼습니다'))
    expect(since).toHaveLength(1)
  })

  it('a product is down for an hour: one message, and one when it is over; meanwhile the phone is lost', async () => {
    productOf('workspace').fail({ kind: 'status', status: 500 })
    const fell = await automation.failed('workspace', 502)
    await gateway.passTime(61 * MINUTE)
    const hourLater = Date.now()

    // The session and the passkey of the lost phone end at the computer.
    const { page, texts } = desk
    const { signIn: words } = texts
    await desk.open(`${desk.home}/#sign-in`)
    const at = Date.now()
    desk.takeTaps()
    // An hour without a press has ended the session of the computer, but not that of the phone, which is trusted.
    await desk.signIn()
    await desk.press(words.endOthers)
    await desk.press(words.endOthers, page.getByRole('dialog'))
    const sessions = page.getByRole('table', { name: words.sessions })
    await expect.poll(() => sessions.locator('tbody tr').count()).toBe(1)
    const passkeys = page.getByRole('table', { name: words.passkeys })
    await passkeys.getByRole('button', { name: words.remove }).click()
    await desk.press(words.remove, page.getByRole('dialog'))
    await page.getByText(words.none).waitFor()
    note('lost phone: session and passkey ended at the computer', at, Date.now(), desk.takeTaps() + 1)

    const ask = (path: string, method: string) =>
      phone.page.evaluate(
        async ([path, method]) =>
          (await fetch(`/api/v1/${path}`, { method, headers: { 'Content-Type': 'application/json' } })).status,
        [path, method] as const,
      )
    await expect.poll(() => ask('admin/accounts', 'GET'), { timeout: 15_000, interval: 500 }).toBe(401)
    note('lost phone: can do nothing', at, Date.now())
    for (const [method, path] of [
      ['GET', 'admin/keys'],
      ['GET', 'admin/sessions'],
      ['GET', 'events/subscriptions'],
      ['POST', 'admin/keys'],
      ['PUT', 'admin/accounts/notes'],
      ['DELETE', 'admin/data'],
      ['POST', 'admin/passkeys/options'],
    ] as const)
      expect([path, await ask(path, method)]).toEqual([path, 401])
    const options = phone.page.waitForResponse('**/admin/session/passkey/options')
    await phone.page.reload()
    expect(await (await options).json()).toMatchObject({ has_passkey: false })
    await phone.page.getByLabel(phone.texts.session.adminKey, { exact: true }).waitFor()
    expect(await phone.page.getByRole('button', { name: phone.texts.session.passkey }).count()).toBe(0)
    expect(phone.complaints).toEqual([])
    await phone.close()

    // A new phone gets a passkey, which signs in.
    const newPhoneAt = Date.now()
    phone = await arrive(gateway.origin, PHONE)
    const own = phone.texts
    await phone.page.goto(phone.home)
    await phone.signIn()
    await phone.press(own.signIn.make)
    await phone.page.getByText(own.signIn.offerDone).waitFor()
    note('new phone: passkey added', newPhoneAt, Date.now(), phone.takeTaps())
    await phone.press(own.session.signOut)
    await phone.page.getByText(own.session.signedOut).waitFor()
    phone.takeTaps()
    const backAt = Date.now()
    await phone.press(own.session.passkey)
    await phone.page.locator('main article').first().waitFor()
    note('new phone: signed in with its passkey', backAt, Date.now(), phone.takeTaps())

    const down = await chats.hear('slack', /응답하지 않습니다/, hourLater)
    expect(note('down: told after the hour (Slack)', hourLater, down.at)).toBeLessThan(TOLD_WITHIN_S)
    expect(down.text).toMatch(/노션 계정이 .+부터 응답하지 않습니다/)
    expect(down.text).toMatch(sayTime('ko', fell))
    expect(down.links).toEqual([`${phone.home}/#workspace`])
    const downToo = await chats.hear('discord', /not responded/, hourLater)
    expect(downToo.text).toMatch(sayTime('en', fell))
    productOf('workspace').heal()
    const healedAt = Date.now()
    const over = await chats.hear('slack', /노션 계정이 .+다시 정상/, healedAt)
    expect(note('down: "works again" (Slack)', healedAt, over.at)).toBeLessThan(TOLD_WITHIN_S)
    await chats.hear('discord', /Notion account.+works again/, healedAt)
    for (const chat of ['slack', 'discord'] as const) {
      const told = chats.of(chat).filter(({ text, at }) => at >= fell.from && /응답하지|not responded/.test(text))
      expect(told).toHaveLength(1)
    }
    expect([...phone.complaints, ...desk.complaints]).toEqual([])
  })
})
