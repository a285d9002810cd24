import { Hono } from 'hono'
import { bare, jsonResponse } from '../answers.ts'
import { openApiError } from './errors.ts'
import type { OrderSheet } from './sheet.ts'
import { sheetView } from './sheet-view.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const API = '/v2/providers/openapi/apis/api'
const MOST_BOXES = 50
const CARRIERS = new Set(['CJGLS', 'HYUNDAI', 'HANJIN', 'EPOST', 'KGB', 'KDEXP', 'DIRECT'])

/** How one sheet of a cancelled or returned order is refused. */
const ENDED = '해당 주문이 취소 또는 반품되었습니다.'
const CANNOT_CHANGE = '배송상태를 변경할 수 없습니다. 주문내역을 확인해주세요.'

interface Result {
  shipmentBoxId: string
  resultCode: string
  resultMessage: string | null
}

/** What a seller does with an order (facts 2.6): reads its sheets, acknowledges it, sends its invoices. */
export function fulfilment(
  state: { vendor: Vendor; sheets: OrderSheet[]; acknowledged: string[]; invoiced: string[]; corrected: string[] },
  switches: SellerSwitches,
): Hono {
  const app = new Hono()
  const wrongVendor = () => openApiError(switches.wrongVendor, 'Invalid vendor ID')
  const isOurs = (vendorId: string | undefined) => vendorId === state.vendor.id
  const answer = (list: readonly Result[]) => results(list, switches.results)
  const boxOf = (id: string) => state.sheets.find(({ shipmentBoxId }) => shipmentBoxId === id)

  for (const version of ['v5', 'v4'] as const) {
    app.get(`${API}/${version}/vendors/:vendorId/ordersheets/:box`, (c) => {
      if (!isOurs(c.req.param('vendorId'))) return wrongVendor()
      const sheet = boxOf(c.req.param('box'))
      if (!sheet) return openApiError(400, `shipmentBoxId (${c.req.param('box')}) does not exist.`)
      if (sheet.isEnded) return openApiError(400, ENDED)
      return jsonResponse({ code: 200, message: 'OK', data: sheetView(sheet, version) })
    })

    app.get(`${API}/${version}/vendors/:vendorId/:order/ordersheets`, (c) => {
      if (!isOurs(c.req.param('vendorId'))) return wrongVendor()
      const sheets = state.sheets.filter(({ orderId }) => String(orderId) === c.req.param('order'))
      if (sheets.length === 0) return openApiError(400, `orderId (${c.req.param('order')}) does not exist.`)
      if (sheets.some(({ isEnded }) => isEnded)) return openApiError(400, ENDED)
      return jsonResponse({ code: 200, message: 'OK', data: sheets.map((sheet) => sheetView(sheet, version)) })
    })
  }

  app.on(['PUT', 'PATCH'], `${API}/v4/vendors/:vendorId/ordersheets/acknowledgement`, async (c) => {
    if (!isOurs(c.req.param('vendorId'))) return wrongVendor()
    const ids = numbersIn(await c.req.text(), 'shipmentBoxIds')
    if (ids.length === 0) return openApiError(400, 'required parameters are missing: shipmentBoxIds')
    if (ids.length > MOST_BOXES) return openApiError(400, 'shipmentBoxIds size should be less than or equal to 50')
    return answer(ids.map((id) => acknowledge(state, id, boxOf(id))))
  })

  app.post(`${API}/v4/vendors/:vendorId/orders/invoices`, async (c) => {
    if (!isOurs(c.req.param('vendorId'))) return wrongVendor()
    const parts = readParts(await c.req.text())
    if (typeof parts === 'string') return openApiError(400, parts)
    if (parts.some(({ carrier }) => !CARRIERS.has(carrier))) return openApiError(500, 'internal exception')
    const boxes = Map.groupBy(parts, ({ box }) => box)
    return answer([...boxes].map(([box, lines]) => ship(state, boxOf(box), lines)))
  })

  app.post(`${API}/v4/vendors/:vendorId/orders/updateInvoices`, async (c) => {
    if (!isOurs(c.req.param('vendorId'))) return wrongVendor()
    const parts = readParts(await c.req.text())
    if (typeof parts === 'string') return openApiError(400, parts)
    if (parts.some(({ carrier }) => !CARRIERS.has(carrier))) return openApiError(500, 'internal exception')
    const boxes = Map.groupBy(parts, ({ box }) => box)
    return answer([...boxes].map(([box, lines]) => correct(state, boxOf(box), lines)))
  })

  return app
}

