import { expect, it } from 'vitest'
import { platform } from '../../src/base/platform.ts'
import { takeRefused } from '../support/work.ts'

/** The tests reach no real product, also where a test replaces nothing of the platform. */
it('the runtime reaches no host on the network', async () => {
  for (const host of ['api.plaud.ai', 'example.com', '10.0.0.1'])
    await expect.soft(fetch(`https://${host}/`), host).rejects.toThrow()
})

it('the platform refuses a call outside of a world, and the test that makes it fails', async () => {
  await expect(platform.fetch('https://api.plaud.ai/user/me?token=1', {})).rejects.toThrow('the tests have no network')
  expect(takeRefused()).toEqual(['GET https://api.plaud.ai/user/me'])
})
