import type { PayerFields } from '../../../base/bills.ts'
import type { RecordState } from '../../../base/idempotency.ts'
import { logUnhandledError } from '../../../gateway/http/unhandled-error.ts'
import type { IdempotencyRecord } from '../../../gateway/idempotency/record.ts'
import type { RequestState } from '../../../gateway/state.ts'
import { billObject } from '../listed/bill-store.ts'
import { resultFields, splitPersonal } from '../result-fields.ts'

/**
 * A record whose stored response has no field about the person who paid. These are stored with the account, encrypted
 * and erasable, and complete the response when it is replayed.
 */
export function withPayerApart(state: RequestState, record: IdempotencyRecord): IdempotencyRecord {
  const bills = () => billObject(state.settings)
  const log = (error: unknown) => logUnhandledError(state.id, error)
  const complete = async (found: RecordState): Promise<RecordState> => {
    if (found.state !== 'done' || !found.answer.ok) return found
    const { value } = found.answer
    if (!Object.keys(value).some((name) => name.startsWith('appr_'))) return found
    const payer = await bills().findPayer(record.id).catch(log)
    return payer ? { ...found, answer: { ...found.answer, value: inOrder({ ...value, ...payer }) } } : found
  }
  return {
    ...record,
    begin: async (first) => complete(await record.begin(first)),
    takeOver: async (before) => complete(await record.takeOver(before)),
    async settle(result, run) {
      const { answer } = result
      if (!answer.ok) return record.settle(result, run)
      const { data, personal } = splitPersonal(answer.value)
      const isNamed = Object.keys(personal).length > 0
      await Promise.all([
        isNamed && bills().notePayer(record.id, personal).catch(log),
        record.settle({ ...result, answer: { ...answer, value: data } }, run),
      ])
    },
  }
}

/** In the order in which the response of the product is read, so that a replay is the same text. */
const inOrder = (fields: PayerFields) =>
  Object.fromEntries(
    resultFields.flatMap((name) => {
      const value = fields[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
