import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { BILLS_NAME } from '../../../../src/base/bills.ts'
import { platform } from '../../../../src/base/platform.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { StoredPayers } from '../../../../src/objects/accounts/stored-payers.ts'
import { BINDINGS } from '../../../support/gateway.ts'
import { OBJECTS } from '../../../support/objects.ts'
import { AUTOPAY_CUSTOMER } from '../../../upstreams/payment/index.ts'
import { leaveNothingBehind, setStage } from '../stage.ts'

/** Decisions.md section 7.4: what a recorded response says about the person who paid is encrypted and erasable. */

leaveNothingBehind()

const CHARGE = { customer: AUTOPAY_CUSTOMER, product_nm: 'Monthly lessons', price: 9_900 }
const CARD = '43211234****0007'
const HOUR = 3_600_000
const [FIRST = '', SECOND = ''] = [1, 2].map((byte) => btoa(String.fromCharCode(byte).repeat(32)))

const object = () => OBJECTS.ACCOUNTS.getByName(BILLS_NAME)
const inside = <Value>(work: (storage: DurableObjectStorage) => Value | Promise<Value>) =>
  runInDurableObject(object() as unknown as DurableObjectStub, (_, { storage }) => work(storage))
const rows = () => inside(({ sql }) => sql.exec('SELECT * FROM payers').toArray())

let stage: ReturnType<typeof setStage>
beforeEach(async () => {
  stage = setStage()
  await object().erase()
})
const charge = () => stage.post('autopay/request', CHARGE, { once: 'order-1' })

test('a replay has the masked card, and no record has it in plain text', async () => {
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
  expect([again.headers.get('Idempotent-Replayed'), again.text]).toEqual(['true', first.text])
  expect(records).toHaveLength(1)
  expect(records[0]).toContain(first.json.result.bill_id)
  expect(records[0]).not.toContain(CARD)
  const [row, ...others] = await rows()
  expect([others, JSON.stringify(row).includes(CARD)]).toEqual([[], false])
})

test('once it is erased, a replay is without it', async () => {
  const { json } = await charge()
  await object().erase()
  const { appr_issuer_num, appr_cash_num: _, appr_cash_issuance_number: __, ...rest } = json.result
  expect(appr_issuer_num).toBe(CARD)
  expect((await charge()).json.result).toEqual(rest)
})

test('the alarm deletes it after 25 hours', async () => {
  await charge()
  stage.world.clock.advance(24 * HOUR)
  await inside((storage) => storage.setAlarm(stage.world.clock.now() + 1e12))
  expect(await runDurableObjectAlarm(object() as unknown as DurableObjectStub)).toBe(true)
  expect(await rows()).toHaveLength(1)
  stage.world.clock.advance(HOUR)
  await inside((storage) => storage.setAlarm(stage.world.clock.now() + 1e12))
  expect(await runDurableObjectAlarm(object() as unknown as DurableObjectStub)).toBe(true)
  expect(await rows()).toEqual([])
})

test('what neither key decrypts any more is deleted', async () => {
  await inside(async (storage) => {
    const payers = (keys: Partial<typeof BINDINGS>) =>
      new StoredPayers(storage, getSettings({ ...BINDINGS, ...keys }), platform)
    await payers({ CREDENTIALS_KEY: FIRST }).note('lost', { appr_issuer_num: CARD })
    await payers({ CREDENTIALS_KEY: SECOND }).note('kept', { appr_issuer_num: CARD })
    await payers({ CREDENTIALS_KEY: SECOND }).encryptAgain()
  })
  expect((await rows()).map(({ record }) => record)).toEqual(['kept'])
})

test('an alarm that the platform lost is set again by the next charge', async () => {
  const { clock } = stage.world
  await charge()
  clock.advance(60 * HOUR)
  await inside(async (storage) => {
    // Without the bills, which have alarms of their own.
    storage.sql.exec('DELETE FROM bills')
    expect(await storage.getAlarm()).toBeLessThan(clock.now())
    await new StoredPayers(storage, getSettings(BINDINGS), platform).note('r', { appr_issuer_num: CARD })
    expect(await storage.getAlarm()).toBe(clock.now())
  })
})

test('it is encrypted again when CREDENTIALS_KEY changes, and is not stored without it', async () => {
  await inside(async (storage) => {
    const payers = (keys: Partial<typeof BINDINGS>) =>
      new StoredPayers(storage, getSettings({ ...BINDINGS, ...keys }), platform)
    await payers({ CREDENTIALS_KEY: FIRST }).note('r', { appr_issuer_num: CARD })
    await payers({ CREDENTIALS_KEY: SECOND, CREDENTIALS_KEY_PREVIOUS: FIRST }).encryptAgain()
    expect(await payers({ CREDENTIALS_KEY: SECOND }).find('r')).toEqual({ appr_issuer_num: CARD })
    await payers({ CREDENTIALS_KEY: '' }).note('other', { appr_issuer_num: CARD })
    expect(await payers({ CREDENTIALS_KEY: SECOND }).find('other')).toBeUndefined()
  })
})
