import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { startEventReceiver } from '../../../scripts/support/event-receiver.ts'
import { awaitFirstPolls } from '../../../scripts/support/first-subscription.ts'
import { addDays, getKoreanDay } from '../../../src/base/time.ts'
import { ADDRESSES } from '../../simulators/receivers/index.ts'
import { KR_ACCOUNT, ownClaims, recorderToken } from '../../simulators/recorder/index.ts'

/** The gateway that an owner opens, without connected accounts. */
export interface OwnersGateway {
  origin: string
  adminKey: string
  /** The credentials of the simulated products, by setting. */
  credentials: Readonly<Record<string, string>>
  /** Makes something happen at a simulated product. */
  happen: (what: 'recording') => Promise<unknown>
}

/** What the owner sees at a moment of the week, for pictures. */
export const MOMENTS = ['start', 'connect', 'overview', 'question', 'notify', 'key', 'activity', 'usage'] as const
export type Moment = (typeof MOMENTS)[number]
type Show = (moment: Moment) => Promise<void>

const DAY_S = 86_400

/** The storage of Plaud's page, with a token that is valid for some days. */
function copiedFromPlaud(days: number): string {
  const exp = Math.floor(Date.now() / 1000) + days * DAY_S
  return JSON.stringify({ pld_tokenstr: `bearer ${recorderToken({ typ: 'UT', ...ownClaims(KR_ACCOUNT), exp })}` })
}

/** What an owner copies from each product, in the usual form, and the day on which a key was issued. */
const copies = (
  credentials: Readonly<Record<string, string>>,
): readonly (readonly [product: string, text: string, issuedOn?: string])[] => {
  const of = (setting: string) => credentials[setting] ?? ''
  const longAgo = addDays(getKoreanDay(Date.now()), -170)
  return [
    ['Plaud', copiedFromPlaud(5)],
    ['Tiro', `"Bearer ${of('NOTES_TOKEN')}"`],
    ['노션', of('WORKSPACE_TOKEN')],
    [
      '쿠팡 윙(판매자)',
      `Vendor ID: ${of('SHOP_VENDOR_ID')}\nAccess Key: ${of('SHOP_ACCESS_KEY')}\nSecret Key: ${of('SHOP_SECRET_KEY')}`,
      longAgo,
    ],
    ['쿠팡(내 주문)', `curl 'https://mc.coupang.com/ssr/api' -H 'accept: */*' -b '${of('SHOP_SESSION')}'`],
    [
      '결제선생',
      ['HOST', 'API_KEY', 'MEMBER_ID', 'MERCHANT_ID', 'BUSINESS_NUMBER']
        .map((name) => `PAYMENT_${name}=${of(`PAYMENT_${name}`)}`)
        .join('\n'),
    ],
    ['YouTube Data API', of('VIDEO_API_KEY')],
  ]
}

/**
 * An owner's first week with the management app, in Korean. It signs in, connects all eight accounts (a wrong paste is
 * refused, and two credentials expire soon), is notified of a recording, creates a key for a program, learns why a request
 * of it failed, changes the key, reconnects what expires, and revokes the key. Throws when something is wrong.
 *
 * @param show called at each moment of the week
 */
export async function firstWeek(page: Page, gateway: OwnersGateway, show: Show = async () => {}): Promise<void> {
  await signIn(page, gateway)
  await page.getByText('아직 연결된 계정이 없습니다.').waitFor()
  await show('start')
  await connectAll(page, gateway, show)
  await show('overview')
  await beNotified(page, gateway, show)
  const key = await createKey(page, show)
  const { refusedId, statuses } = await runProgram(gateway, key)
  assert.deepEqual(statuses, [200, 403])
  await learnWhy(page, refusedId, show)
  await allowChanges(page)
  await reconnect(page, gateway)
  await openView(page, '사용량')
  await page.locator('.chart').waitFor()
  await show('usage')
  await revokeKey(page)
  assert.deepEqual((await runProgram(gateway, key)).statuses, [401, 401])
}

export async function signIn(page: Page, { origin, adminKey }: OwnersGateway): Promise<void> {
  await page.goto(origin)
  await page.locator('input[type=password]').fill(adminKey)
  await page.keyboard.press('Enter')
  await page.locator('main article').first().waitFor()
}

async function connectAll(page: Page, { credentials }: OwnersGateway, show: Show): Promise<void> {
  await button(page, '연결: Tiro').click()
  await paste(page, 'id.this-is-no-key-of-tiro')
  await button(page, '연결').click()
  await page.getByText('Tiro에서 이 로그인 정보를 받아들이지 않았습니다.').waitFor()
  await show('connect')
  await page.keyboard.press('Escape')
  await button(page, '그래도 닫기').click()
  for (const [product, text, issuedOn] of copies(credentials)) {
    await button(page, `연결: ${product}`).click()
    await connect(page, product, text, issuedOn)
  }
  await page.getByRole('link', { name: 'Threads로 로그인' }).click()
  await page.locator('button[value=allow]').click()
  await page.getByText('Threads 계정을 연결했습니다.').waitFor()
  // The token of one account and the key of another expire soon.
  await page.getByText('연결된 계정 8개가 모두 정상입니다. Plaud 연결이').waitFor()
  await page.getByText('곧 만료').nth(1).waitFor()
}

