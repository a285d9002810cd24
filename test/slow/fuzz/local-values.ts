import { PRODUCTS } from '../../../src/base/groups.ts'
import * as paySsam from '../../simulators/payment/index.ts'
import { WING_ID } from '../../simulators/shop/seller/cancels.ts'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import {
  blockId,
  DATA_SOURCES,
  DATABASES,
  EMAILS,
  NOTION_SESSIONS,
  NOTION_TOKENS,
  PAGES,
  projectId,
  USERS,
  viewId,
  WORKSPACES,
} from '../../simulators/workspace/index.ts'
import type { Known } from './known.ts'

const space = { 'X-Workspace-Space-ID': WORKSPACES.haneul, 'X-Workspace-User-ID': USERS.jiwoo }

/** With hyphens, because bill ids start with the plain business number. */
export const hyphened = { PAYMENT_BUSINESS_NUMBER: paySsam.BUSINESS_NUMBER.replace(/(...)(..)(.....)/, '$1-$2-$3') }

/** The account headers of the simulated products, sent with each request. */
export const accounts: readonly Readonly<Record<string, string>>[] = [
  { 'X-Workspace-Token': NOTION_TOKENS.full },
  { 'X-Workspace-Token': NOTION_TOKENS.full },
  { 'X-Workspace-Token': NOTION_TOKENS.readOnly },
  { 'X-Workspace-Token': NOTION_SESSIONS.owner, ...space },
  { 'X-Payment-Mode': 'true' },
  { 'X-Payment-Mode': 'true' },
  {
    'X-Payment-Host': 'erp-api.payssam.kr',
    'X-Payment-Api-Key': paySsam.API_KEY,
    'X-Payment-Member-ID': paySsam.MEMBER_ID,
    'X-Payment-Merchant-ID': paySsam.MERCHANT_ID,
    'X-Payment-Business-Number': hyphened.PAYMENT_BUSINESS_NUMBER,
  },
]

/** Values of the simulated products that no listing contains. */
export const known: Known = {
  account: PRODUCTS,
  'X-Account': PRODUCTS,
  block_id: [2, 4, 9].map(blockId),
  bill_id: [paySsam.PAID_BILL, paySsam.LARGEST_BILL, paySsam.WAITING_BILL, paySsam.CANCELLED_BILL],
  callback_url: ['https://academy.example/payments'],
  column: ['Hours', 'Won', 'Due', 'Stage'],
  createdAtFrom: ['2026-11-20', '2026-11-01', '2026-11-21T08:00'],
  createdAtTo: ['2026-11-21', '2026-11-22', '2026-11-21T09:30'],
  customer: [paySsam.AUTOPAY_CUSTOMER],
  data_source_id: [DATA_SOURCES.projects, DATA_SOURCES.tasks, DATA_SOURCES.leads2026, DATA_SOURCES.salaries],
  database_id: [DATABASES.projects, DATABASES.tasks, DATABASES.leads],
  displayCategoryCode: [0, 51000],
  email: [EMAILS.outsider, EMAILS.minjun, 'new@baram.example'],
  eventTypes: ['note.ended'],
  exchange_id: ['100000170', '100000212'],
  filter_properties: ['Name', 'Stage'],
  'Idempotency-Key': ['fuzz-1', 'fuzz-2', 'fuzz-3'],
  include: ['transcript', 'summary,share', 'transcript,summary,share,audio_url', 'audio_url'],
  key: ['Stage', 'Budget', 'Name', 'created_time', 'None such'],
  inquiry_id: ['301000001', '301000004', '301000003'],
  month: ['2026-10', '2026-11'],
  operator: ['=', 'contains', 'is_empty', '>', 'after'],
  page_id: [1, 2, 3, 4, 5].map(projectId),
  pageSize: [10, 20],
  phone: ['010-1234-5678', '+82 10 1234 5678'],
  parent_page_id: [PAGES.handbook, PAGES.onboarding, projectId(1)],
  price: [33_000, 150_000, 9_900],
  property: ['Name', 'Stage', 'Budget'],
  receipt_id: ['365001000', '365001013', '365001234'],
  seller_product_id: ['15201234501', '15201234505'],
  template: ['AUTO-SELECT'],
  vendor_item_id: ['85071234501', '85071234601'],
  view_id: [1, 2].map(viewId),
  video_id: Object.values(VIDEO_IDS),
  video_url: Object.values(VIDEO_IDS).map((id) => `https://youtu.be/${id}`),
  year: [2025, 2026],
}

/** Bodies whose fields must fit together. */
export const bodies = {
  payment_cancel_bill: [{ bill_id: paySsam.PAID_BILL, price: 150_000 }],
  payment_destroy_bill: [{ bill_id: paySsam.WAITING_BILL, price: 33_000 }],
  payment_request_bills: [
    {
      bills: ['Hong Gildong', 'Kim Hana'].map((member_nm) => ({
        ...{ product_nm: 'Lessons', member_nm, phone: '010-1234-5678', price: 9_900, expire_dt: '2030-12-31' },
      })),
      callback_url: 'https://academy.example/payments',
    },
  ],
  payment_resend_bill: [{ bill_ids: [paySsam.WAITING_BILL, paySsam.PAID_BILL] }, { bill_id: paySsam.WAITING_BILL }],
  shop_cancel_sale: [
    {
      ...{ order_id: '24000123456789', reason: 'out_of_stock', wing_id: WING_ID },
      items: [{ vendor_item_id: '85071234501', quantity: 1 }],
    },
  ],
  shop_reply_to_inquiry: [{ content: '내일 발송됩니다.', wing_id: 'haneul_shop' }],
  shop_list_order_sheets: [{ createdAtFrom: '2026-11-20', createdAtTo: '2026-11-21', status: 'ACCEPT' }],
}
