import { afterEach, describe, expect, it } from 'vitest'
import { ADMIN_KEY } from '../support/admin/stage.ts'
import { chromium } from './browser.ts'
import { arriveAt, LOOKS, type Look, type Visitor } from './look.ts'
import { signIn } from './visit.ts'

const ID = '0123456789abcdefghijABCDEFGHIJ0123456789abc'

const TEXTS = {
  en: {
    title: 'Send a bill?',
    agree: 'Agree',
    done: 'You agreed.',
    amount: '33,000 won',
    gone: 'no longer be confirmed',
  },
  ko: {
    title: '청구서를 보낼까요?',
    agree: '동의',
    done: '동의했습니다.',
    amount: '33,000원',
    gone: '더 이상 확인할 수 없는',
  },
}

/** Where an agent sends the owner to agree to one call. */
describe.skipIf(!chromium)('the page for the agreement to a call', () => {
  let visitor: Visitor
  afterEach(() => visitor.leave())

  async function arrive(look: Partial<Look> = {}, id = ID) {
    visitor = await arriveAt(`/confirm#${id}`, { ...look, isSignedIn: false })
    return visitor
  }

  it.each(LOOKS)('shows the call after the sign-in, and takes the decision: $name', async (look) => {
    const { page, expectWell } = await arrive(look)
    const { title, agree, done, amount } = TEXTS[look.language]
    await page.locator('input').first().waitFor()
    expect(await page.getByText('홍길동').count()).toBe(0)
    await expectWell('the door')
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText(amount).waitFor()
    await page.getByText('홍길동').waitFor()
    const button = page.getByRole('button', { name: agree, exact: true })
    expect(await button.isDisabled()).toBe(true)
    await expectWell('the call')
    await button.click()
    await page.getByText(done).waitFor()
    expect(await button.count()).toBe(0)
    await expectWell('agreed')
  })

  it('takes a refusal', async () => {
    const { page } = await arrive()
    await signIn(page, ADMIN_KEY)
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByText('You refused. Nothing was done.').waitFor()
  })

  it.each(LOOKS)('says that a call is too old: $name', async (look) => {
    const { page, expectWell } = await arrive(look, '9'.repeat(43))
    await signIn(page, ADMIN_KEY)
    await page.getByText(TEXTS[look.language].gone).waitFor()
    await expectWell('gone')
  })
})
