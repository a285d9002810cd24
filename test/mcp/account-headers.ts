import type { Overrides } from '../support/gateway.ts'

/** The headers that open the tools of the workspace and of payment. */
export const WORKSPACE = { 'X-Workspace-Token': 'ntn_test' }
export const SESSION = {
  'X-Workspace-Token': 'test-session',
  'X-Workspace-Space-ID': '2f1c0de0-0001-4000-8000-000000000001',
  'X-Workspace-User-ID': '2f1c0de0-0002-4000-8000-000000000001',
}
export const STORED = { 'X-Payment-Mode': 'true' }
export const OWN = {
  'X-Payment-Host': 'erp-api.payssam.kr',
  'X-Payment-Api-Key': 'test-payment-key',
  'X-Payment-Member-ID': 'test-member',
  'X-Payment-Merchant-ID': 'test-merchant',
  'X-Payment-Business-Number': '1112233333',
}
export const EVERY_HEADER = { ...SESSION, ...STORED, ...OWN }

/** Every account that a deployment stores, and the setting that some tools need. */
export const CONNECTED: Overrides = {
  RECORDER_TOKEN: 'a',
  NOTES_TOKEN: 'a',
  NOTES_PLATFORM_URL: 'https://relay.example.test',
  WORKSPACE_TOKEN: 'ntn_a',
  SOCIAL_TOKEN: 'a',
  SHOP_VENDOR_ID: 'a',
  SHOP_ACCESS_KEY: 'a',
  SHOP_SECRET_KEY: 'a',
  SHOP_SESSION: 'a',
  PAYMENT_HOST: 'a',
  PAYMENT_API_KEY: 'a',
  PAYMENT_MEMBER_ID: 'a',
  PAYMENT_MERCHANT_ID: 'a',
  PAYMENT_BUSINESS_NUMBER: 'a',
}
