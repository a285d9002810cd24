import { expect, test } from 'vitest'
import { AUTOPAY_CUSTOMER } from '../../../simulators/payment/index.ts'
import { leaveNothingBehind, setStage } from '../stage.ts'

/** docs/spec/gateway.md, "Idempotency-Key": what a response says about the person who paid is in no record. */

leaveNothingBehind()

const CHARGE = { customer: AUTOPAY_CUSTOMER, product_nm: 'Monthly lessons', price: 9_900 }
const CARD = '43211234****0007'

test('a replay is without the masked card, which no record has', async () => {
  const stage = setStage()
  const charge = () => stage.post('autopay/request', CHARGE, { once: 'order-1' })
  const records: string[] = []
  const { LEDGER } = stage.gateway.env
  stage.gateway.env.LEDGER = {
    ...LEDGER,
    getByName(name: string) {
      const found = LEDGER.getByName(name)
      const settle: typeof found.settle = (run, ending) => {
        records.push(JSON.stringify(ending))
        return found.settle(run, ending)
      }
      return new Proxy(found, { get: (target, what) => (what === 'settle' ? settle : Reflect.get(target, what)) })
    },
  } as typeof LEDGER
  const first = await charge()
  expect(first.json.result.appr_issuer_num).toBe(CARD)
  const again = await charge()
  const { appr_issuer_num: _, appr_cash_num: __, appr_cash_issuance_number: ___, ...rest } = first.json.result
  expect([again.headers.get('Idempotent-Replayed'), again.json.result]).toEqual(['true', rest])
  expect(records).toHaveLength(1)
  expect(records[0]).toContain(first.json.result.bill_id)
  expect(records[0]).not.toContain(CARD)
})
