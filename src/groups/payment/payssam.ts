import { GatewayError, timedOut } from '../../base/errors.ts'
import type { Ending } from '../../base/idempotency.ts'
import { failed } from '../../base/outcome.ts'
import { type Product, send } from '../../upstream/client.ts'
import { forgetCredentials } from '../../upstream/credentials.ts'
import { BudgetSpent, type Outgoing } from '../../upstream/outgoing.ts'
import type { Connection } from './connection.ts'
import type { Generation, ProductCall } from './generation.ts'
import { type ApiVersion, productHost } from './hosts.ts'
import type { BillResult } from './result-fields.ts'
import { type Said, saidBy } from './said.ts'
import { v1 } from './v1.ts'
import { v2 } from './v2.ts'
import { outcomeUnknown } from './verdict.ts'

/** The product behind the payment group: PaySsam, in both generations of its API (payment facts). */
const payssam: Product = { group: 'payment', hosts: (host) => productHost(host) !== undefined }

const GENERATIONS: Readonly<Record<ApiVersion, Generation>> = { v1, v2 }

export const generationOf = ({ apiVersion }: Connection): Generation => GENERATIONS[apiVersion]

interface Asking {
  reads: boolean
  /** The bill that the answer must be about, where there is one. */
  billId: string | undefined
}

/** The one place that sends. Throws 502 or 504 where no answer came. */
async function ask(
  outgoing: Outgoing,
  connection: Connection,
  { path, body }: ProductCall,
  { reads, billId }: Asking,
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
  const said = saidBy(outgoing, answer, generationOf(connection).readAnswer(answer.text), billId)
  if ('refusal' in said && said.refusal.status === 401) forgetCredentials(outgoing.settings, 'payment')
  return said
}

/** What the product knows of a bill. Throws 404 where it knows none. */
export async function readBill(outgoing: Outgoing, connection: Connection, billId: string): Promise<BillResult> {
  const said = await askForBill(outgoing, connection, billId)
  if ('result' in said) return { ...said.result, bill_id: billId }
  throw 'refusal' in said ? said.refusal : said.unclear
}

/**
 * The same, undefined where the product says by its code that there is no such bill. A plain HTTP 404 says nothing of
 * bills: the address may be wrong.
 */
export async function findBill(
  outgoing: Outgoing,
  connection: Connection,
  billId: string,
): Promise<BillResult | undefined> {
  const said = await askForBill(outgoing, connection, billId)
  if ('result' in said) return { ...said.result, bill_id: billId }
  if ('refusal' in said && said.noBill) return undefined
  throw 'refusal' in said ? said.refusal : said.unclear
}

async function askForBill(outgoing: Outgoing, connection: Connection, billId: string): Promise<Said> {
  const call = await generationOf(connection).read(connection, { bill_id: billId })
  return ask(outgoing, connection, call, { reads: true, billId })
}

/** Refusals of the account or of the pace: the product did not look at the request, which may be sent again as it is. */
const LOOKED_AT_NOTHING: ReadonlySet<number> = new Set([401, 402, 429])

/**
 * Has the product change something, by one call that is never repeated.
 *
 * @param billId the bill to read should the answer be lost; undefined where no bill tells
 * @throws where nothing happened, so that the same may be sent later: the gateway sent nothing, or the product looked
 *   at nothing, since it had too many requests, rejected the account or found it without points
 */
export async function changeBill(
  outgoing: Outgoing,
  connection: Connection,
  call: ProductCall,
  billId: string | undefined,
): Promise<Ending> {
  const unknown = (status: 502 | 504, { message, reason }: GatewayError): Ending => ({
    state: 'unknown',
    answer: failed(outcomeUnknown(status, message, billId, reason)),
  })
  // What came before may have taken long: after its deadline this run counts as ended, and another one may send.
  if (outgoing.leftMs <= 0) throw timedOut('the payment service was not asked in time; nothing was sent')
  const calls = outgoing.calls
  let said: Said
  try {
    said = await ask(outgoing, connection, call, { reads: false, billId })
  } catch (error) {
    const nothingSent = outgoing.calls === calls || error instanceof BudgetSpent
    if (nothingSent || !(error instanceof GatewayError)) throw error
    return unknown(error.status === 504 ? 504 : 502, error)
  }
  if ('unclear' in said) return unknown(502, said.unclear)
  if ('result' in said) return { state: 'done', answer: { ok: true, value: { ...said.result, ...named(billId) } } }
  if (LOOKED_AT_NOTHING.has(said.refusal.status)) throw said.refusal
  return { state: 'done', answer: failed(said.refusal) }
}

/** The id of the bill, which the caller may not know yet. */
const named = (bill_id: string | undefined): BillResult => (bill_id === undefined ? {} : { bill_id })
