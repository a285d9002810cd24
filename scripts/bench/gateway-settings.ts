import type { RequestOptions } from './client.ts'
import type { Upstream } from './start-upstream.ts'

export const KEY = 'bench-key'
export const ADMIN_KEY = 'bench-admin-key-that-is-long-enough'

/** A data source of the benchmark's workspace, with this many rows. */
export const dataSource = (rows: number) => `0c1d2e3f-4a5b-4c6d-8e7f-${String(rows).padStart(12, '0')}`

/** The settings of a gateway in front of the benchmark's products. */
export const settingsBefore = ({ origin }: Upstream) => ({
  API_KEY: KEY,
  LICENCE: 'pro',
  RECORDER_TOKEN: 'bench-user-token',
  RECORDER_API_URL: origin,
  WORKSPACE_API_URL: origin,
  SHOP_CONSUMER_URL: origin,
  SHOP_SESSION: 'session=bench-session',
  NOTES_TOKEN: 'bench-notes-token',
  NOTES_API_URL: origin,
  SOCIAL_TOKEN: 'bench-social-token',
  SOCIAL_API_URL: origin,
  VIDEO_API_KEY: 'bench-video-key',
  VIDEO_DATA_URL: origin,
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: 'bench-payment-key',
  PAYMENT_MEMBER_ID: 'bench-member',
  PAYMENT_MERCHANT_ID: 'bench-merchant',
  PAYMENT_BUSINESS_NUMBER: '1234567890',
  ADMIN_KEY,
  CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64'),
  SHOP_SELLER_URL: origin,
  SHOP_VENDOR_ID: 'A00012345',
  SHOP_ACCESS_KEY: 'bench-access-key',
  SHOP_SECRET_KEY: 'bench-secret-key',
})

export const keyed: RequestOptions = { headers: { 'X-API-KEY': KEY } }

/** A POST with the API key and the group's headers. */
export const posted = (body: unknown, headers: Readonly<Record<string, string>> = {}): RequestOptions => ({
  method: 'POST',
  headers: { 'X-API-KEY': KEY, 'X-Workspace-Token': 'ntn_bench', 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
