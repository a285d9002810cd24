import { countDone, requireDone } from '../../gateway/batch.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import * as changes from './changes.ts'
import { openChanges } from './make-change.ts'
import type { ResentAnswer } from './outputs.ts'
import { changeSeveral, nameBills, type SeveralRequest } from './several.ts'

/** The message, and reading the bill where the answer does not say why it was refused. */
const CALLS_OF_MESSAGE = 2

/** Sends the messages of several bills again, each at most once with an Idempotency-Key. */
export async function resendBills(c: SeveralRequest, billIds: readonly string[]): Promise<Reply<ResentAnswer>> {
  const opened = await openChanges(c)
  const { context, ...request } = opened
  request.state.target = nameBills(billIds)
  const sent = await changeSeveral(c, opened, {
    body: { bill_ids: billIds },
    isPrepared: false,
    begin: async () =>
      billIds.map((billId) => ({
        billId,
        name: billId,
        pending: { ...request, change: changes.resend(context, { bill_id: billId }) },
        calls: CALLS_OF_MESSAGE,
      })),
  })
  const results = sent.results.map(({ short_url: _, ...result }) => result)
  const report = { ...countDone(results), results }
  requireDone(results, report, sent.failures)
  return reply({ ...SUCCESS.payment, ...report }, 200, sent.headers)
}
