import { expect, it } from 'vitest'
import { recording } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

function limited(quota: Record<string, unknown>) {
  const recorded = recording()
  const { plaud, ...deployment } = connected({ recordings: [recorded] })
  const body = JSON.stringify({ status: 0, ...quota })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/ai/trans-status' })
  return { ...deployment, start: () => deployment.send('POST', `/files/${recorded.id}/transsumm`) }
}

it.each([
  [{ total_seconds: 0, remain_total: null }, null],
  [{ total_seconds: 0 }, null],
  [{ total_seconds: 0, remain_total: 'unlimited' }, null],
  [{ total_seconds: 0, remain_total: -1 }, -1],
])('the quota %o is not an empty one', async (quota, remain_total) => {
  const { get, start } = limited(quota)
  expect((await get('/ai/trans-status')).json).toEqual({ status: 0, total_seconds: 0, remain_total })
  expect((await start()).status).toBe(202)
})

it('a quota of 0 is empty: 402', async () => {
  expect((await limited({ total_seconds: null, remain_total: 0 }).start()).status).toBe(402)
})