/**
 * Answers where to tell that an account is broken, and makes a notification of recordings that are ready. Both are tested
 * at once. Then a recording becomes ready.
 */
async function beNotified(page: Page, gateway: OwnersGateway, show: Show): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  const receiver = await startEventReceiver({}, ({ type }) => {
    if (type === 'recorder.file.ready') arrived.resolve()
  })
  try {
    await page.getByLabel('알림 받을 주소').fill(ADDRESSES.slack)
    await page.getByText('슬랙 주소입니다.').waitFor()
    await button(page, '테스트 메시지 보내기').scrollIntoViewIfNeeded()
    await show('question')
    await button(page, '테스트 메시지 보내기').click()
    await page.getByText('슬랙에서 확인해 보세요.').waitFor()
    await page.getByRole('link', { name: '알림 보기' }).click()
    const told = page.getByRole('article', { name: /^계정 상태와 접근 권한 슬랙 \(hooks\.slack\.com\/…\)/ })
    await button(page, '더 보기: 계정 상태와 접근 권한').click()
    // In the language of the app, beside what is told of the accounts at once.
    const test = told.getByRole('group').filter({ hasText: '[테스트]' }).last()
    await test.getByText('보낸 내용').click()
    await test
      .getByText(/테스트/)
      .last()
      .waitFor()
    await button(page, '새 알림').click()
    await page.getByRole('dialog').getByLabel('알림 받을 주소').fill(receiver.url)
    await button(page, '다음').click()
    await page.getByLabel('녹음 정리 완료').check()
    await button(page, '완료하고 테스트').click()
    await page.getByRole('heading', { name: '알림이 잘 도착했습니다' }).waitFor()
    await show('notify')
    await button(page, '완료').click()
    await awaitFirstPolls(gateway.origin, gateway.adminKey)
    await gateway.happen('recording')
    await button(page, '지금 확인').click()
    await arrived.promise
  } finally {
    await receiver.stop()
  }
}

/** @returns a key that only reads, as a program receives it */
async function createKey(page: Page, show: Show): Promise<string> {
  await openView(page, 'API 키')
  await button(page, '키 만들기').click()
  await page.getByLabel('이름').fill('우리 가게 Make')
  await page.getByLabel('읽기 전용').check()
  await page.keyboard.press('Enter')
  const key = await page.getByRole('textbox', { name: '우리 가게 Make 키' }).inputValue()
  await page.locator('.program').waitFor()
  await show('key')
  await button(page, '복사: 우리 가게 Make 키').click()
  await button(page, '복사됨: 우리 가게 Make 키').waitFor()
  await closeDialog(page)
  return key
}

/** A program reads with a key, and tries to change something. */
async function runProgram({ origin }: OwnersGateway, key: string): Promise<{ refusedId: string; statuses: number[] }> {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/api/v1${path}`, { ...init, headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' } })
  const read = await ask('/recorder/files?limit=1')
  const write = await ask('/recorder/files/trash', { method: 'POST', body: '{"file_ids":["none"]}' })
  return { refusedId: write.headers.get('x-request-id') ?? '', statuses: [read.status, write.status] }
}

/** The program shows the id of the refused request. The app says why, and what to do. */
async function learnWhy(page: Page, id: string, show: Show): Promise<void> {
  await openView(page, '활동')
  await page.getByLabel('요청 ID').fill(id)
  await page.keyboard.press('Enter')
  await page.getByText('이 키로는 할 수 없는 작업입니다.').waitFor()
  await show('activity')
}

async function allowChanges(page: Page): Promise<void> {
  await openView(page, 'API 키')
  await button(page, '수정: 우리 가게 Make').click()
  await page.getByLabel('읽기 전용').uncheck()
  await page.getByLabel('하루 최대 금액').fill('300,000')
  await button(page, '저장').click()
  await page.getByText('우리 가게 Make 키를 변경했습니다.').waitFor()
}

/**
 * The first button of the overview is for what expires first. Plaud does not any more: somebody is told of the accounts, so
 * the gateway uses each of them, which renews its token.
 */
async function reconnect(page: Page, { credentials }: OwnersGateway): Promise<void> {
  await openView(page, '개요')
  const seller = '쿠팡 윙(판매자)'
  const [, text = ''] = copies(credentials).find(([product]) => product === seller) ?? []
  await button(page, `${seller} 다시 연결`).click()
  await connect(page, seller, text, getKoreanDay(Date.now()))
  await page.getByText('연결된 계정 8개가 모두 정상입니다.', { exact: true }).waitFor()
}

async function revokeKey(page: Page): Promise<void> {
  await openView(page, 'API 키')
  await button(page, '더 보기: 우리 가게 Make').click()
  await button(page, '폐기: 우리 가게 Make').click()
  await button(page, '폐기').click()
  await page.getByText('우리 가게 Make 키를 폐기했습니다.').waitFor()
}

async function connect(page: Page, product: string, text: string, issuedOn?: string): Promise<void> {
  await paste(page, text)
  if (issuedOn !== undefined) await page.getByLabel('키 발급일').fill(issuedOn)
  await button(page, '연결').click()
  await page.getByText(`${product} 연결 완료`).waitFor()
  await closeDialog(page)
}

/** Pastes from the clipboard, like a person. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel('여기에 붙여 넣기').focus()
  await page.keyboard.press('Control+V')
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openView = (page: Page, name: string) => page.locator('nav').getByRole('link', { name, exact: true }).click()
