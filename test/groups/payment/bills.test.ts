import { expect, it } from 'vitest'
import { platform } from '../../../src/base/platform.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { changeBill } from '../../../src/groups/payment/bill.ts'
import { type Connection, callPayssam } from '../../../src/groups/payment/payssam.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import { leaveNothingBehind, setStage, V1_HOST } from './stage.ts'
import { testAccount } from './test-account.ts'

leaveNothingBehind()

it('a call that the gateway itself refuses has no unknown outcome', async () => {
  const { gateway, world } = setStage()
  const upstream = new UpstreamContext(getSettings(gateway.env), platform)
  const call = { path: '/if/bill/cancel', body: {} }
  for (const baseUrl of ['https://evil.example', 'http://erp-api.payssam.kr', 'https://erp-api.payssam.kr:10200']) {
    const account = { ...testAccount(V1_HOST), baseUrl }
    const connection: Connection = {
      upstream,
      isStored: false,
      account: async () => account,
      call: (asked, options) => callPayssam(upstream, account, asked, options),
    }
    const sent = changeBill(connection, call, { billId: 'B-1' })
    await expect(sent).rejects.toMatchObject({ status: 502, message: expect.not.stringContaining('unknown') })
  }
  expect([upstream.budget.calls, world.strays]).toEqual([0, []])
})
