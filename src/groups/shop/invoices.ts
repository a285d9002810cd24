import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import { at, count, identifier, items as readItems, text } from '../../base/json.ts'
import { lazy } from '../../base/lazy.ts'
import { getKoreanDay } from '../../base/time.ts'
import { isRefusal, toUnsent } from '../../gateway/batch.ts'
import { checkTwice, converted } from '../../gateway/http/fields.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { MOST_RETRIES } from '../../upstream/client.ts'
import { type CallLimits, connect } from './coupang.ts'
import { boundedList, exactDigits, MOST_ITEMS, read, success, write, writingHeader } from './group.ts'
import { ALREADY, hasResults, type ItemWrite, type WriteItem, type Writer, writeItems } from './item-writes.ts'
import { shareTime } from './lists.ts'
import type { OrderSheet } from './orders.outputs.ts'
import type { Carrier } from './outputs.ts'
import { paceSeller } from './pace.ts'
import { fetchOrderSheets } from './sheets.ts'

export const carrier = () =>
  converted(z.string(), (text, refuse) => {
    const code = findCarrier(text)
    if (code === undefined)
      refuse('is no carrier of shop_list_carriers: give its code or its name, such as CJGLS or CJ대한통운')
    return code ?? z.NEVER
  }).check(z.meta({ description: 'Code or name, such as CJGLS or CJ대한통운', examples: ['CJGLS'] }))

export const invoiceNumber = () =>
  z
    .pipe(
      z.string(),
      z.transform((text) => text.replace(/[\s-]/g, '')),
    )
    .check(z.refine((text) => /^[A-Za-z0-9]{1,40}$/.test(text), 'must be 1 to 40 digits or letters'))
    .check(z.meta({ description: 'Invoice number', examples: ['651200330100'] }))

const invoiceFields = () => ({
  shipment_box_id: exactDigits('Its shipmentBoxId'),
  order_id: exactDigits('Its orderId'),
  vendor_item_id: z.optional(exactDigits('All of the box when absent')),
  carrier: carrier(),
  invoice_number: invoiceNumber(),
})

const invoice = () =>
  z
    .strictObject({
      ...invoiceFields(),
      split: z._default(z.boolean(), false).check(z.meta({ description: 'Several parcels' })),
    })
    .check(
      z.refine(({ split, vendor_item_id }) => !split || vendor_item_id !== undefined, {
        path: ['vendor_item_id'],
        error: 'is required with split: name the item of this parcel',
      }),
    )

/** An invoice without an item is for all items of the box. */
const isSameItem = (one: Parcel, other: Parcel) =>
  one.shipment_box_id === other.shipment_box_id &&
  (one.vendor_item_id ?? other.vendor_item_id) === (other.vendor_item_id ?? one.vendor_item_id)

interface Parcel {
  shipment_box_id: string
  vendor_item_id?: string | undefined
}

const invoicesToSend = () => ({
  header: writingHeader(),
  json: z.strictObject({
    items: boundedList(invoice())
      .check(z.superRefine(checkTwice(isSameItem)))
      .check(
        z.meta({
          description: `The invoices to send, at most ${MOST_ITEMS}`,
          examples: [
            [
              {
                shipment_box_id: '642539028006412945',
                order_id: '24000123514302',
                carrier: 'CJGLS',
                invoice_number: '651200330100',
              },
            ],
          ],
        }),
      ),
  }),
})

const invoicesToCorrect = () => ({
  header: writingHeader(),
  json: z.strictObject({
    items: boundedList(z.strictObject(invoiceFields()))
      .check(z.superRefine(checkTwice(isSameItem)))
      .check(
        z.meta({
          description: `The invoices as they should be, at most ${MOST_ITEMS}`,
          examples: [
            [
              {
                shipment_box_id: '642539040006415369',
                order_id: '24000123526410',
                carrier: 'HANJIN',
                invoice_number: '651200330999',
              },
            ],
          ],
        }),
      ),
  }),
})

