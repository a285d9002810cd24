export { type Client, type ClientOptions, createClient, type Listings } from './client.ts'
export { LatchkeyError } from './error.ts'
export type { components, operations, paths } from './generated/openapi.ts'
export { type Delivery, verifyWebhook } from './webhook.ts'