/** The number of a box that was sent, which goes back to DEPARTURE (facts 2.8). */
function correct(
  state: { sheets: OrderSheet[]; corrected: string[] },
  sheet: OrderSheet | undefined,
  parts: readonly Part[],
): Result {
  const [{ box: shipmentBoxId = '', carrier = '', invoice = '' } = {}] = parts
  state.corrected.push(shipmentBoxId)
  const refuse = (resultCode: string): Result => ({
    shipmentBoxId,
    resultCode,
    resultMessage: WORDS[resultCode] ?? null,
  })
  if (!sheet || parts.some(({ order }) => order !== String(sheet.orderId))) return refuse('NOT_FOUND_SHIPMENT_BOX')
  if (sheet.isEnded) return refuse('ORDER_DELIVERY_CANCELED')
  if (sheet.status === 'ACCEPT' || sheet.status === 'INSTRUCT') return refuse('INVALID_STATUS')
  if (carrier !== 'DIRECT' && !/^\d{9,14}$/.test(invoice)) return refuse('INVALID_INVOICE_NUMBER')
  Object.assign(sheet, { carrier, invoiceNumber: invoice, status: 'DEPARTURE' })
  return { shipmentBoxId, resultCode: 'OK', resultMessage: null }
}

function acknowledge(state: { acknowledged: string[] }, shipmentBoxId: string, sheet: OrderSheet | undefined): Result {
  state.acknowledged.push(shipmentBoxId)
  if (!sheet)
    return {
      shipmentBoxId,
      resultCode: 'NOT_FOUND_SHIPMENT_BOX',
      resultMessage: `shipmentBoxId (${shipmentBoxId}) is not found.`,
    }
  if (sheet.isEnded || sheet.status !== 'ACCEPT' || sheet.lines.some(({ holdCount }) => holdCount > 0))
    return { shipmentBoxId, resultCode: 'INVALID_STATUS', resultMessage: CANNOT_CHANGE }
  sheet.status = 'INSTRUCT'
  return { shipmentBoxId, resultCode: 'OK', resultMessage: 'request succeeded.' }
}

interface Part {
  box: string
  order: string
  item: string
  carrier: string
  invoice: string
  /** The day on which the item is shipped, instead of the number of an invoice. */
  plannedOn: string
  split: boolean
  isPreSplit: boolean
}

const WORDS: Record<string, string> = {
  NOT_FOUND_SHIPMENT_BOX: '존재하지 않는 송장번호입니다.',
  INVALID_STATUS: '배송진행상태가 유효하지 않습니다.',
  DUPLICATE_INVOICE_NUMBER: '이미 저장된 송장번호가 있습니다.',
  INVALID_INVOICE_NUMBER: '송장번호가 유효하지 않습니다.',
  NOT_FOUND_VENDOR_ITEM: '합포장건 중 누락된 상품이 있습니다.',
  NOT_ALLOW_SEPARATE_WHEN_ONE_VENDOR_ITEM: '상품이 한가지인 경우 분리배송 할 수 없습니다.',
  IS_SEPARATE_MUST_BE_TRUE_WHEN_SEPARATE_DELIVERY: '분리배송 접수 후 일반배송으로 처리 할 수 없습니다.',
  NOT_ALLOW_VENDOR_DIRECT: '업체직송은 분리배송 할 수 없습니다.',
  NOT_FOUND_INVOICE_NUMBER: '이미 출고 예정일이 등록된 상품이어서 운송장 번호를 입력하셔야 합니다.',
  ORDER_DELIVERY_CANCELED: '취소된 주문건입니다.',
}

function ship(
  state: { sheets: OrderSheet[]; invoiced: string[] },
  sheet: OrderSheet | undefined,
  parts: readonly Part[],
): Result {
  const shipmentBoxId = parts[0]?.box ?? ''
  state.invoiced.push(shipmentBoxId)
  const refuse = (resultCode: string): Result => ({
    shipmentBoxId,
    resultCode,
    resultMessage: WORDS[resultCode] ?? null,
  })
  if (!sheet || parts.some(({ order }) => order !== String(sheet.orderId))) return refuse('NOT_FOUND_SHIPMENT_BOX')
  if (sheet.isEnded) return refuse('ORDER_DELIVERY_CANCELED')
  if (sheet.status !== 'INSTRUCT') return refuse('INVALID_STATUS')
  const open = sheet.lines.filter(({ count, cancelCount }) => count > cancelCount)
  if (open.length === 0) return refuse('ORDER_DELIVERY_CANCELED')
  const named = open.filter(({ vendorItemId }) => parts.some(({ item }) => item === String(vendorItemId)))
  const isSplit = parts.some(({ split }) => split)
  if (!isSplit && sheet.splitShipping) return refuse('IS_SEPARATE_MUST_BE_TRUE_WHEN_SEPARATE_DELIVERY')
  const isFirst = !isSplit || !parts.some(({ isPreSplit }) => isPreSplit)
  if (named.length === 0 || (isFirst && named.length < open.length)) return refuse('NOT_FOUND_VENDOR_ITEM')
  if (isSplit && isFirst && sheet.lines.length === 1) return refuse('NOT_ALLOW_SEPARATE_WHEN_ONE_VENDOR_ITEM')
  if (isSplit && parts.some(({ carrier }) => carrier === 'DIRECT')) return refuse('NOT_ALLOW_VENDOR_DIRECT')
  const later = parts.filter(({ plannedOn }) => plannedOn !== '')
  const findLine = ({ item }: Part) => sheet.lines.find(({ vendorItemId }) => item === String(vendorItemId))
  if (later.some((part) => part.invoice !== '' || !part.split)) return refuse('INVALID_INVOICE_NUMBER')
  if (later.some((part) => findLine(part)?.plannedOn !== '')) return refuse('NOT_FOUND_INVOICE_NUMBER')
  const shipped = parts.filter(({ plannedOn }) => plannedOn === '')
  if (shipped.some(({ carrier, invoice }) => carrier !== 'DIRECT' && !/^\d{9,14}$/.test(invoice)))
    return refuse('INVALID_INVOICE_NUMBER')
  const taken = (invoice: string) =>
    state.sheets.some((other) => other.invoiceNumber === invoice && other.address !== sheet.address)
  if (shipped.some(({ invoice }) => taken(invoice))) return refuse('DUPLICATE_INVOICE_NUMBER')
  for (const part of later) Object.assign(findLine(part) ?? {}, { plannedOn: part.plannedOn })
  const parcels = [...Map.groupBy(shipped, ({ invoice }) => (isSplit ? invoice : 'whole')).values()]
  for (const parcel of parcels) {
    const lines = sheet.lines.filter((line) => parcel.some((part) => findLine(part) === line))
    const departed = {
      status: 'DEPARTURE',
      carrier: parcel[0]?.carrier ?? '',
      invoiceNumber: parcel[0]?.invoice ?? '',
    } as const
    if (!isSplit || lines.length === sheet.lines.length) {
      Object.assign(sheet, departed)
      continue
    }
    // What is shipped gets a box of its own.
    sheet.lines = sheet.lines.filter((line) => !lines.includes(line))
    sheet.splitShipping = true
    const id = String(842_538_971_006_401_431n + BigInt(state.sheets.length) * 2n)
    state.sheets.push({ ...sheet, ...departed, shipmentBoxId: id, lines })
  }
  return { shipmentBoxId, resultCode: 'OK', resultMessage: null }
}

