import { expect, test } from 'vitest'
import { billToRead } from '../../../src/groups/payment/bills.ts'
import { newBillId } from '../../../src/groups/payment/changes.ts'

test('the business number and ten free characters (facts, section 1)', () => {
  expect(newBillId('1112233333', '00000000-0000-0000-0000-000000000000')).toBe('11122333330000000000')
  expect(newBillId('1112233333', '00000000-0000-0000-0000-00000000000a')).toBe('1112233333000000000A')
})

test('fresh ids are accepted by the group itself and do not repeat', () => {
  const ids = Array.from({ length: 2000 }, () => newBillId('1112233333', crypto.randomUUID()))
  expect(new Set(ids).size).toBe(ids.length)
  for (const bill_id of ids) {
    expect(bill_id).toMatch(/^1112233333[0-9A-Z]{10}$/)
    expect(billToRead().json.safeParse({ bill_id }).success).toBe(true)
  }
})
