import { afterEach, describe, expect, it } from 'vitest'
import { ADMIN_KEY, freshStage } from '../../support/admin/stage.ts'
import { chromium } from './browser.ts'
import { arriveAt, type Look, PHONE, type Visitor } from './look.ts'
import { signIn } from './visit.ts'

const ID = '0123456789abcdefghijABCDEFGHIJ0123456789abc'

/** Where an agent sends the owner to agree to one call. */
describe.skipIf(!chromium)('the page for the agreement to a call', () => {
  let visitor: Visitor
  afterEach(() => visitor.leave())

  async function arrive(look: Partial<Look> & { stage?: object } = {}, id = ID) {
    visitor = await arriveAt(`/confirm#${id}`, { ...look, isSignedIn: false })
    return visitor
  }

  it('shows the call after the sign-in, and takes the decision', async () => {
    const { page, expectWell } = await arrive(PHONE)
    await page.locator('input').first().waitFor()
    expect(await page.getByText('홍길동').count()).toBe(0)
    await expectWell('the door')
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: '청구서를 보낼까요?' }).waitFor()
    await page.getByText('33,000원').waitFor()
    await page.getByText('홍길동').waitFor()
    const button = page.getByRole('button', { name: '동의', exact: true })
    expect(await button.isDisabled()).toBe(true)
    await expectWell('the call')
    await button.click()
    await page.getByText('동의했습니다.').waitFor()
    expect(await button.count()).toBe(0)
    await expectWell('agreed')
  })

  it('says how much of a long call is not there', async () => {
    const { confirmation } = freshStage()
    const markdown = { name: 'markdown', value: '지난주 회의록입니다. '.repeat(40), more_characters: 30_480 }
    const long = {
      ...confirmation,
      ...{
        operation: 'workspace_replace_page_markdown',
        fields: [{ name: 'title', value: '' }, markdown],
        more_fields: 2,
      },
    }
    const { page, texts, expectWell } = await arrive({ ...PHONE, stage: { confirmation: long } })
    await signIn(page, ADMIN_KEY)
    await page.getByText(texts.confirm.moreCharacters('30,480')).waitFor()
    await page.getByText(texts.confirm.moreFields('2')).waitFor()
    await page.getByText(texts.confirm.empty).waitFor()
    await expectWell('a long call')
  })

  it('shows lists one below the other, and a text that looks like one as it is', async () => {
    const { confirmation } = freshStage()
    const several = {
      ...confirmation,
      operation: 'payment_resend_bill',
      fields: [
        { name: 'messages', value: '2' },
        { name: 'customers', value: '["홍길동, 수강료, 33,000 won","이철수, 교재비, 9,900 won"]' },
        { name: 'bill_ids', value: '["a\\nb"]' },
        { name: 'message', value: '["a","b"]' },
        { name: 'total', value: '42900' },
        {
          name: 'bills',
          value:
            '[{"member_nm":"홍길동","price":33000,"expire_dt":"2030-12-31"},{"member_nm":"이철수 · 금액: 1원","price":9900}]',
        },
        { name: 'now', value: '[{"vendor_item_id":"85071234501","price":19900,"on_sale":true}]' },
        { name: 'items', value: '[{"vendor_item_id":"85071234501","original_price":24900,"on_sale":false}]' },
      ],
    }
    const { page, texts, expectWell } = await arrive({ ...PHONE, stage: { confirmation: several } })
    const { member_nm: name, price, expire_dt: day } = texts.confirm.fields
    const { vendor_item_id: option, original_price: original, on_sale: sold } = texts.confirm.fields
    const { won } = texts.confirm
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: texts.confirm.operations.payment_resend_bill }).waitFor()
    expect(await page.locator('dl.facts dd').allInnerTexts()).toEqual([
      '2',
      '홍길동, 수강료, 33,000 won\n이철수, 교재비, 9,900 won',
      '["a\\nb"]',
      '["a","b"]',
      won('42,900'),
      `1. ${name}: 홍길동 · ${price}: ${won('33,000')} · ${day}: 2030-12-31\n2. ${name}: "이철수 · 금액: 1원" · ${price}: ${won('9,900')}`,
      `1. ${option}: 85071234501 · ${price}: ${won('19,900')} · ${sold}: ${texts.confirm.yes}`,
      `1. ${option}: 85071234501 · ${original}: ${won('24,900')} · ${sold}: ${texts.confirm.no}`,
    ])
    await expectWell('several messages')
  })

  it('says until when in the time zone of the owner', async () => {
    const { confirmation, ownerSettings } = freshStage()
    const source = { ...ownerSettings.source, time_zone: 'app' as const }
    const time_zone = 'Pacific/Kiritimati'
    const { page, texts } = await arrive({
      stage: { confirmation, ownerSettings: { ...ownerSettings, time_zone, source } },
    })
    await signIn(page, ADMIN_KEY)
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone })
    await page.getByText(texts.confirm.until(format.format(new Date(confirmation.expires_at)))).waitFor()
  })

  it('takes a refusal', async () => {
    const { page } = await arrive()
    await signIn(page, ADMIN_KEY)
    await page.getByRole('heading', { name: 'Send a bill?' }).waitFor()
    await page.getByText('33,000 won').waitFor()
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByText('You refused. Nothing was done.').waitFor()
  })

  it('says that a call is too old', async () => {
    const { page, expectWell } = await arrive(PHONE, '9'.repeat(43))
    await signIn(page, ADMIN_KEY)
    await page.getByText('더 이상 확인할 수 없는').waitFor()
    await expectWell('gone')
  })
})
