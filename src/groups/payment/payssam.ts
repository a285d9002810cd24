import { type Product, send } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache } from '../../upstream/credentials.ts'
import { type ApiVersion, isPaymentHost } from '../hosts.ts'
import type { PaymentAccount } from './account.ts'
import type { CallOptions, Generation, ProductCall } from './api-version.ts'
import { type ProductOutcome, productOutcome } from './product-outcome.ts'
import { readAnswer } from './read-answer.ts'
import { v1 } from './v1.ts'
import { v2 } from './v2.ts'

/** The product behind the payment group: PaySsam, in both versions of its API. */
const payssam: Product = { group: 'payment', hosts: isPaymentHost, relayedAs: 'payment' }

const GENERATIONS: Readonly<Record<ApiVersion, Generation>> = { v1, v2 }

/** How calls for this account are formatted. */
export const getGeneration = ({ apiVersion }: PaymentAccount): Generation => GENERATIONS[apiVersion]

/** The only function that sends. Throws 502 or 504 when there is no response. */
export async function callPayssam(
  upstream: UpstreamContext,
  account: PaymentAccount,
  { path, body }: ProductCall,
  options: CallOptions,
): Promise<ProductOutcome> {
  const { baseUrl, apiKey, memberId, merchantId } = account
  for (const secret of [apiKey, memberId, merchantId]) upstream.redactor.add(secret)
  const answer = await send(upstream, payssam, {
    method: 'POST',
    url: new URL(baseUrl + path),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    reads: options.reads,
  })
  const outcome = productOutcome(upstream, answer, readAnswer(answer.text), options)
  if ('refusal' in outcome && outcome.refusal.status === 401) clearCredentialCache(upstream.settings, 'payment')
  return outcome
}
