import { Hono } from 'hono'
import { bare, jsonResponse } from '../answers.ts'
import { openApiError } from './errors.ts'
import type { OrderSheet } from './sheet.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

/** The seller's sign-in at WING. */
export const WING_ID = 'haneul_shop'

const TOO_MANY = '취소 가능한 개수보다 요청한 개수가 더 많습니다.'
const NOT_CANCELLABLE = '해당 벤더아이템이 결제완료/상품준비중 상태가 아닙니다.'

/** The seller cancels what cannot be shipped, one box at a time (facts 2.8). */
export function cancels(
  state: { vendor: Vendor; sheets: OrderSheet[]; claimed: string[] },
  switches: SellerSwitches,
): Hono {
  let receipts = 181_627_232

  return new Hono().post('/v2/providers/openapi/apis/api/v5/vendors/:vendorId/orders/:order/cancel', async (c) => {
    if (c.req.param('vendorId') !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
    const body: unknown = await c.req.json().catch(() => undefined)
    const get = (name: string): unknown => (body instanceof Object ? Reflect.get(body, name) : undefined)
    const order = c.req.param('order')
    const [ids, counts] = [get('vendorItemIds'), get('receiptCounts')]
    state.claimed.push(`cancel ${order} ${[ids].flat().map((id, at) => `${id}*${[counts].flat()[at]}`)}`)
    if (get('orderId') !== Number(order)) return openApiError(400, '주문 ID를 입력해 주세요.')
    if (!Array.isArray(ids) || !Array.isArray(counts) || ids.length !== counts.length)
      return openApiError(400, '요청한 상품 개수와 취소 개수를 확인해주세요.')
    if (get('bigCancelCode') !== 'CANERR') return openApiError(400, '취소사유 대분류 코드를 입력해주세요.')
    if (!['CCTTER', 'CCPNER', 'CCPRER'].includes(String(get('middleCancelCode'))))
      return openApiError(400, '취소사유 중분류 코드를 입력해주세요.')
    if (get('userId') !== WING_ID) return openApiError(400, '업체 ID에 맞는 올바른 유저 ID를 입력해주세요.')
    const sheets = state.sheets.filter(({ orderId }) => String(orderId) === order)
    if (sheets.length === 0) return openApiError(400, '주문 정보가 없습니다.')

    const failed = new Map<number, string>()
    const done: { id: number; count: number; sheet: OrderSheet }[] = []
    for (const [at, id] of ids.entries()) {
      const count = Number(counts[at])
      const findLine = ({ lines }: OrderSheet) => lines.find(({ vendorItemId }) => vendorItemId === id)
      const own = sheets.filter((one) => findLine(one) && (one.status === 'ACCEPT' || one.status === 'INSTRUCT'))
      const countLeft = ({
        count: all = 0,
        cancelCount = 0,
        holdCount = 0,
      }: Partial<OrderSheet['lines'][number]> = {}) => all - cancelCount - holdCount
      // The call names no box: one that has enough is an inference.
      const sheet = own.find((one) => countLeft(findLine(one)) >= count) ?? own[0]
      const line = sheet && findLine(sheet)
      if (!sheet || !line) failed.set(id, NOT_CANCELLABLE)
      else if (countLeft(line) < count) failed.set(id, TOO_MANY)
      // Items of another box than the first one are not taken.
      else if (done[0] && done[0].sheet !== sheet) failed.set(id, NOT_CANCELLABLE)
      else done.push({ id, count, sheet })
    }
    for (const { id, count, sheet } of done) {
      const line = sheet.lines.find(({ vendorItemId }) => vendorItemId === id)
      if (!line) continue
      if (sheet.status === 'ACCEPT') line.cancelCount += count
      else line.holdCount += count
    }
    const isAll = sheets.every(({ lines }) => lines.every(({ count, cancelCount }) => cancelCount === count))
    if (isAll) for (const sheet of sheets) sheet.isEnded = true
    receipts += 1
    const { code, failed: name } = switches.cancelAnswer
    const words = [...Map.groupBy(failed.keys(), (id) => failed.get(id))].map(
      ([why, failedIds]) => `[${failedIds.join(', ')}]<= ${why}`,
    )
    const receiptMap =
      done.length === 0
        ? {}
        : {
            [receipts]: {
              receiptId: receipts,
              receiptType: done[0]?.sheet.status === 'ACCEPT' ? 'CANCEL' : 'STOP_SHIPMENT',
              vendorItemIds: done.map(({ id }) => id),
              totalCount: done.reduce((sum, { count }) => sum + count, 0),
            },
          }
    return jsonResponse({
      code: done.length === 0 ? '400' : failed.size > 0 ? code : '200',
      message: `[요청번호] 43b97579-bcb5-4260-84cb-9a4a9063db71\r\n${words.join('\r\n')}`,
      data: { receiptMap, orderId: bare(order), [name]: [...failed.keys()] },
    })
  })
}
