import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import type { Received } from '../../../scripts/support/event-receiver.ts'
import { isPortFree } from '../../../scripts/support/port.ts'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { freePort } from '../../node/scripts/free-port.ts'

type Delivered = Received & { body: { data: { id: string; summary: unknown } } }

const PRO_KEY = 'local-pro-key-of-this-machine'

/** `npm start` as a person meets it, and with all that it can print. */
let started: Started
let verbose: Started
let port: number

beforeAll(async () => {
  port = await freePort()
  started = await start(port)
  verbose = await start(await freePort(), '--verbose')
}, 120_000)

afterAll(() => {
  for (const { child } of [started, verbose]) child.kill('SIGKILL')
})

describe('shows an event a moment after it happened, signed:', () => {
  it.each([
    ['as soon as it runs', 1],
    ['twice in a row', 1],
    ['several at once', 3],
  ])('%s', async (_, times) => {
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/happen\/recording/.exec(started.output) ?? []
    const happen = async () => (await (await fetch(address, { method: 'POST' })).json()) as { recording: string }
    const happened = await Promise.all(Array.from({ length: times }, happen))
    const told = await vi.waitFor(
      async () => {
        const shown = (await (await fetch(address.replace(/happen.*/, 'events'))).json()) as Delivered[]
        const own = happened.map(({ recording }) => shown.filter(({ body }) => body.data.id === recording))
        for (const deliveries of own) expect(deliveries).toHaveLength(1)
        return own.flat()
      },
      { timeout: 8_000, interval: 100 },
    )
    for (const delivery of told) {
      expect(delivery).toMatchObject({ type: 'recorder.file.ready', isVerified: true })
      expect(delivery.body.data.summary).toBeDefined()
    }
  })
})

it('shows the event of a row that changed', async () => {
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/happen\/row/.exec(verbose.output) ?? []
  const { row, budget } = (await (await fetch(address, { method: 'POST' })).json()) as { row: string; budget: number }
  const [told] = await vi.waitFor(
    async () => {
      const shown = (await (await fetch(address.replace(/happen.*/, 'events'))).json()) as Delivered[]
      const own = shown.filter(({ body }) => body.data.id === row)
      expect(own).toHaveLength(1)
      return own
    },
    { timeout: 8_000, interval: 100 },
  )
  const data = { changed_properties: ['Budget'], simple_properties: expect.objectContaining({ Budget: budget }) }
  expect(told).toMatchObject({ type: 'workspace.row.updated', isVerified: true, body: { data } })
})

it('responds only to names of this machine, with files and with the API', async () => {
  const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; allowed: string | undefined }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers: { Host: host, ...headers } }
      get(options, (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'] })
      }).on('error', reject)
    })
  for (const path of ['/docs', '/', '/version', '/api/v1/notes/notes']) {
    expect(await ask(`rebound.example:${port}`, path), path).toMatchObject({ status: 421 })
  }
  for (const host of ['localhost', '127.0.0.1']) {
    expect(await ask(`${host}:${port}`, '/docs')).toMatchObject({ status: 200 })
    expect(await ask(`${host}:${port}`, '/version')).toMatchObject({ status: 200 })
  }
  const from = (origin: string) => ask(`localhost:${port}`, '/version', { Origin: origin })
  expect((await from('https://evil.example')).allowed).toBeUndefined()
  expect((await from(`http://localhost:${port}`)).allowed).toBe(`http://localhost:${port}`)
})

it('prints on one screen what a newcomer needs', () => {
  const [output = ''] = started.output.split(/(?<=Press Ctrl-C to stop\.\n)/)
  for (const line of [
    `App        http://127.0.0.1:${port}/`,
    'Admin key  local-admin-key-of-this-machine',
    `Reference  http://127.0.0.1:${port}/docs, where you can try every request`,
    `Pro key    ${PRO_KEY}`,
    'A restart forgets everything. npm start -- --verbose prints more to try, and the log. Press Ctrl-C to stop.',
  ])
    expect(output).toContain(line)
  expect(output.match(/^curl .+$/gm)).toHaveLength(2)
  expect(output.split('\n').length).toBeLessThanOrEqual(24)
})

it('prints each request to the log with --verbose only', async () => {
  const logged = (output: string) => output.match(/^\{.*"operation":"notes_list_notes".*\}$/gm) ?? []
  for (const { origin } of [started, verbose])
    expect((await fetch(`${origin}/api/v1/notes/notes`, { headers: { 'X-API-KEY': PRO_KEY } })).status).toBe(200)
  await expect.poll(() => logged(verbose.output), { timeout: 5_000 }).toHaveLength(1)
  expect(logged(started.output)).toEqual([])
})

it('has nothing to say of its own keys in the app', async () => {
  const headers = { Authorization: 'Bearer local-admin-key-of-this-machine' }
  const overview = await (await fetch(`${started.origin}/api/v1/admin/overview`, { headers })).json()
  expect(JSON.stringify(overview)).not.toContain('api_key_short')
})

it('prints commands at the next free port, which are the same after a restart', () => {
  const ports = [...verbose.output.matchAll(/http:\/\/127\.0\.0\.1:(\d+)\/(?:happen|events)/g)].map(([, own]) =>
    Number(own),
  )
  const own = Number(new URL(verbose.origin).port)
  expect(ports.length).toBeGreaterThanOrEqual(5)
  expect(new Set(ports).size).toBe(1)
  expect(ports[0]).toBeGreaterThan(own)
  expect(ports[0]).toBeLessThanOrEqual(own + 20)
})