/** The product has no call for its carriers: this is the table of its documentation, in its order. */
const TABLE = `HYUNDAI=롯데택배|KGB=로젠택배|EPOST=우체국|HANJIN=한진택배|CJGLS=CJ대한통운|KOREX=대한통운[합병]|KDEXP=경동택배|DIRECT=업체직송
ILYANG=일양택배|CHUNIL=천일특송|AJOU=아주택배|CSLOGIS=SC로지스|DAESIN=대신택배|CVS=CVS택배|HDEXP=합동택배|DHL=DHL|UPS=UPS|FEDEX=FEDEX
REGISTPOST=우편등기|EMS=우체국 EMS|TNT=TNT|USPS=USPS|IPARCEL=i-parcel|GSMNTON=GSM NtoN|SWGEXP=성원글로벌|PANTOS=범한판토스
ACIEXPRESS=ACI Express|DAEWOON=대운글로벌|AIRBOY=에어보이익스프레스|KGLNET=KGL네트웍스|KUNYOUNG=건영택배|SLX=SLX택배|HONAM=우리택배
LINEEXPRESS=LineExpress|TWOFASTEXP=2FastsExpress|HPL=한의사랑택배|GOODSTOLUCK=굿투럭|KOREXG=CJ대한통운특|HANDEX=한덱스|BGF=BGF포스트
ECMS=ECMS익스프레스|WONDERS=원더스퀵|YONGMA=용마로지스|SEBANG=세방택배|NHLOGIS=농협택배|LOTTEGLOBAL=롯데글로벌|GSIEXPRESS=GSI익스프레스
EFS=EFS|DHLGLOBALMAIL=DHL GlobalMail|HILOGIS=Hi택배|GPSLOGIX=GPS로직|CRLX=시알로지텍|BRIDGE=브리지로지스|HOMEINNOV=홈이노베이션로지스
CWAY=씨웨이|GNETWORK=자이언트|ACEEXP=ACE Express|WEVILL=우리동네택배|FOREVERPS=퍼레버택배|WARPEX=워펙스|QXPRESS=큐익스프레스
SMARTLOGIS=스마트로지스|HOMEPICK=홈픽택배|GTSLOGIS=GTS로지스|ESTHER=에스더쉬핑|INTRAS=로토스|EUNHA=은하쉬핑|UFREIGHT=유프레이트 코리아
LSERVICE=엘서비스|TPMLOGIS=로지스밸리|ZENIELSYSTEM=제니엘시스템|ANYTRACK=애니트랙|JLOGIST=제이로지스트|CHAINLOGIS=두발히어로(4시간당일택배)
QRUN=큐런|FRESHSOLUTIONS=프레시솔루션|HIVECITY=하이브시티|HANSSEM=한샘|SFC=SFC(Santai)|JNET=J-NET|GENIEGO=지니고|PANASIA=판아시아
ELIAN=elianpost|LOTTECHILSUNG=롯데칠성|SBGLS=SBGLS|ALLTAKOREA=올타코리아|YUNDA=yunda express|VALEX=발렉스|KOKUSAI=국제익스프레스
XINPATEK=윈핸드해운항공|HEREWEGO=탱고앤고|WOONGJI=웅지익스프레스|PINGPONG=핑퐁|YDH=YDH|CARGOPLEASE=화물부탁해|LOGISPOT=로지스팟
FRESHMATES=프레시메이트|VROONG=부릉|NKLS=NK로지솔루션|DODOFLEX=도도플렉스|ETOMARS=이투마스|SHIPNERGY=배송하기좋은날|VENDORPIA=벤더피아
COSHIP=캐나다쉬핑|GDAKOREA=지디에이코리아|BABABA=바바바로지스|TEAMFRESH=팀프레시|HOME1004=1004홈|NAEUN=나은물류|ACCCARGO=acccargo
NTLPS=엔티엘피스|EKDP=삼다수가정배송|HOTSINGCARGO=허싱카고코리아|SINOEX=SINOTRANS EXPRESS|DRABBIT=딜리래빗|HOMEPICKTODAY=홈픽오늘도착
DAERIM=대림통운|LOGISPARTNER=로지스파트너|GOBOX=고박스|FASTBOX=패스트박스|PANSTAR=팬스타국제특송|ACTCORE=에이씨티앤코아물류|KJT=케이제이티
THEBAO=더바오|RUSH=오늘회러쉬|KT=kt express|IBP=ibpcorp|HY=HY|LOGISVALLEY=로지스밸리|TODAY=투데이|ONEDAYLOGIS=라스트마일시스템즈
HKHOLDINGS=에이치케이홀딩스|JIKGUMOON=직구문|CUBEFLOW=큐브플로우|SHFLY=성훈물류|GBS=지비에스|BANPOOM=반품구조대|GLOVIS=현대글로비스|ARGO=아르고
JMNP=딜리박스|SELC=삼성로지텍|MTINTER=엠티인터네셔널|GDSP=골드스넵스|TODAYPICKUP=오늘의픽업|YJSGLOBAL=yjs글로벌|DUXGLOBAL=유로택배
INTERLOGIS=인터로지스|WOOJIN=우진인터로지스|GHSPEED=지에이치스피드|WIDETECH=와이드테크|ECOHAI=에코하이|TONAMI=토나미|DAIICHI=제1화물
FUKUYAMA=후쿠야마통운|KURLYNEXTMILE=컬리넥스트마일|ARAMEX=ARAMEX|BISNZ=BISNZ|INNOS=이노스|SEORIM=서림물류|WEMOVE=위무브|POOLATHOME=풀앳홈
SPARKLE=스파클직배송|ICS=ICS|HANMI=한미포스트|CAINIAO=CAINIAO|HWATONG=화통|ESTLA=이스트라|IK=IK물류|PULMUONEWATER=풀무원샘물
TSG=티에스지로지스|OCS=ocs코리아|MDLOGIS=모든로지스|GCS=지씨에스|FTF=물류대장LCS|HUBNET=Hubnet Logistics|WINION_3P=위니온로지스
WOORIHB=우리한방택배|LETUS=레터스|JWTNL=JWTNL|JCLS=JCLS|GKGLOBAL=지케이글로벌|GONELO=고넬로|CASA=신세계까사|BRCH=비알씨에이치|HLDE=W7
MORNINGGLOBAL=모닝글로벌|DNDN=든든택배|KGBLS=KGB로지스|KGBPS=KGB택배|DONGBU=드림택배|YELLOW=옐로우캡|INNOGIS=GTX로지스|DADREAM=다드림
IQS=굿스포스트|SFEXPRESS=순풍택배|LGE=LG전자|WINION=위니온|WINION2=위니온(에어컨)`

