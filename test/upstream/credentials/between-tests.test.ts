import { runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import { readCredentials, storeCredentials } from '../../../src/upstream/credentials.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { BINDINGS } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'

const readInObject = () =>
  runInDurableObject(OBJECTS.ACCOUNTS.getByName('reads'), async (instance) => {
    const { env } = instance as unknown as { env: Env }
    const upstream = new UpstreamContext(getSettings(env), platform)
    const { NOTES_TOKEN } = await readCredentials(upstream, 'notes').finally(() => upstream.close())
    return NOTES_TOKEN
  })

it('an object has no credential of an earlier deployment', async () => {
  await storeCredentials(getSettings(BINDINGS), 'notes', { NOTES_TOKEN: 'first' })
  expect(await readInObject()).toBe('first')
  await freshDeployment()
  await storeCredentials(getSettings(BINDINGS), 'notes', { NOTES_TOKEN: 'second' })
  expect(await readInObject()).toBe('second')
  await freshDeployment()
})
