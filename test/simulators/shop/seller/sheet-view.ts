import { koreanTime } from '../../korean-time.ts'
import { bare } from '../answers.ts'
import type { OrderSheet, SheetLine } from './sheet.ts'

const CARRIER_NAMES: Record<string, string> = {
  CJGLS: 'CJ 대한통운',
  HYUNDAI: '롯데택배',
  HANJIN: '한진택배',
  EPOST: '우체국택배',
  KGB: '로젠택배',
  KDEXP: '경동택배',
  DIRECT: '업체직송',
}

/** Amounts and moments as each version writes them (facts 2.4). */
const FORMS = {
  v5: {
    money: (won: number | null) => (won === null ? null : { currencyCode: 'KRW', units: won, nanos: 0 }),
    moment: (epochMs: number) => `${koreanTime(epochMs)}+09:00`,
  },
  v4: { money: (won: number | null) => won, moment: (epochMs: number) => koreanTime(epochMs).slice(0, 19) },
}

export function sheetView(sheet: OrderSheet, version: keyof typeof FORMS): object {
  const { money, moment } = FORMS[version]
  const shipped = sheet.status !== 'ACCEPT' && sheet.status !== 'INSTRUCT'
  return {
    shipmentBoxId: bare(sheet.shipmentBoxId),
    orderId: sheet.orderId,
    orderedAt: moment(sheet.orderedAt),
    paidAt: moment(sheet.orderedAt + 4000),
    status: sheet.status,
    orderer: { name: sheet.buyer, email: '', safeNumber: '0502-1234-5678', ordererNumber: null },
    receiver: {
      name: sheet.buyer,
      safeNumber: '0502-1234-5678',
      receiverNumber: null,
      addr1: sheet.address,
      addr2: '101동 1203호',
      postCode: sheet.postCode,
    },
    shippingPrice: money(sheet.shippingPrice),
    remotePrice: money(null),
    remoteArea: false,
    splitShipping: sheet.splitShipping,
    ableSplitShipping: sheet.lines.length > 1,
    ...(sheet.note !== null && { parcelPrintMessage: sheet.note }),
    orderItems: sheet.lines.map((line) => lineView(line, sheet, FORMS[version])),
    overseaShippingInfoDto: { personalCustomsClearanceCode: '', ordererSsn: '', ordererPhoneNumber: '' },
    deliveryCompanyName: shipped ? (CARRIER_NAMES[sheet.carrier] ?? sheet.carrier) : '',
    invoiceNumber: sheet.invoiceNumber,
    inTrasitDateTime: shipped ? moment(sheet.orderedAt + 86_400_000) : '',
    deliveredDate: sheet.status === 'FINAL_DELIVERY' ? moment(sheet.orderedAt + 2 * 86_400_000) : '',
    refer: '안드로이드앱',
    ...{ shipmentType: 'THIRD_PARTY', isCod: false, extraProperties: {} },
  }
}

function lineView(line: SheetLine, sheet: OrderSheet, { money, moment }: (typeof FORMS)[keyof typeof FORMS]) {
  return {
    vendorItemPackageId: 0,
    vendorItemPackageName: line.sellerProductName,
    productId: line.productId,
    vendorItemId: line.vendorItemId,
    vendorItemName: `${line.sellerProductName}, ${line.option}`,
    shippingCount: line.count,
    salesPrice: money(line.salesPrice),
    orderPrice: money(line.salesPrice * line.count),
    discountPrice: money(line.couponDiscount === 0 ? null : line.couponDiscount),
    instantCouponDiscount: money(line.couponDiscount),
    downloadableCouponDiscount: money(0),
    coupangDiscount: money(0),
    externalVendorSkuCode: '',
    etcInfoHeader: null,
    etcInfoValue: null,
    etcInfoValues: null,
    sellerProductId: line.sellerProductId,
    sellerProductName: line.sellerProductName,
    sellerProductItemName: line.option,
    firstSellerProductItemName: line.option,
    cancelCount: line.cancelCount,
    holdCountForCancel: line.holdCount,
    estimatedShippingDate: moment(sheet.orderedAt + 86_400_000).slice(0, 10),
    plannedShippingDate: line.plannedOn,
    invoiceNumberUploadDate: sheet.invoiceNumber && moment(sheet.orderedAt + 43_200_000),
    extraProperties: {},
    pricingBadge: false,
    usedProduct: false,
    confirmDate: '',
    deliveryChargeTypeName: sheet.shippingPrice ? '유료' : '무료',
    upBundleItem: false,
    upBundleSize: null,
    upBundleVendorItemId: null,
    upBundleVendorItemName: null,
    canceled: line.cancelCount === line.count,
  }
}