const getCarriers = lazy((): readonly Carrier[] =>
  TABLE.split(/[|\n]/).map((entry) => {
    const [code = '', name = ''] = entry.split('=')
    return { code, name }
  }),
)

/** Without spaces, and without the word for a carrier at its end: people write 롯데 or 롯데 택배. */
const plain = (name: string) =>
  name
    .replace(/\s/g, '')
    .toLowerCase()
    .replace(/(?<=.)택배$/, '')

/** What people call a carrier in English, beside its code. */
const ENGLISH: readonly [name: string, code: string][] = [
  ['lotte', 'HYUNDAI'],
  ['cj logistics', 'CJGLS'],
  ['korea express', 'CJGLS'],
  ['logen', 'KGB'],
  ['korea post', 'EPOST'],
  ['post office', 'EPOST'],
]

/** The carriers whose code or name has a text. */
const searchCarriers = (text: string): Carrier[] => {
  const asked = plain(text)
  const codes = new Set(ENGLISH.flatMap(([name, code]) => (plain(name).includes(asked) ? [code] : [])))
  return getCarriers().filter(
    ({ code, name }) => codes.has(code) || code.toLowerCase().includes(asked) || plain(name).includes(asked),
  )
}

const carrierSearch = () => ({
  query: z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100))).check(
      z.meta({
        description: 'A part of the name or code, such as 한진 or HANJIN; all unless given',
        examples: ['한진'],
        narrows: 'amount',
      }),
    ),
  }),
})

/** The code of a carrier by its code or its name. Undefined for any other text. */
function findCarrier(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  const found =
    getCarriers().find((one) => one.code === code) ?? getCarriers().find(({ name }) => plain(name) === plain(text))
  return found?.code
}

const pathTo = (operation: 'invoices' | 'updateInvoices') => (vendorId: string) =>
  `/v2/providers/openapi/apis/api/v4/vendors/${encodeURIComponent(vendorId)}/orders/${operation}`

/** One invoice, its ids as strings of digits. */
interface Invoice extends WriteItem {
  order_id: string
  carrier: string
  invoice_number: string
  split: boolean
}

