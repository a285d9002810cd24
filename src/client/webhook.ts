import { Webhook } from 'standardwebhooks'
import type { webhooks } from './generated/openapi.ts'

/** The body of a delivery: an event, by its type. */
export type Delivery = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json']
}[keyof webhooks]

/**
 * Verifies a delivery (Standard Webhooks) and returns its event. Throws when the signature does not fit, or is older than
 * five minutes.
 *
 * @param body the body as it was received, before anything parses it
 * @param headers of the delivery, with names in lower case
 * @param secret `whsec_...` of the subscription
 */
export const verifyWebhook = (body: string, headers: Headers | Record<string, string>, secret: string): Delivery =>
  // The signature proves that the gateway wrote it.
  new Webhook(secret).verify(body, headers instanceof Headers ? Object.fromEntries(headers) : headers) as Delivery
