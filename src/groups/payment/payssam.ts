import { failed } from '../../accounts/outcome.ts'
import { badGateway, GatewayError } from '../../gateway/errors.ts'
import type { Ending } from '../../ledger/ledger.ts'
import { type Product, send } from '../../upstream/client.ts'
import { forgetCredentials } from '../../upstream/credentials.ts'
import { failureOf, isHtml, unreadable } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import type { Connection } from './connection.ts'
import type { Generation, ProductCall } from './generation.ts'
import { type ApiVersion, productHost } from './hosts.ts'
import type { BillResult } from './result-fields.ts'
import { v1 } from './v1.ts'
import { v2 } from './v2.ts'
import { outcomeUnknown, verdictOf } from './verdict.ts'

/** The product behind the payment group: PaySsam, in both generations of its API (payment facts). */
const payssam: Product = { group: 'payment', hosts: (host) => productHost(host) !== undefined }

const GENERATIONS: Readonly<Record<ApiVersion, Generation>> = { v1, v2 }

export const generationOf = ({ apiVersion }: Connection): Generation => GENERATIONS[apiVersion]

/** What the product said: that it has done the work, that it has not, or nothing that decides. */
type Said = { result: BillResult } | { refusal: GatewayError } | { unclear: string }

/** The one place that sends. Throws 502 or 504 where no answer came. */
async function ask(
  outgoing: Outgoing,
  connection: Connection,
  { path, body }: ProductCall,
  reads: boolean,
): Promise<Said> {
  const { baseUrl, apiKey, memberId, merchantId } = connection
  for (const secret of [apiKey, memberId, merchantId]) outgoing.secrets.add(secret)
  const answer = await send(outgoing, payssam, {
    method: 'POST',
    url: new URL(baseUrl + path),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    reads,
  })
  const said = generationOf(connection).readAnswer(answer.text)
  const verdict = verdictOf(answer.status, said)
  if (verdict.kind === 'done') return { result: verdict.result }
  if (verdict.kind === 'unknown') return { unclear: verdict.message }
  const failure =
    verdict.kind === 'refused'
      ? new GatewayError(verdict.status, verdict.message)
      : answer.status < 300 && !isHtml(answer)
        ? unreadable('payment')
        : failureOf(outgoing, 'payment', answer, said?.message)
  if (failure.status === 401) forgetCredentials(outgoing.settings, 'payment')
  return failure.status < 500 ? { refusal: failure } : { unclear: failure.message }
}

/** What the product knows of a bill. */
export async function readBill(outgoing: Outgoing, connection: Connection, bill_id: string): Promise<BillResult> {
  const said = await ask(outgoing, connection, await generationOf(connection).read(connection, { bill_id }), true)
  if ('result' in said) return { bill_id, ...said.result }
  throw 'refusal' in said ? said.refusal : badGateway(said.unclear)
}

/**
 * Has the product change something, by one call that is never repeated.
 *
 * @param billId the bill to read should the answer be lost; undefined where no bill tells
 * @throws where nothing happened, so that the same may be sent later: the gateway sent nothing, or the product had too
 *   many requests to look at this one
 */
export async function changeBill(
  outgoing: Outgoing,
  connection: Connection,
  call: ProductCall,
  billId: string | undefined,
): Promise<Ending> {
  const unknown = (status: 502 | 504, why: string): Ending => ({
    state: 'unknown',
    answer: failed(outcomeUnknown(status, why, billId)),
  })
  const calls = outgoing.calls
  let said: Said
  try {
    said = await ask(outgoing, connection, call, false)
  } catch (error) {
    if (outgoing.calls === calls || !(error instanceof GatewayError)) throw error
    return unknown(error.status === 504 ? 504 : 502, error.message)
  }
  if ('unclear' in said) return unknown(502, said.unclear)
  if ('result' in said) return { state: 'done', answer: { ok: true, value: { ...named(billId), ...said.result } } }
  if (said.refusal.status === 429) throw said.refusal
  return { state: 'done', answer: failed(said.refusal) }
}

/** The id of the bill, which the caller may not know yet. */
const named = (bill_id: string | undefined): BillResult => (bill_id === undefined ? {} : { bill_id })