/** Advice after a refusal, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  INVALID_STATUS:
    'A box of status ACCEPT is acknowledged with shop_acknowledge_order_sheets first. The number of one that was sent is corrected with shop_correct_invoices.',
  INVALID_INVOICE_NUMBER: 'Ask for the number on the parcel: the carrier does not know this one.',
}

const CORRECTION_HINTS: Readonly<Record<string, string>> = {
  ...HINTS,
  INVALID_STATUS: 'Only the number of a box that was sent can be corrected: shop_send_invoices sends the first one.',
}

/** The time and the calls that are left for the invoices themselves, when the orders are read. In milliseconds. */
const RESERVE_MS = 5_000
const RESERVED_CALLS = 1

/** So many refusals of the account in a row end the reading. The product blocks callers that repeat errors. */
const MOST_REFUSALS = 2

/** Whether an invoice can be sent as it is. */
const isComplete = ({ vendor_item_id, split }: Invoice) => vendor_item_id !== undefined && !split

const noRoom = () =>
  new GatewayError(502, 'this request had no time or no calls left for it: send it again', { reason: 'budget' })

const NOT_SHIPPED: readonly (string | null)[] = ['ACCEPT', 'INSTRUCT', null]

/** Sends invoices, which moves boxes from INSTRUCT to DEPARTURE, or corrects those of boxes that were sent. */
async function sendInvoices(
  writer: Writer,
  invoices: readonly Invoice[],
  key: string | undefined,
  isCorrection = false,
) {
  const { connection } = writer
  const { budget, deadline, platform } = connection.upstream
  const awaitSlot = paceSeller(connection.upstream)
  let sheets = new Map<string, Promise<OrderSheet[]>>()
  /** Each order is read once before the call and once after it. */
  const readOrder = (order: string, limits?: CallLimits) => {
    const known = sheets.get(order)
    if (known) return known
    const reading = awaitSlot().then(() => fetchOrderSheets(connection, order, limits))
    sheets.set(order, reading)
    return reading
  }
  /** The orders that are read before the call. */
  let orders: ReadonlySet<string> = new Set()
  let refusals: readonly GatewayError[] = []
  /** The sheets of an order, or why it cannot be sent. The reads leave time and a call for the invoices. */
  const readBefore = async (order: string): Promise<OrderSheet[] | GatewayError> => {
    const isKnown = sheets.has(order)
    if (!isKnown) {
      const [refusal] = refusals
      if (refusal && refusals.length === MOST_REFUSALS) return refusal
      const waitMs = Number(refusal?.headers['Retry-After'] ?? 0) * 1000
      if (budget.callsLeft <= RESERVED_CALLS || deadline.leftMs - waitMs <= RESERVE_MS) return refusal ?? noRoom()
      if (waitMs > 0) await platform.sleep(waitMs)
    }
    // One order that is not answered leaves time and calls for the others.
    const limitMs = shareTime(deadline.leftMs - RESERVE_MS)
    const isOnce = budget.callsLeft - MOST_RETRIES < orders.size - sheets.size + RESERVED_CALLS
    try {
      const found = await readOrder(order, { limitMs, isOnce })
      if (!isKnown) refusals = []
      return found
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const isOfAccount = error.status < 500 && !isRefusal(error)
      if (!isKnown) refusals = isOfAccount ? [error, ...refusals] : []
      return error
    }
  }

  /** Another box of the order may have the same number, in the same parcel. What is split off has a box of its own. */
  const isSent = (sheet: OrderSheet, item: Invoice): boolean => {
    const isOwn = String(sheet.shipmentBoxId) === item.shipment_box_id
    if (!hasInvoice(sheet, item)) return false
    return isCorrection ? isOwn && hasCarrier(sheet, item) : isOwn || item.split || sheet.splitShipping === true
  }

  const write: ItemWrite<Invoice> = {
    items: invoices,
    body: invoices,
    hints: isCorrection ? CORRECTION_HINTS : HINTS,
    async prepare(results) {
      const today = getKoreanDay(platform.now())
      const lines = new Map<string, string>()
      const needsOrder = (item: Invoice) => isCorrection || !isComplete(item)
      orders = new Set(results.open.flatMap((item) => (needsOrder(item) ? item.order_id : [])))
      for (const item of results.open) {
        const order = needsOrder(item) ? await readBefore(item.order_id) : []
        if (order instanceof GatewayError) {
          results.fail([item], order, toUnsent(order))
          continue
        }
        if (order.some((sheet) => isSent(sheet, item))) {
          results.note(item, ALREADY)
          continue
        }
        const box = order.find((sheet) => String(sheet.shipmentBoxId) === item.shipment_box_id)
        const left = getOpenItems(box)
        const shipped = item.vendor_item_id === undefined ? left.map(({ id }) => id) : [item.vendor_item_id]
        if (shipped.length === 0) {
          const error = 'the order has no box with this id and an item that is left to send'
          results.note(item, { status: 'refused', error })
          continue
        }
        if (isCorrection && NOT_SHIPPED.includes(box?.status ?? null)) {
          const error = `it was not sent yet: its status is ${box?.status ?? 'unknown'}`
          results.note(item, { status: 'refused', error, hint: CORRECTION_HINTS.INVALID_STATUS })
          continue
        }
        // The rest of a split box can only be sent as a split.
        const isRest = box?.splitShipping === true
        const split = { isSplit: item.split || isRest, isPreSplit: order.some(isSplitShipped) }
        const getKey = (id: string) => `${item.shipment_box_id} ${id}`
        for (const id of shipped) lines.set(getKey(id), toLine(item, id, split))
        // The first split of a box names what is sent later as well.
        const later = item.split && !isRest ? left.filter(({ id }) => !lines.has(getKey(id))) : []
        for (const { id, plannedOn } of later) {
          const shipsOn = plannedOn !== null && plannedOn > today ? plannedOn : today
          lines.set(getKey(id), toLine(item, id, { ...split, shipsOn }))
        }
      }
      sheets = new Map()
      if (lines.size === 0) return undefined
      const vendorId = JSON.stringify(await connection.vendorId())
      const body = `{"vendorId":${vendorId},"orderSheetInvoiceApplyDtos":[${[...lines.values()].join(',')}]}`
      const path = pathTo(isCorrection ? 'updateInvoices' : 'invoices')
      return () => connection.callAsSeller({ method: 'POST', path, changes: true, body, isAnswer: hasResults })
    },
    async isChanged(item) {
      return (await readOrder(item.order_id)).some((sheet) => isSent(sheet, item))
    },
  }
  return writeItems(writer, write, key)
}

