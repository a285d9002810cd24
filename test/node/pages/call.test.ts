import { expect, it } from 'vitest'
import { getAddress } from '../../../src/pages/api/call.ts'

it('the address of an operation has its path and the query that is not empty', () => {
  expect(getAddress('admin_get_usage', { query: { days: 7, by: 'operation', format: 'csv' } })).toBe(
    '/api/v1/admin/usage?days=7&by=operation&format=csv',
  )
  expect(getAddress('admin_list_requests', { query: { key: '', cursor: 'a b&c' } })).toBe(
    '/api/v1/admin/requests?cursor=a+b%26c',
  )
  expect(getAddress('admin_roll_key', { path: { id: 'a/b' }, body: { overlap_hours: 1 } })).toBe(
    '/api/v1/admin/keys/a%2Fb/roll',
  )
})
