import { sortedJson } from '../../base/crypto.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import { countDone, requireDone } from '../../gateway/batch.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import type { OnceRun } from '../../gateway/once.ts'
import { holdAmounts } from '../../gateway/usage.ts'
import * as changes from './changes.ts'
import type { BillsToSend, BillToSend } from './group.ts'
import { getChangeId, openChanges } from './make-change.ts'
import type { RequestedAnswer } from './outputs.ts'
import { changeSeveral, nameBills, type Part, type PartResult, type SeveralRequest } from './several.ts'

/** A bill with an id of the caller's is read before it is sent, and one that may have been sent before is read as well. */
const CALLS_OF_READ_BILL = 2

/**
 * Sends several bills, each at most once. The ids of those without one are chosen and stored before the first is sent, so
 * that the same request continues with them. The limits of the caller are for all together: either all fit, or none is
 * sent.
 */
export async function requestBills(
  c: SeveralRequest,
  { bills, confirm_duplicate, ...shared }: BillsToSend,
): Promise<Reply<RequestedAnswer>> {
  const opened = await openChanges(c)
  const { context, ...request } = opened
  const { state } = request
  const key = c.req.valid('header')['Idempotency-Key']
  const toChange = (bill: BillsToSend['bills'][number], id?: string) => {
    const one: BillToSend = { ...bill, ...shared, ...(confirm_duplicate !== undefined && { confirm_duplicate }) }
    return changes.request(context, one, bill.bill_id ?? id)
  }
  const bodies = bills.map((bill, index) => naming(index, () => toChange(bill).body))
  // The same number in another spelling is the same bill.
  const texts = bodies.map(sortedJson)
  const twice = texts.findIndex((text, index) => texts.indexOf(text) < index)
  if (twice >= 0) throw badInput(`bills[${twice}]: is named twice`)

  const begin = async (run: OnceRun | undefined, before: readonly PartResult[]): Promise<Part[]> => {
    const isFirst = run?.steps === undefined
    // A bill of a request that is repeated later says by itself that its last day has passed.
    if (isFirst)
      for (const [index, { expire_dt }] of bills.entries())
        naming(index, () => changes.checkExpiry(expire_dt, state.platform.now()))
    const own = bills.map((bill) => bill.bill_id ?? changes.newId(context))
    const ids: string[] = isFirst ? own : JSON.parse(run.steps ?? '[]')
    state.target = nameBills(ids)
    const parts = await Promise.all(
      bills.map(async (bill, index) => {
        const change = toChange(bill, ids[index])
        const name = String(index)
        const id = key === undefined ? state.platform.uuid() : await getChangeId(request, key, name)
        const calls = bill.bill_id !== undefined || !isFirst ? CALLS_OF_READ_BILL : 1
        return { billId: ids[index] ?? '', name, id, pending: { ...request, change }, calls }
      }),
    )
    // What was sent before counts for the day on which it was sent.
    const amounts = bills.flatMap(({ price }, index) =>
      before[index]?.status === 'done' ? [] : [{ id: parts[index]?.id ?? '', amount: price }],
    )
    release = await holdAmounts(state, { run: run?.id ?? state.platform.uuid(), amounts })
    await run?.startSending(true, JSON.stringify(ids)).catch(async (error) => {
      await release()
      throw error
    })
    return parts
  }
  let release = async () => {}

  const body = { bills: bodies }
  const sent = await changeSeveral(c, opened, { body, isPrepared: true, begin, end: () => release() })
  const report = { ...countDone(sent.results), results: sent.results }
  requireDone(sent.results, report, sent.failures)
  return reply({ ...SUCCESS.payment, ...report }, 200, sent.headers)
}

/** Names the bill in an error about its input. */
function naming<Value>(index: number, step: () => Value): Value {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 400) throw error
    throw badInput(error.message.startsWith('send:') ? error.message : `bills[${index}].${error.message}`)
  }
}

/** How many bills a person agrees to, and how much they ask for. */
export async function sumDetails(_c: unknown, { bills }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(bills)) return {}
  return { count: bills.length, total: bills.reduce<number>((sum, { price }: { price: number }) => sum + price, 0) }
}
