import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { charge, manage } from './autopay-desk.ts'
import { cancel, destroy, read, readPoints, resend, send } from './bill-desk.ts'
import { answering, arranged, type Generation } from './calls.ts'
import { CHARGED, ENDED, getText, MANAGED_BY_TYPE, NAMED, SENT, SENT_AS_URL } from './parameters.ts'
import type { Product } from './product.ts'
import { REFUSALS } from './refusals.ts'

/** Facts, sections 2 to 4, first generation: flat answers that echo the connection. */
const generation: Generation = {
  refuse({ state, switches }, body) {
    const { apiKey, member, merchant } = state.partner
    for (const [name, most] of [
      ['apikey', 32],
      ['member', 30],
      ['merchant', 30],
    ] as const) {
      const value = getText(body, name)
      if (value === '' || value.length > most) return { bad: name }
    }
    const known = body.apikey === apiKey && body.member === member && body.merchant === merchant
    return known && switches.connection !== 'expired' ? undefined : 'notAllowed'
  },

  getFields(body, place) {
    if (place === 'top') return body
    return isObject(body.bill) ? body.bill : undefined
  },

  answer({ switches }, body, outcome) {
    if ('bad' in outcome)
      return Response.json({ code: '9999', msg: `${outcome.bad}: 잘못된 값입니다.` }, { status: 400 })
    const echo = { apikey: body.apikey, member: body.member, merchant: body.merchant }
    if ('code' in outcome)
      return Response.json({ ...echo, code: outcome.code, msg: outcome.message ?? '처리 중 오류가 발생했습니다.' })
    if ('refused' in outcome) {
      const [code, , words] = REFUSALS[outcome.refused]
      return Response.json({ ...echo, code, msg: words })
    }
    if (switches.codeless && 'appr_state' in outcome.fields)
      return Response.json({ apikey: body.apikey, appr_dt: null, appr_price: null, appr_num: null, ...outcome.fields })
    const fields = arranged(switches, outcome.fields, { linkName: 'shortURL', nesting: [] })
    return Response.json({ ...echo, ...fields, code: '0000', msg: '성공' })
  },
}

/** Facts, section 4.5: asked with the key only, and answered with the points at a disputed place, without an address. */
const ofPoints: Generation = {
  refuse: ({ state, switches }, body) =>
    body.apikey === state.partner.apiKey && switches.connection !== 'expired' ? undefined : 'notAllowed',
  getFields: (body) => body,
  answer(product, body, outcome) {
    if (!('fields' in outcome)) return generation.answer(product, body, outcome)
    const { balance = 0 } = outcome.fields
    const left = product.switches.pointsAsInfo ? { info: { remain_count: balance } } : { remain_count: String(balance) }
    return Response.json({ ...left, code: '0000', msg: '성공' })
  },
}

export function v1(product: Product): Hono {
  const on = answering(product, generation)
  const asUrl = on('bill', SENT_AS_URL, send('URL'))
  const recurring = on('bill', CHARGED, charge('wait'))
  return new Hono()
    .post('/if/bill/send', on('bill', SENT, send('TALK')))
    .post('/if/bill/url', async (c, next) => ((await recurs(c.req.raw)) ? recurring(c, next) : asUrl(c, next)))
    .post('/if/bill/resend', on('top', NAMED, resend))
    .post('/if/bill/read', on('top', NAMED, read))
    .post('/if/bill/cancel', on('top', ENDED, cancel))
    .post('/if/bill/destroy', on('top', ENDED, destroy))
    .post('/if/read/remain_count', answering(product, ofPoints)('top', {}, readPoints('partner')))
    .post('/if/rp/manage', on('bill', MANAGED_BY_TYPE, manage))
}

/** Whether the bill says `bill_type` PE, a recurring payment. */
async function recurs(request: Request): Promise<boolean> {
  const body = await readJson(request.clone())
  return isObject(body) && isObject(body.bill) && body.bill.bill_type === 'PE'
}