/**
 * One line of the call. Ids are numbers of up to 18 digits, which JSON.stringify cannot write.
 *
 * @param shipsOn the day on which the item is shipped, when it is not shipped with this invoice
 */
function toLine(
  { shipment_box_id, order_id, carrier, invoice_number }: Invoice,
  item: string,
  { isSplit, isPreSplit, shipsOn }: { isSplit: boolean; isPreSplit: boolean; shipsOn?: string },
) {
  const rest = JSON.stringify({
    deliveryCompanyCode: carrier,
    invoiceNumber: shipsOn === undefined ? invoice_number : '',
    splitShipping: isSplit,
    preSplitShipped: isSplit && isPreSplit,
    estimatedShippingDate: shipsOn ?? '',
  })
  return `{"shipmentBoxId":${shipment_box_id},"orderId":${order_id},"vendorItemId":${item},${rest.slice(1)}`
}

/** Whether this sheet was sent with the number of an invoice, and has its item. */
function hasInvoice(sheet: OrderSheet, { invoice_number, vendor_item_id }: Invoice): boolean {
  if (NOT_SHIPPED.includes(sheet.status) || sheet.invoiceNumber !== invoice_number) return false
  return vendor_item_id === undefined || itemIds(sheet).includes(vendor_item_id)
}

/** Whether a sheet names the carrier of an invoice. Where its name is not known, its number decides. */
const hasCarrier = ({ deliveryCompanyName }: OrderSheet, { carrier }: Invoice): boolean => {
  const found = findCarrier(text(deliveryCompanyName) ?? '')
  return found === undefined || found === carrier
}

const isSplitShipped = ({ status, splitShipping }: OrderSheet) =>
  splitShipping === true && !NOT_SHIPPED.includes(status)

const itemIds = ({ orderItems }: OrderSheet) => readItems(orderItems, (item) => identifier(at(item, 'vendorItemId')))

