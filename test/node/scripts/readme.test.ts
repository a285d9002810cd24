import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { startSimulatedGateway } from '../../../scripts/support/simulated-gateway.ts'

/** The commands of the README, unchanged except for the port. */
let gateway: Awaited<ReturnType<typeof startSimulatedGateway>>
let readme: string

beforeAll(async () => {
  gateway = await startSimulatedGateway({ key: 'local-pro-key', quiet: true })
  readme = (await readFile(join(ROOT, 'README.md'), 'utf8')).replaceAll('http://127.0.0.1:8787', gateway.origin)
}, 60_000)

afterAll(() => gateway.stop())

const sh = async (script: string) => (await promisify(execFile)('bash', ['-c', script])).stdout

it('the first request returns the documented response', async () => {
  const [, command = '', answer = ''] = /^ {4}(curl .*)\n\n```json\n([\s\S]*?)```/m.exec(readme) ?? []
  const { files } = JSON.parse(await sh(command))
  expect(files).toEqual(JSON.parse(answer).files)
})

it('every stop of the tour is a success', async () => {
  const [, tour = ''] = /```sh\n(BASE=[\s\S]*?)```/.exec(readme) ?? []
  const told = await sh(tour.replaceAll(/^curl /gm, 'curl -s -o /dev/null -w "%{http_code}\\n" '))
  expect(told.trim().split('\n')).toEqual(Array(7).fill('200'))
})

it('the request of the PowerShell example succeeds', async () => {
  const [, path = '', body = ''] = /^Invoke-RestMethod "\$BASE(\S+)" .*-Body '(.*)'$/m.exec(readme) ?? []
  const headers = { 'X-API-KEY': 'local-pro-key', 'Content-Type': 'application/json' }
  const response = await fetch(`${gateway.origin}/api${path}`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ success: true })
})