it('says where events arrive when the port of the receiver is in use', async () => {
  const own = await freePort()
  const blocker = createServer().listen(own + 1, '127.0.0.1')
  await once(blocker, 'listening')
  const { child, output } = await start(own)
  child.kill('SIGKILL')
  blocker.close()
  const [, events] =
    /^Port (?:\d+) is in use, so events arrive at (http:\/\/127\.0\.0\.1:\d+)\/events\.$/m.exec(output) ?? []
  expect(events).toBeDefined()
  expect(output).toContain(`curl -X POST ${events}/happen/recording`)
})

const accountHeaders = Object.values(simulatedProducts().headers).flatMap((headers) => Object.entries(headers))

it('prints the account headers of requests', () => {
  expect(accountHeaders.map(([name]) => name)).toContain('X-Workspace-Token')
  for (const [name, value] of accountHeaders) expect(verbose.output).toContain(`${name}: ${value}`)
})

it('passes the key and these headers to the reference page, and does not change the rest of it', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/docs`)
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/)
  const page = await response.text()
  const block = /^ *<script type="application\/json" id="prefilled">(.*)<\/script>\n/m
  const { headers } = simulatedProducts()
  expect(JSON.parse(block.exec(page)?.[1] ?? '')).toEqual({ key: PRO_KEY, headers })
  expect(page.replace(block, '')).toBe(await readFile(join(ROOT, 'public/docs.html'), 'utf8'))
})

it('writes nothing of them into the deployed files', async () => {
  const files = (await readdir(join(ROOT, 'public'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  // Account headers of the simulated workspace are examples in the OpenAPI documents.
  const pages = files.filter(({ name, parentPath }) => !/openapi/.test(join(parentPath, name).slice(ROOT.length)))
  const readAll = (list: typeof files) =>
    Promise.all(list.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
  const shown = (await readAll(pages)).join('\n')
  expect(shown).toContain('Latchkey API reference')
  for (const [, value] of accountHeaders) expect(shown.includes(value), value).toBe(false)
  expect((await readAll(files)).filter((text) => text.includes(PRO_KEY))).toEqual([])
})

it('prints three requests that work when pasted', async () => {
  const request = new RegExp(`^curl -H "X-API-KEY: ${PRO_KEY}" "(.+)"$`, 'gm')
  const urls = [...verbose.output.matchAll(request)].map(([, url]) => url ?? '')
  expect(urls).toHaveLength(3)
  for (const url of urls) {
    const response = await fetch(url, { headers: { 'X-API-KEY': PRO_KEY } })
    expect(response.status).toBe(200)
    await response.text()
  }
})

it('reports at once an endpoint without a server', async () => {
  const ask = async (path: string, body: object) => {
    const headers = { 'X-API-KEY': PRO_KEY, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`http://127.0.0.1:${port}/api/v1/events/subscriptions${path}`, init)).json()
  }
  const url = `http://127.0.0.1:${await freePort()}/hook`
  const { id } = (await ask('', { url, types: ['account.rejected'] })) as { id: string }
  expect(await ask(`/${id}/test`, {})).toMatchObject({ ok: false, status: null, error: 'the connection broke' })
})

it('refuses Pro routes for the printed Basic key, and opens Basic ones', async () => {
  const [, key = ''] = /^ +Basic key +(lk_[0-9A-Za-z]{49})$/m.exec(verbose.output) ?? []
  const base = `${verbose.origin}/api/v1`
  const pro = await fetch(`${base}/recorder/doctor`, { headers: { 'X-API-KEY': key } })
  expect([pro.status, await pro.json()]).toEqual([400, { error: 'you are not a Latchkey PRO user' }])
  const basic = await fetch(`${base}/shop/category`, { method: 'POST', headers: { 'X-API-KEY': key } })
  expect(basic.status).toBe(200)
})

it('says in one line that a port is in use, and names --port', async () => {
  const second = run(port)
  let text = ''
  second.stderr?.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(second, 'exit')
  expect([code, text]).toEqual([1, `port ${port} is in use: choose another with npm start -- --port N\n`])
})

it('ends cleanly on Ctrl-C, and the port is free again', { timeout: 20_000 }, async () => {
  started.child.kill('SIGINT')
  const [code] = await once(started.child, 'exit')
  // 128 + SIGINT, the usual exit code of a program after Ctrl-C.
  expect(code).toBe(130)
  // The runtime is a separate process, killed together with its parent. The system may take a moment to close its
  // socket.
  await expect.poll(() => isPortFree(port), { timeout: 2_000 }).toBe(true)
})

interface Started {
  child: ChildProcess
  origin: string
  /** What it has printed so far. */
  readonly output: string
}

const run = (own: number, ...options: string[]) =>
  spawn(process.execPath, ['scripts/start.ts', '--port', String(own), ...options], { cwd: ROOT })

/** Continues to read after the greeting, because a closed pipe would end the process. */
function start(own: number, ...options: string[]): Promise<Started> {
  const child = run(own, ...options)
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (!output.includes('Press Ctrl-C to stop.')) return
      resolve({
        child,
        origin: `http://127.0.0.1:${own}`,
        get output() {
          return output
        },
      })
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)))
  })
}
