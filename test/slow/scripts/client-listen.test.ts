import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeCommand } from '../../../scripts/support/client-package.ts'
import { askSources, awaitFirstPolls } from '../../../scripts/support/first-subscription.ts'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'

/** The command as it is installed, against a gateway that runs. */

const ADMIN_KEY = 'test-admin-key-of-twenty'

let gateway: Awaited<ReturnType<typeof startGateway>>
let folder: string
let command: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-listen-'))
  command = join(folder, 'latchkey.js')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const CREDENTIALS_KEY = Buffer.alloc(32, 7).toString('base64')
  ;[gateway] = await Promise.all([startGateway({ ADMIN_KEY, CREDENTIALS_KEY }), writeCommand(command)])
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await rm(folder, { recursive: true })
})

const env = () => ({ ...process.env, LATCHKEY_URL: gateway.origin, LATCHKEY_API_KEY: PRO_KEY, XDG_STATE_HOME: folder })

/** The end of a run, whether it succeeds or fails. */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [command, ...args], { env: env() }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

it('calls an operation, and ends with the sentence and the code of a failure', async () => {
  const called = await run('call', 'recorder_list_files', '--limit', '2')
  expect(called).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(called.stdout).data_file_list).toHaveLength(2)
  const failed = await run('call', 'events_get_subscription', '--id', 'sub_1')
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/^there is no subscription of this id\nnot_found, HTTP 404, request [\w-]+\n$/)
  const wrong = await run('call', 'recorder_list_file')
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^there is no .*did you mean/) })
})

it('pays once with the key that it printed', async () => {
  const cancel = ['call', 'payment_cancel_bill', '--bill_id', '11122333332611120007', '--price', '150000']
  const first = await run(...cancel)
  expect(first.code).toBe(0)
  const [, key = ''] = /^Idempotency-Key: (.+)\n$/.exec(first.stderr) ?? []
  expect(await run(...cancel, '--idempotency-key', key)).toEqual(first)
  expect(await run(...cancel)).toMatchObject({ code: 1 })
})

it('examines the accounts', async () => {
  const { code, stdout } = await run('doctor')
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+ answers.*\nrecorder +ok\n.*\nsocial +ok\n$/s)
  expect(code).toBe(0)
})

/** An endpoint that verifies. `status` may refuse a delivery. */
interface Endpoint {
  server: Server
  target: string
  /** The ids that were taken, in their order. */
  taken: string[]
  secret: string
  status(taken: number): number
}

async function startEndpoint(): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    new Webhook(endpoint.secret).verify(body, headers)
    const status = endpoint.status(endpoint.taken.length)
    if (status === 200) endpoint.taken.push(headers['webhook-id'] ?? '')
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const endpoint: Endpoint = { server, target, taken: [], secret: '', status: () => 200 }
  return endpoint
}

/** Starts listening. Resolves when the secret is printed. */
async function startListening(endpoint: Endpoint): Promise<ChildProcess> {
  const args = ['listen', '--forward', endpoint.target, '--every', '1', '--types', 'recorder.file.ready']
  const child = spawn(process.execPath, [command, ...args], { env: env(), stdio: ['ignore', 'pipe', 'inherit'] })
  endpoint.secret = await new Promise<string>((resolve) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const [secret] = /whsec_\S+(?=\n)/.exec(printed) ?? []
      if (secret) resolve(secret)
    })
  })
  return child
}

async function feed(): Promise<string[]> {
  const answer = await fetch(`${gateway.origin}/api/v1/events?limit=100`, { headers: { 'X-API-KEY': PRO_KEY } })
  const { events } = (await answer.json()) as { events: { id: string; type: string }[] }
  return events.filter(({ type }) => type === 'recorder.file.ready').map(({ id }) => id)
}

async function record(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await gateway.happen('recording')
  await askSources(gateway.origin, ADMIN_KEY)
}

const unrepeated = (ids: readonly string[]) => [...new Set(ids)]

it('forwards each event in its order through failures and kills, and keeps its secret', {
  timeout: 90_000,
}, async () => {
  const endpoint = await startEndpoint()
  try {
    let listening = await startListening(endpoint)
    await awaitFirstPolls(gateway.origin, ADMIN_KEY)
    // The second is refused once. Before the fourth is answered, the process is killed.
    let refused = 0
    endpoint.status = (taken) => {
      if (taken === 1 && refused++ === 0) return 503
      if (taken === 3) listening.kill('SIGKILL')
      return 200
    }
    await record(5)
    if (listening.exitCode === null && listening.signalCode === null) await once(listening, 'exit')
    expect(endpoint.taken).toHaveLength(4)
    // What happens while nobody listens comes later.
    endpoint.status = () => 200
    await record(2)
    const { secret } = endpoint
    listening = await startListening(endpoint)
    expect(endpoint.secret).toBe(secret)
    await expect.poll(() => unrepeated(endpoint.taken).length).toBe(7)
    expect(unrepeated(endpoint.taken)).toEqual(await feed())
    // The fourth was not yet stored as forwarded.
    expect(endpoint.taken).toHaveLength(8)
    listening.kill('SIGINT')
    expect(await once(listening, 'exit')).toEqual([0, null])
  } finally {
    endpoint.server.closeAllConnections()
    endpoint.server.close()
  }
})
