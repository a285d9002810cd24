import { type Context, Hono } from 'hono'
import { jsonResponse } from '../answers.ts'
import { type Claim, claimView, type Exchange } from './claim.ts'
import { openApiError } from './errors.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const API = '/v2/providers/openapi/apis/api'
const V4 = `${API}/v4/vendors/:vendorId`

/** What a seller does with returns and exchanges (facts 2.8). */
export function claimActions(
  state: { vendor: Vendor; returns: Claim[]; exchanges: Exchange[]; claimed: string[] },
  switches: SellerSwitches,
): Hono {
  const app = new Hono()
  const isOurs = (c: Context) => c.req.param('vendorId') === state.vendor.id
  const wrongVendor = () => openApiError(switches.wrongVendor, 'Invalid vendor ID')
  const findReturn = (id: unknown) =>
    state.returns.find(({ receiptId, status }) => String(receiptId) === String(id) && status !== 'CANCEL')
  const ok = () => jsonResponse({ code: '200', message: 'OK' })
  const success = (resultMessage: string) =>
    jsonResponse({ code: '200', message: 'OK', data: { resultCode: 'SUCCESS', resultMessage } })

  for (const version of ['v6', 'v4'] as const) {
    app.get(`${API}/${version}/vendors/:vendorId/returnRequests/:id{\\d+}`, (c) => {
      if (!isOurs(c)) return wrongVendor()
      const claim = findReturn(c.req.param('id'))
      if (!claim) return openApiError(400, `receiptId (${c.req.param('id')}) does not exist.`)
      return jsonResponse({ code: 200, message: 'OK', data: [claimView(claim, switches)] })
    })
  }

  type Change = (body: { get(name: string): unknown }, id: string) => Response
  const change = (path: string, id: 'receiptId' | 'exchangeId', apply: Change) =>
    app.on(['PUT', 'PATCH'], `${V4}/${path}`, async (c) => {
      if (!isOurs(c)) return wrongVendor()
      const body: unknown = await c.req.json().catch(() => undefined)
      const get = (name: string): unknown => (body instanceof Object ? Reflect.get(body, name) : undefined)
      const asked = c.req.param('id') ?? ''
      state.claimed.push(`${path.slice(path.lastIndexOf('/') + 1)} ${asked}`)
      if (get(id) !== Number(asked)) return openApiError(400, `${id} should be the number of the path`)
      if (get('vendorId') !== state.vendor.id) return openApiError(400, 'vendorId is required.')
      return apply({ get }, asked)
    })

  change('returnRequests/:id/receiveConfirmation', 'receiptId', (_, id) => {
    const claim = findReturn(id)
    if (!claim) return openApiError(400, '취소반품접수내역이 존재하지 않습니다.')
    if (claim.status !== 'UC' || claim.isReceived) return openApiError(400, '이미 반품이 처리되었습니다.')
    if (claim.isFast) claim.status = 'CC'
    else claim.isReceived = true
    return ok()
  })
  change('returnRequests/:id/approval', 'receiptId', (body, id) => {
    const claim = findReturn(id)
    if (!claim) return openApiError(400, '취소반품접수내역이 존재하지 않습니다.')
    if (claim.status === 'CC') return openApiError(400, '이미 반품이 완료되었습니다.')
    if (!claim.isReceived) return openApiError(400, '입고확인되지 않은 반품입니다.')
    if (body.get('cancelCount') !== claim.count)
      return openApiError(400, '취소반품접수수량과 cancelCount가 일치하지 않습니다.')
    Object.assign(claim, { status: 'CC', isReceived: false })
    return ok()
  })
  change('returnRequests/:id/completedShipment', 'receiptId', (body, id) => {
    const claim = findReturn(id)
    if (!claim) return openApiError(400, '취소반품접수내역이 존재하지 않습니다.')
    const [carrier, invoice] = [body.get('deliveryCompanyCode'), body.get('invoiceNumber')]
    if (typeof carrier !== 'string' || typeof invoice !== 'string')
      return openApiError(400, 'required parameters are missing')
    if (claim.status !== 'RU' || claim.sentAs) return openApiError(400, '출고중지요청 상태가 아닙니다.')
    Object.assign(claim, { status: 'UC', sentAs: `${carrier} ${invoice}` })
    return success('이미출고 상태변경이 성공하였습니다.')
  })

  const findExchange = (id: string) => state.exchanges.find(({ exchangeId }) => String(exchangeId) === id)
  change('exchangeRequests/:id/receiveConfirmation', 'exchangeId', (_, id) => {
    const exchange = findExchange(id)
    if (!exchange) return openApiError(400, '교환 정보가 존재하지 않습니다.')
    if (exchange.status !== 'PROGRESS' || exchange.newBoxId) return openApiError(400, '입고확인할 수 없는 상태입니다.')
    exchange.newBoxId = String(742_638_971_006_401_431n + BigInt(exchange.exchangeId))
    return ok()
  })
  change('exchangeRequests/:id/rejection', 'exchangeId', (body, id) => {
    const exchange = findExchange(id)
    if (!exchange) return openApiError(400, '교환 정보가 존재하지 않습니다.')
    if (!['SOLDOUT', 'WITHDRAW'].includes(String(body.get('exchangeRejectCode'))))
      return openApiError(400, 'exchangeRejectCode is invalid')
    if (exchange.status !== 'RECEIPT')
      return jsonResponse({
        code: '200',
        message: 'OK',
        data: { resultCode: 'FAIL', resultMessage: '교환 거부할 수 없는 상태입니다.' },
      })
    exchange.status = 'REJECT'
    return success('교환 거부 처리되었습니다.')
  })

  return app
}
