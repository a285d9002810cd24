import {
  API_KEY,
  AUTOPAY_CUSTOMER,
  createPaySsam,
  MEMBER_ID,
  MERCHANT_ID,
  PAID_BILL,
  WAITING_BILL,
} from '../simulators/payment/index.ts'
import type { GroupContract, Row } from './contract.ts'

const account = {
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  // With hyphens, so that no bill id contains it.
  PAYMENT_BUSINESS_NUMBER: '111-22-33333',
}

/** A request whose answer was lost looks whether the bill exists. */
const readsBill: Row['asks'] = ({ url }) => url.pathname.endsWith('/read')

const stored = (path: string, body: Record<string, unknown>, more: Partial<Row> = {}): Row => ({
  path: `/api/v1/payment/${path}`,
  tier: 'pro or payment',
  headers: { 'X-Payment-Mode': 'true' },
  body,
  ...more,
})

const newBill = {
  product_nm: 'Workbook',
  member_nm: 'Hong Gildong',
  phone: '010-1234-5678',
  price: 33000,
  expire_dt: '2026-12-31',
}
const bill = { ...newBill, callback_url: 'https://academy.example/payments' }

export const payment: GroupContract = {
  group: 'payment',
  simulate: (clock) => createPaySsam({ clock }),
  connected: account,
  rejected: { settings: { ...account, PAYMENT_API_KEY: 'test-wrong-key' } },
  failure: (error) => ({ success: false, error }),
  verdicts: { code: 'whether the call succeeded', bill_id: 'which bill the answer is about' },
  success: ({ success, error }) => success === true && error === '',
  roundTrips: {
    payment_list_bills: ['0/0', '0/0'],
    // The second one is refused, and reading the bill shows why.
    payment_destroy_bill: ['1/1', '2/2'],
    payment_format_phone_number: ['0/0', '0/0'],
  },
  objectCalls: {
    payment_request_bill: ['claimRecentBill', 'beginBill', 'noteBill'],
    payment_request_bills: ['claimRecentBill', 'beginBill', 'noteBill'],
    payment_request_autopay: ['claimRecentBill', 'beginBill', 'noteBill'],
    payment_read_bill: ['noteBill'],
    payment_list_bills: ['bills.list'],
    payment_get_bill: ['noteBill', 'bills.find'],
  },
  rows: {
    payment_cancel_bill: stored(
      'cancel',
      { bill_id: PAID_BILL, price: 150_000 },
      {
        again: { status: 400, why: 'the bill is cancelled' },
      },
    ),
    payment_request_bill: stored('request', bill, { asks: readsBill }),
    payment_request_bills: stored('requests', { bills: [newBill] }, { asks: readsBill }),
    payment_read_bill: stored('read', { bill_id: PAID_BILL }),
    payment_list_bills: {
      path: '/api/v1/payment/bills',
      tier: 'pro or payment',
      empty: ['bills'],
      noUpstream: 'the bills are stored by the gateway',
    },
    payment_get_bill: {
      path: `/api/v1/payment/bills/${WAITING_BILL}`,
      tier: 'pro or payment',
      follows: { 'result.state': 'appr_state of the bill' },
    },
    payment_destroy_bill: stored(
      'destroy',
      { bill_id: WAITING_BILL, price: 33_000 },
      {
        again: { status: 409, why: 'the bill is destroyed' },
      },
    ),
    payment_resend_bill: stored(
      'resend',
      { bill_ids: [WAITING_BILL] },
      { variants: { 'of one bill': { body: { bill_id: WAITING_BILL } } } },
    ),
    payment_manage_autopay: stored('autopay/manage', { customer: AUTOPAY_CUSTOMER }),
    payment_request_autopay: stored(
      'autopay/request',
      { customer: AUTOPAY_CUSTOMER, product_nm: 'Subscription', price: 9_900 },
      { asks: readsBill },
    ),
    payment_get_points: {
      path: '/api/v1/payment/points',
      tier: 'pro or payment',
      verdicts: { remain_count: 'how many points are left' },
    },
    payment_format_phone_number: {
      path: '/api/v1/payment/format-phone-number',
      tier: 'open',
      body: { phone: '+82 10 1234 5678' },
      noUpstream: 'the gateway knows every Korean form itself',
      maxBody: 1024,
      missing: null,
      rejected: null,
    },
  },
}
