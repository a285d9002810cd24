import { Hono } from 'hono'
import { isObject } from '../rest.ts'
import { charge, manage } from './autopay-desk.ts'
import { cancel, destroy, read, readPoints, resend, send } from './bill-desk.ts'
import { answering, arranged, type Generation, type Work } from './calls.ts'
import { CHARGED, ENDED, ENDED_WITH_REASON, type Fields, getText, MANAGED, NAMED, SENT_BY_TYPE } from './parameters.ts'
import type { Product } from './product.ts'
import { REFUSALS } from './refusals.ts'

/** The v2 names of the bill's fields, by v1 name. */
const NAMES: Readonly<Record<string, string>> = {
  billId: 'bill_id',
  productName: 'product_nm',
  message: 'message',
  memberName: 'member_nm',
  phone: 'phone',
  price: 'price',
  hash: 'hash',
  expireDt: 'expire_dt',
  callbackUrl: 'callbackURL',
  billIssuer: 'bill_issuer',
  sendType: 'sendType',
  cancelReason: 'cancelReason',
}

/** Facts, sections 2 to 4, second generation: bill data in `bill`, answers in `data`. */
const generation: Generation = {
  refuse({ state, switches }, body) {
    const { apiKey, member, merchant } = state.partner
    const [key, memberId, merchantId] = [getText(body, 'apiKey'), getText(body, 'member'), getText(body, 'merchant')]
    if (key === '' || key.length > 32) return 'badKey'
    if (memberId === '') return 'noPartner'
    if (memberId.length > 60) return { bad: 'member' }
    if (merchantId === '' || merchantId.length > 60) return { bad: 'merchant' }
    if (key !== apiKey || memberId !== member) return 'notAllowed'
    if (merchantId !== merchant) return 'noMerchant'
    if (switches.connection === 'v1-only') return 'oldPartner'
    return switches.connection === 'expired' ? 'noContract' : undefined
  },

  getFields: ({ bill }) => (isObject(bill) ? renamed(bill) : undefined),

  answer({ switches }, _body, outcome) {
    if ('bad' in outcome) {
      return Response.json(
        { code: 'VALIDATION_001', message: `${getName(outcome.bad)}: 잘못된 값입니다.` },
        { status: 400 },
      )
    }
    if ('code' in outcome)
      return Response.json({
        code: outcome.code,
        message: outcome.message ?? '처리 중 오류가 발생했습니다.',
        data: null,
      })
    if ('refused' in outcome) {
      const [, code, words] = REFUSALS[outcome.refused]
      return Response.json({ code, message: words, data: null })
    }
    const data = Object.fromEntries(Object.entries(outcome.fields).map(([name, value]) => [getName(name), value]))
    return Response.json({
      ...{ code: '0000', message: '성공' },
      ...arranged(switches, data, { linkName: 'shortUrl', nesting: ['data'] }),
    })
  },
}

const renamed = (bill: Fields): Fields =>
  Object.fromEntries(
    Object.entries(bill).flatMap(([name, value]) => (Object.hasOwn(NAMES, name) ? [[NAMES[name], value]] : [])),
  )

/** `appr_card_type` as `apprCardType`. `shortURL` and a few others have their own names. */
function getName(first: string): string {
  if (first === 'shortURL') return 'shortUrl'
  const own = Object.entries(NAMES).find(([, name]) => name === first)
  return own?.[0] ?? first.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const sendByType: Work = (product, call) => send(call.fields.sendType === 'URL' ? 'URL' : 'TALK')(product, call)

export function v2(product: Product): Hono {
  const on = answering(product, generation)
  // Changing a payment method may have no bill.
  const billless: Generation = { ...generation, getFields: (body, place) => generation.getFields(body, place) ?? {} }
  const loosely = answering(product, billless)
  // Facts, section 4.5: the points of the partner are asked for with the key only.
  const ofPartner: Generation = {
    ...billless,
    refuse({ state }, body) {
      const { member, merchant } = state.partner
      return generation.refuse(product, { ...body, member, merchant })
    },
  }
  return new Hono()
    .post('/bill', on('bill', SENT_BY_TYPE, sendByType))
    .post('/bill/resend', on('bill', NAMED, resend))
    .post('/bill/read', on('bill', NAMED, read))
    .post('/bill/cancel', on('bill', ENDED_WITH_REASON, cancel))
    .post('/bill/destroy', on('bill', ENDED, destroy))
    .post('/bill/rp', on('bill', CHARGED, charge('refuse')))
    .post('/read/remain_count', answering(product, ofPartner)('bill', {}, readPoints('partner')))
    .post('/read/merchant/remain_count', loosely('bill', {}, readPoints('shop')))
    .post('/rp/manage', loosely('bill', MANAGED, manage))
}
