import { koreanTime } from '../../korean-time.ts'
import { bare } from '../answers.ts'
import type { SellerSwitches } from './switches.ts'

export type ClaimStatus = 'RU' | 'UC' | 'CC' | 'PR' | 'CANCEL'

/** A return, or a cancellation of what was only paid. */
export interface Claim {
  receiptId: number
  orderId: number
  shipmentBoxId: string
  status: ClaimStatus
  /** epoch ms */
  createdAt: number
  requester: string
  reason: string
  product: string
  vendorItemId: number
  count: number
  invoiceNumber: string
  /** Won that the customer enclosed. */
  enclosed: number
  /** Won of the shipping: positive for the seller, negative for the customer. */
  charge: number
  /** Whether the customer is refunded as soon as the goods are in. */
  isFast?: boolean
  /** Whether the goods came in, and the approval is missing. */
  isReceived?: boolean
  /** The invoice of goods that were sent before the cancellation came. */
  sentAs?: string
}

const RECEIPT_STATUSES: Record<ClaimStatus, string> = {
  RU: 'RELEASE_STOP_UNCHECKED',
  UC: 'RETURNS_UNCHECKED',
  CC: 'RETURNS_COMPLETED',
  PR: 'REQUEST_COUPANG_CHECK',
  CANCEL: 'RETURNS_COMPLETED',
}

/** The forms of a time, the offset that of the documentation's sample. */
const TIMES: Record<SellerSwitches['claimTimes'], (time: number) => string> = {
  local: (time) => koreanTime(time).slice(0, 19),
  space: (time) => koreanTime(time).slice(0, 19).replace('T', ' '),
  offset: (time) => `${new Date(time - 8 * 3_600_000).toISOString().slice(0, 19)}.973885-08:00`,
}

/** As the list of returns gives it (facts 2.6). */
export const claimView = (claim: Claim, { claimTimes }: SellerSwitches) => ({
  receiptId: claim.receiptId,
  orderId: claim.orderId,
  paymentId: claim.orderId + 7,
  receiptType: claim.status === 'CANCEL' ? 'CANCEL' : 'RETURN',
  receiptStatus: claim.isReceived ? 'VENDOR_WAREHOUSE_CONFIRM' : RECEIPT_STATUSES[claim.status],
  createdAt: TIMES[claimTimes](claim.createdAt),
  modifiedAt: TIMES[claimTimes](claim.createdAt + 60_000),
  requesterName: claim.requester,
  requesterPhoneNumber: '0503-****-3560',
  requesterRealPhoneNumber: null,
  requesterAddress: '서울특별시 마포구 월드컵북로 21',
  requesterAddressDetail: '101동 1203호',
  requesterZipCode: '03993',
  cancelReasonCategory1: '고객변심',
  cancelReasonCategory2: '단순변심(사유없음)',
  cancelReason: claim.reason,
  cancelCountSum: claim.count,
  returnDeliveryId: claim.receiptId + 11,
  returnDeliveryType: '연동택배',
  releaseStopStatus: claim.sentAs ? '처리(이미출고)' : claim.status === 'RU' ? '미처리' : '비대상',
  enclosePrice: { currencyCode: 'KRW', units: claim.enclosed, nanos: 0 },
  returnShippingCharge: { currencyCode: 'KRW', units: claim.charge, nanos: 0 },
  faultByType: 'CUSTOMER',
  preRefund: claim.isFast === true,
  completeConfirmType: claim.status === 'CC' ? 'VENDOR_CONFIRM' : 'UNDEFINED',
  completeConfirmDate: claim.status === 'CC' ? TIMES[claimTimes](claim.createdAt + 120_000) : '',
  reasonCode: 'CHANGEMIND',
  reasonCodeText: '필요 없어짐 (단순 변심)',
  returnItems: [
    {
      vendorItemPackageId: 0,
      vendorItemPackageName: claim.product,
      vendorItemId: claim.vendorItemId,
      vendorItemName: `${claim.product}, 5kg`,
      purchaseCount: claim.count,
      cancelCount: claim.count,
      shipmentBoxId: bare(claim.shipmentBoxId),
      sellerProductId: 15201234501,
      sellerProductName: claim.product,
      releaseStatus: claim.sentAs ? 'A' : claim.status === 'RU' ? 'N' : 'Y',
    },
  ],
  returnDeliveryDtos: [{ deliveryCompanyCode: 'CJGLS', deliveryInvoiceNo: claim.invoiceNumber }],
})

