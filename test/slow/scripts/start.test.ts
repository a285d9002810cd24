import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import type { Received } from '../../../scripts/support/event-receiver.ts'
import { isPortFree } from '../../../scripts/support/port.ts'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { freePort } from '../../node/scripts/free-port.ts'

type Delivered = Received & { body: { data: { id: string; summary: unknown } } }

/** `npm start` as a person meets it. */
let started: { child: ChildProcess; output: string }
let port: number

beforeAll(async () => {
  port = await freePort()
  started = await start()
}, 60_000)

afterAll(() => void started.child.kill('SIGKILL'))

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
  const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/happen\/row/.exec(started.output) ?? []
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

it('prints the URL, a Pro key and a named Basic key', () => {
  expect(started.output).toContain(`http://127.0.0.1:${port}`)
  expect(started.output).toMatch(/Pro key +local-pro-key/)
  expect(started.output).toMatch(/Basic key +lk_[0-9A-Za-z]{49}/)
})

it('prints commands at the next free port, which are the same after a restart', () => {
  const ports = [...started.output.matchAll(/http:\/\/127\.0\.0\.1:(\d+)\/(?:happen|events)/g)].map(([, own]) =>
    Number(own),
  )
  expect(ports).toHaveLength(5)
  expect(new Set(ports).size).toBe(1)
  expect(ports[0]).toBeGreaterThan(port)
  expect(ports[0]).toBeLessThanOrEqual(port + 20)
})

const accountHeaders = Object.values(simulatedProducts().headers).flatMap((headers) => Object.entries(headers))

it('prints the account headers of requests', () => {
  expect(accountHeaders.map(([name]) => name)).toContain('X-Workspace-Token')
  for (const [name, value] of accountHeaders) expect(started.output).toContain(`${name}: ${value}`)
})

it('passes the key and these headers to the reference page, and does not change the rest of it', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/docs`)
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/)
  const page = await response.text()
  const block = /^ *<script type="application\/json" id="prefilled">(.*)<\/script>\n/m
  const { headers } = simulatedProducts()
  expect(JSON.parse(block.exec(page)?.[1] ?? '')).toEqual({ key: 'local-pro-key', headers })
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
  expect((await readAll(files)).filter((text) => text.includes('local-pro-key'))).toEqual([])
})

it('prints three requests that work when pasted', async () => {
  const urls = [...started.output.matchAll(/^curl -H "X-API-KEY: local-pro-key" "(.+)"$/gm)].map(([, url]) => url ?? '')
  expect(urls).toHaveLength(3)
  for (const url of urls) {
    const response = await fetch(url, { headers: { 'X-API-KEY': 'local-pro-key' } })
    expect(response.status).toBe(200)
    await response.text()
  }
})

it('reports at once an endpoint without a server', async () => {
  const ask = async (path: string, body: object) => {
    const headers = { 'X-API-KEY': 'local-pro-key', 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`http://127.0.0.1:${port}/api/v1/events/subscriptions${path}`, init)).json()
  }
  const url = `http://127.0.0.1:${await freePort()}/hook`
  const { id } = (await ask('', { url, types: ['account.rejected'] })) as { id: string }
  expect(await ask(`/${id}/test`, {})).toMatchObject({ ok: false, status: null, error: 'the connection broke' })
})

it('refuses Pro routes for the printed Basic key, and opens Basic ones', async () => {
  const key = /lk_[0-9A-Za-z]{49}/.exec(started.output)?.[0] ?? ''
  const base = `http://127.0.0.1:${port}/api/v1`
  const pro = await fetch(`${base}/recorder/doctor`, { headers: { 'X-API-KEY': key } })
  expect([pro.status, await pro.json()]).toEqual([400, { error: 'you are not a Latchkey PRO user' }])
  const basic = await fetch(`${base}/shop/category`, { method: 'POST', headers: { 'X-API-KEY': key } })
  expect(basic.status).toBe(200)
})

it('says in one line that a port is in use, and names --port', async () => {
  const second = run()
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

const run = () => spawn(process.execPath, ['scripts/start.ts', '--port', String(port)], { cwd: ROOT })

/** Continues to read after the greeting, because a closed pipe would end the process. */
function start(): Promise<{ child: ChildProcess; output: string }> {
  const child = run()
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Press Ctrl-C to stop.')) resolve({ child, output })
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)))
  })
}
