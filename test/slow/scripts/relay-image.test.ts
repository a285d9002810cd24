import { execFileSync, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRelay } from '../../../scripts/relay/build.ts'
import { ROOT } from '../../../scripts/support/build.ts'
import { RELAY_TOKEN } from '../../node/scripts/relay-process.ts'

/** The relay as a Docker image, where an engine for images is running. */

const hasEngine = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0
if (!hasEngine) console.warn('The image of the relay is not built, because no Docker engine is running here')

const folder = join(ROOT, 'node_modules/.cache/latchkey-relay-image')
const docker = (...words: string[]) => execFileSync('docker', words, { encoding: 'utf8' }).trim()

describe.skipIf(!hasEngine)('the image of the relay', () => {
  let container = ''
  let image = ''
  beforeAll(async () => {
    await buildRelay(folder)
    image = docker('build', '--quiet', folder)
    container = docker('run', '--detach', '--publish', '127.0.0.1::8788', '--env', `RELAY_TOKEN=${RELAY_TOKEN}`, image)
  }, 300_000)
  afterAll(async () => {
    if (container) docker('rm', '--force', container)
    if (image) docker('rmi', '--force', image)
    await rm(folder, { recursive: true })
  })

  it('answers, refuses what is not a product, and ends on SIGTERM', async () => {
    const address = docker('port', container, '8788').split('\n')[0]
    const ask = (path: string, token = '') => fetch(`http://${address}${path}`, { headers: { 'X-Relay-Token': token } })
    await expect
      .poll(
        () =>
          ask('/health').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200)
    expect((await ask('/api-gateway.coupang.com/', 'wrong')).status).toBe(401)
    expect((await ask('/example.com/', RELAY_TOKEN)).status).toBe(403)
    docker('stop', '--time', '40', container)
    expect(docker('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0')
  })
})
