import { expect, it } from 'vitest'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'
import { tryGenerated } from './generated-client.ts'

/** test/slow/tools/openapi-clients.test.ts generates from all operations, which takes longer. */
it('a client that is generated from the saved document of a group compiles, and calls its gateway', async () => {
  const gateway = await startGateway()
  try {
    const { compiler, printed } = await tryGenerated(
      'oazapfts',
      `${gateway.origin}/openapi/gateway.json`,
      `
      import { ok } from '@oazapfts/runtime'
      import { defaults, gatewayDoctor } from './client.ts'
      defaults.headers = { 'X-API-KEY': '${PRO_KEY}' }
      const { accounts } = await ok(gatewayDoctor({ accounts: 'video' }))
      const states: [account: string, state: string][] = accounts.map(({ account, state }) => [account, state])
      // @ts-expect-error The document has no such parameter.
      const refused = gatewayDoctor({ account: 'video' })
      await refused.catch(() => {})
      console.log(JSON.stringify(states))
      `,
    )
    expect({ compiler, printed }).toEqual({ compiler: '', printed: [['video', 'ok']] })
  } finally {
    await gateway.stop()
  }
})