/** The items of a box that are neither cancelled nor being cancelled, and when the product expects them to be shipped. */
function getOpenItems(box: OrderSheet | undefined): { id: string; plannedOn: string | null }[] {
  return readItems(box?.orderItems, (item) => {
    const id = identifier(at(item, 'vendorItemId'))
    const counted = (name: string) => count(at(item, name)) ?? 0
    const left = counted('shippingCount') - counted('cancelCount') - counted('holdCountForCancel')
    if (id === null || at(item, 'canceled') === true || left <= 0) return undefined
    const [plannedOn = null] = /^\d{4}-\d\d-\d\d/.exec(text(at(item, 'estimatedShippingDate')) ?? '') ?? []
    return { id, plannedOn }
  })
}

export const invoiceRoutes = new Hono<AppEnv>()
  .get(
    '/shop/carriers',
    read('shop_list_carriers', {
      summary: 'The codes of the carriers, for invoices',
      description:
        '`q` searches by name. CJ Logistics is CJGLS, Lotte is HYUNDAI, Hanjin is HANJIN, the post office is EPOST, Logen is KGB.',
      ko: '택배사 코드 목록',
      search:
        'which carriers are there, delivery companies, code of a courier, what is the code of Hanjin, Lotte or CJ, what do I write for the parcel service, 택배사 코드, 택배사 뭐 있, 택배 회사 목록, 한진 코드, 로젠 코드, 대한통운 코드, 배송업체 목록',
      title: 'Get carriers',
      tool: {
        account: null,
      },
      input: carrierSearch,
      handle: async (c) => {
        const { q } = c.req.valid('query')
        return success(q === undefined ? [...getCarriers()] : searchCarriers(q))
      },
    }),
  )
  .post(
    '/shop/ordersheets/invoices',
    write('shop_send_invoices', {
      summary: 'Send the invoice numbers of boxes: they are on their way',
      description:
        'Moves boxes from INSTRUCT to DEPARTURE, at most 50. Each is reported as done, already, or refused with the reason; all refused is 400. Without vendor_item_id all items of the box get the number. 409: the same Idempotency-Key is still at work.',
      ko: '송장 등록(배송지시)',
      title: 'Send invoice numbers',
      wanted: 3,
      search:
        'tracking for the order is, ship the orders, enter the tracking numbers, the parcels went out, mark as shipped, it is on its way, upload the waybill numbers, dispatched with Hanjin, boxes handed to the courier, 송장 입력, 송장 번호 넣어, 운송장 등록, 발송 처리, 배송 처리, 택배 보냈, 출고 처리, 송장 올려, 부쳤으니 등록, 배송 시작, 한진으로 보냈, 대한통운으로 보냈',
      tool: {
        account: 'shop-seller',
      },
      effect: 'message',
      idempotent: true,
      input: invoicesToSend,
      handle: async (c) => {
        const writer = { state: c.get('state'), connection: connect(c) }
        const { items } = c.req.valid('json')
        return sendInvoices(writer, items, c.req.valid('header')['Idempotency-Key'])
      },
      access: pro,
    }),
  )
  .put(
    '/shop/ordersheets/invoices',
    write('shop_correct_invoices', {
      summary: 'Correct the invoice numbers of boxes that were sent',
      description:
        'Of boxes from DEPARTURE on, at most 50; they go back to DEPARTURE. Each is reported as done, already, or refused with the reason; all refused is 400. Without vendor_item_id all items of the box get the number. 409: the same Idempotency-Key is still at work.',
      ko: '송장 수정',
      title: 'Correct invoice numbers',
      search:
        'wrong tracking number, fix the waybill, change the invoice number, typo in the tracking number, another carrier than we said, correct the parcel number, edit the tracking, 송장 수정, 송장 번호 잘못, 운송장 고쳐, 송장 바꿔, 송장 정정, 택배사 잘못, 송장 오타, 송장번호 변경',
      tool: {
        account: 'shop-seller',
      },
      effect: 'message',
      idempotent: true,
      input: invoicesToCorrect,
      handle: async (c) => {
        const writer = { state: c.get('state'), connection: connect(c) }
        const items = c.req.valid('json').items.map((item) => ({ ...item, split: false }))
        return sendInvoices(writer, items, c.req.valid('header')['Idempotency-Key'], true)
      },
      access: pro,
    }),
  )