function results(list: readonly Result[], place: SellerSwitches['results']): Response {
  const failed = list.filter(({ resultCode }) => resultCode !== 'OK').length
  const responseCode = failed === 0 ? 0 : failed === list.length ? 99 : 1
  const summary = {
    responseKey: bare('-7326489997410939972'),
    responseCode,
    responseMessage: { 0: 'SUCCESS', 1: 'Partial errors.', 99: 'All Failed.' }[responseCode],
  }
  const responseList = list.map(({ shipmentBoxId, resultCode, resultMessage }) => ({
    shipmentBoxId: bare(shipmentBoxId),
    succeed: resultCode === 'OK',
    resultCode,
    retryRequired: resultCode === 'NOT_FOUND_SHIPMENT_BOX',
    resultMessage,
  }))
  const places = {
    'data.responseList': { data: { ...summary, responseList } },
    'data[].responseList': { data: [{ ...summary, responseList }] },
    data: { data: responseList },
    responseList: { ...summary, responseList },
  }
  return jsonResponse({ code: 200, message: 'OK', ...places[place] })
}

/** Ids are bare numbers of 18 digits, which JSON.parse would round. */
const quoted = (json: string) => json.replace(/([[:,]\s*)(\d{16,})(?=\s*[,\]}])/g, '$1"$2"')

function parse(json: string): unknown {
  try {
    return JSON.parse(quoted(json))
  } catch {
    return undefined
  }
}

const at = (value: unknown, key: string): unknown => (value instanceof Object ? Reflect.get(value, key) : undefined)

function numbersIn(json: string, field: string): string[] {
  // A number in quotes is a string, which the product does not take.
  if (new RegExp(`"${field}"\\s*:\\s*\\[[^\\]]*"`).test(json)) return []
  const list = at(parse(json), field)
  return Array.isArray(list) ? list.map(String) : []
}

function readParts(json: string): Part[] | string {
  const list = at(parse(json), 'orderSheetInvoiceApplyDtos')
  if (!Array.isArray(list) || list.length === 0) return 'required parameters are missing: orderSheetInvoiceApplyDtos'
  if (/"(shipmentBoxId|orderId|vendorItemId)"\s*:\s*"/.test(json)) return 'shipmentBoxId should be a number'
  const parts: Part[] = []
  for (const dto of list) {
    const texts = ['deliveryCompanyCode', 'invoiceNumber', 'estimatedShippingDate'].map((name) => at(dto, name))
    const flags = ['splitShipping', 'preSplitShipped'].map((name) => at(dto, name))
    const [box, order, item] = ['shipmentBoxId', 'orderId', 'vendorItemId'].map((name) => at(dto, name))
    if (texts.some((text) => typeof text !== 'string') || flags.some((flag) => typeof flag !== 'boolean'))
      return 'required parameters are missing'
    if (box === undefined || order === undefined || item === undefined) return 'required parameters are missing'
    parts.push({
      ...{ box: String(box), order: String(order), item: String(item) },
      ...{ carrier: String(texts[0]), invoice: String(texts[1]), plannedOn: String(texts[2]) },
      ...{ split: flags[0] === true, isPreSplit: flags[1] === true },
    })
  }
  return parts
}