export interface Exchange {
  exchangeId: number
  orderId: number
  shipmentBoxId: string
  status: 'RECEIPT' | 'PROGRESS' | 'SUCCESS' | 'REJECT' | 'CANCEL'
  /** epoch ms */
  createdAt: number
  product: string
  /** The box with which the other item goes out, once it has one. */
  newBoxId: string | null
}

/** As the list of exchanges gives it (facts 2.6). */
export const exchangeView = (exchange: Exchange, { claimTimes }: SellerSwitches) => ({
  exchangeId: exchange.exchangeId,
  orderId: exchange.orderId,
  vendorId: 'A00012345',
  orderDeliveryStatusCode: 'FINAL_DELIVERY',
  exchangeStatus: exchange.status,
  referType: 'WEB_MOBILE',
  faultType: 'VENDOR',
  exchangeAmount: '0',
  reason: null,
  reasonCode: 'DEFECT',
  reasonCodeText: '상품이 파손되어 배송됨',
  reasonEtcDetail: '',
  cancelReason: null,
  createdByType: 'CUSTOMER',
  createdAt: TIMES[claimTimes](exchange.createdAt),
  modifiedByType: 'TRACKING',
  modifiedAt: TIMES[claimTimes](exchange.createdAt + 3_600_000),
  exchangeItemDtoV1s: [
    {
      exchangeItemId: exchange.exchangeId + 3,
      orderItemId: 85071234501,
      orderItemUnitPrice: 15900,
      orderItemName: exchange.product,
      orderPackageId: 0,
      orderPackageName: '',
      targetItemId: 85071234502,
      targetItemUnitPrice: 15900,
      targetItemName: `${exchange.product}, 그레이`,
      targetPackageId: 0,
      targetPackageName: '',
      quantity: 1,
      orderItemDeliveryComplete: true,
      orderItemReturnComplete: false,
      targetItemDeliveryComplete: false,
      createdAt: TIMES[claimTimes](exchange.createdAt),
      modifiedAt: TIMES[claimTimes](exchange.createdAt),
      originalShipmentBoxId: bare(exchange.shipmentBoxId),
    },
  ],
  exchangeAddressDtoV1: {
    exchangeAddressId: exchange.exchangeId + 5,
    returnCustomerName: '이*진',
    returnAddressZipCode: '48059',
    returnAddress: '부산광역시 해운대구 센텀중앙로 48',
    returnAddressDetail: '2층',
    returnPhone: null,
    returnMobile: '0502-1234-5678',
    returnMemo: null,
    deliveryCustomerName: '이*진',
    deliveryAddressZipCode: '48059',
    deliveryAddress: '부산광역시 해운대구 센텀중앙로 48',
    deliveryAddressDetail: '2층',
    deliveryPhone: null,
    deliveryMobile: '0502-1234-5678',
    deliveryMemo: null,
  },
  deliveryInvoiceGroupDtos: exchange.newBoxId
    ? [{ shipmentBoxId: bare(exchange.newBoxId), boxPrice: 0, orderId: exchange.orderId, deliveryInvoiceDtos: [] }]
    : [],
  deliveryStatus: 'BeforeDelivery',
  collectStatus: exchange.newBoxId ? 'CompleteCollect' : 'BeforeDirection',
  collectCompleteDate: '',
  successable: false,
  rejectable: true,
  deliveryInvoiceModifiable: false,
})
