import { spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRelay } from '../../../scripts/relay/build.ts'
import { ROOT } from '../../../scripts/support/build.ts'
import { RELAY_TOKEN, type RunningRelay, startRelay } from './relay-process.ts'

/** The built relay as a separate process, in front of a product on this machine (docs/spec/gateway.md, "The relay"). */

const folder = join(ROOT, 'node_modules/.cache/latchkey-relay-test')
const HOST = 'api-gateway.coupang.com'

interface Received {
  method: string | undefined
  url: string | undefined
  raw: string[]
  body: string
}

let received: Received[] = []
let closed = 0
let respond: (request: IncomingMessage, answer: ServerResponse) => void
const product = createServer(async (request, answer) => {
  const chunks: Buffer[] = []
  answer.on('close', () => {
    if (!answer.writableFinished) closed += 1
  })
  for await (const chunk of request) chunks.push(chunk)
  received.push({
    ...{ method: request.method, url: request.url },
    raw: request.rawHeaders,
    body: Buffer.concat(chunks).toString(),
  })
  respond(request, answer)
})
let relay: RunningRelay

beforeAll(async () => {
  await buildRelay(folder)
  await new Promise<void>((resolve) => void product.listen(0, '127.0.0.1', resolve))
  relay = await startRelay(join(folder, 'relay.mjs'), { product: (product.address() as AddressInfo).port })
})
afterAll(async () => {
  await relay.stop()
  product.closeAllConnections()
  product.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  received = []
  closed = 0
  respond = (_, answer) => answer.writeHead(200, ['Content-Type', 'application/json']).end('{"data":1}')
})

interface Ask {
  method?: string
  token?: string | undefined
  headers?: Record<string, string | string[]>
  body?: string
}

/** Node's own request sends the path unchanged, while `fetch` would rewrite some. */
function ask(path: string, { method = 'GET', token = RELAY_TOKEN, headers = {}, body }: Ask = {}) {
  return new Promise<{ status: number | undefined; raw: string[]; headers: IncomingMessage['headers']; text: string }>(
    (resolve, reject) => {
      const options = {
        port: relay.port,
        path,
        method,
        headers: { ...(token && { 'X-Relay-Token': token }), ...headers },
      }
      const call = httpRequest(options, (answer) => {
        const { statusCode: status, rawHeaders: raw, headers: named } = answer
        text(answer).then((whole) => resolve({ status, raw, headers: named, text: whole }), reject)
      })
      call.on('error', reject)
      call.end(body)
    },
  )
}

const getHeader = (raw: string[], name: string) => raw[raw.indexOf(name) + 1]

describe('what is forwarded', () => {
  it('method, path, query, body and the product’s headers stay as they are', async () => {
    const path = "/v2/a%2Fb//c/../d?createdAtFrom=2026-01-01%2B09:00&a=%27&empty=&q='x'"
    const body = '{"이름": "값"}'
    await ask(`/${HOST}${path}`, {
      method: 'POST',
      body,
      headers: {
        Authorization: 'CEA algorithm=HmacSHA256, signature=1',
        'x-Mixed-Case': ['a', 'b'],
        Cookie: 'sid=1; b=2',
      },
    })
    const [call] = received
    expect(call).toMatchObject({ method: 'POST', url: path, body })
    expect(getHeader(call?.raw ?? [], 'Host')).toBe(HOST)
    expect(getHeader(call?.raw ?? [], 'Authorization')).toBe('CEA algorithm=HmacSHA256, signature=1')
    expect(getHeader(call?.raw ?? [], 'Cookie')).toBe('sid=1; b=2')
    expect(call?.raw.filter((text) => text === 'x-Mixed-Case')).toHaveLength(2)
  })

  it('not the token, not headers of the connection, nor what proxies add', async () => {
    const own = { 'Keep-Alive': '1', TE: 'gzip', Connection: 'close, X-Private', 'X-Private': '1', Upgrade: 'h2c' }
    const added = {
      'X-Forwarded-For': '1',
      'CF-Connecting-IP': '1',
      'CF-Ray': '1',
      Via: '1',
      Forwarded: 'for=1',
      'CDN-Loop': '1',
    }
    await ask(`/${HOST}/`, { headers: { ...own, ...added, 'X-Kept': '1' } })
    const names = received[0]?.raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
    expect(names).toContain('x-kept')
    for (const name of [...Object.keys(own), ...Object.keys(added), 'X-Relay-Token'])
      if (name !== 'Connection') expect(names).not.toContain(name.toLowerCase())
    expect(JSON.stringify(received)).not.toContain(RELAY_TOKEN)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'POST', 'GET'])('%s with a body of unknown length', async (method) => {
    const answer = await ask(`/${HOST}/x`, {
      method,
      body: 'a'.repeat(100_000),
      headers: { 'Transfer-Encoding': 'chunked' },
    })
    expect(answer.status).toBe(200)
    expect(received[0]).toMatchObject({ method, body: 'a'.repeat(100_000) })
  })

  it('the product’s response, marked as forwarded', async () => {
    respond = (_, answer) =>
      answer
        .writeHead(403, 'Nope', [
          'Set-Cookie',
          'a=1',
          'Set-Cookie',
          'b=2',
          'X-Relay',
          'refused',
          'Content-Encoding',
          'gzip',
        ])
        .end('raw bytes')
    const answer = await ask(`/${HOST}/`)
    expect(answer).toMatchObject({ status: 403, text: 'raw bytes' })
    expect(answer.headers).toMatchObject({
      'set-cookie': ['a=1', 'b=2'],
      'x-relay': 'forwarded',
      'content-encoding': 'gzip',
    })
  })

  it('a redirect as it is, without following it', async () => {
    respond = (_, answer) => answer.writeHead(302, { Location: `https://${HOST}/login` }).end()
    expect(await ask(`/${HOST}/`)).toMatchObject({ status: 302, headers: { location: `https://${HOST}/login` } })
    expect(received).toHaveLength(1)
  })

  it('a response while it is still arriving', async () => {
    let finish = () => {}
    respond = (_, answer) => {
      answer.writeHead(200)
      answer.write('first')
      finish = () => answer.end('last')
    }
    const text = await new Promise<string>((resolve, reject) => {
      const call = httpRequest(
        { port: relay.port, path: `/${HOST}/`, headers: { 'X-Relay-Token': RELAY_TOKEN } },
        (answer) => {
          let all = ''
          answer.on('data', (chunk) => {
            all += chunk
            finish()
          })
          answer.on('end', () => resolve(all))
        },
      )
      call.on('error', reject).end()
    })
    expect(text).toBe('firstlast')
  })
})

describe('what is refused', () => {
  it.each([
    ['without a token', undefined],
    ['an empty token', ''],
    ['another token', `${RELAY_TOKEN}x`],
    ['the beginning of the token', RELAY_TOKEN.slice(0, -1)],
  ])('%s: 401', async (_, token) => {
    const answer = await ask(`/${HOST}/`, { token: token ?? '' })
    expect(answer).toMatchObject({ status: 401, headers: { 'x-relay': 'refused' } })
    expect(received).toEqual([])
  })

  it('the token twice: 401', async () => {
    const headers = { 'X-Relay-Token': [RELAY_TOKEN, RELAY_TOKEN] }
    expect((await ask(`/${HOST}/`, { token: '', headers })).status).toBe(401)
  })

  it.each([
    '/evil.example.com/',
    '/127.0.0.1/',
    '/localhost/',
    `/${HOST}:8443/`,
    `/${HOST}.evil.test/`,
    `/evil-${HOST}/`,
    `/${HOST}./`,
    `/${HOST.toUpperCase()}/`,
    `/user@${HOST}/`,
    `/${HOST}`,
    `/${HOST}?a=b`,
    `//${HOST}/`,
    `/http://${HOST}/`,
    `/http:/${HOST}/`,
    `/${encodeURIComponent(`${HOST}/`)}/`,
    '/',
    '*',
    `http://${HOST}/`,
    `https://${HOST}/${HOST}/`,
  ])('%s: 403', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 403, headers: { 'x-relay': 'refused' } })
    expect(received).toEqual([])
  })
})

describe('what breaks', () => {
  it('a product that hangs up: 502, marked as unreachable', async () => {
    respond = (_, answer) => answer.destroy()
    const answer = await ask(`/${HOST}/`, { method: 'POST', body: '{}' })
    expect(answer).toMatchObject({ status: 502, headers: { 'x-relay': 'unreachable' } })
    expect(received).toHaveLength(1)
  })

  it('a response that is cut reaches the gateway cut', async () => {
    respond = (_, answer) => {
      answer.writeHead(200, { 'Content-Length': '100' })
      answer.write('half')
      setTimeout(() => answer.destroy(), 20)
    }
    await expect(ask(`/${HOST}/`)).rejects.toThrow()
  })

  it('a caller that disconnects aborts the call', async () => {
    const arrived = new Promise<void>((resolve) => {
      respond = () => resolve()
    })
    const call = httpRequest({ port: relay.port, path: `/${HOST}/`, headers: { 'X-Relay-Token': RELAY_TOKEN } })
    call.on('error', () => {}).end()
    await arrived
    call.destroy()
    await expect.poll(() => closed, { timeout: 5000 }).toBe(1)
  })
})

it('GET /health needs no token', async () => {
  expect(await ask('/health', { token: '' })).toMatchObject({ status: 200, text: '{"status":"ok"}' })
})

it('the log has method, host, status and time of each call, and nothing else', async () => {
  const before = relay.log.length
  await ask(`/${HOST}/secret-path?secret=query`, { method: 'POST', body: 'secret', headers: { Cookie: 'secret' } })
  await ask('/secret.example.com/', { token: 'secret' })
  await expect.poll(() => relay.log.length, { timeout: 5000 }).toBe(before + 2)
  const lines = relay.log.slice(before).map((line) => JSON.parse(line))
  expect(lines).toEqual([
    { method: 'POST', host: HOST, status: 200, ms: expect.any(Number) },
    { method: 'GET', host: null, status: 401, ms: expect.any(Number) },
  ])
})

describe('the process', () => {
  const run = (env: Record<string, string>) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn(process.execPath, [join(folder, 'relay.mjs')], {
        env: { PATH: process.env.PATH ?? '', ...env },
      })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      child.on('close', (code) => resolve({ code, said }))
    })

  it.each([
    [{}, 'RELAY_TOKEN'],
    [{ RELAY_TOKEN: 'short-token' }, 'RELAY_TOKEN'],
    [{ RELAY_TOKEN, PORT: '99999' }, 'PORT'],
    [{ RELAY_TOKEN, PORT: 'eight' }, 'PORT'],
  ])('%j: exits with 1 and names the setting', async (env, name) => {
    const { code, said } = await run(env)
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(name) })
    expect(said).not.toContain(RELAY_TOKEN)
    expect(said).not.toContain('short-token')
  })

  it('on SIGTERM running calls end normally, and then the process', async () => {
    const own = await startRelay(join(folder, 'relay.mjs'), { product: (product.address() as AddressInfo).port })
    const ended = new Promise((resolve) => own.child.on('close', resolve))
    respond = (_, answer) => {
      own.child.kill('SIGTERM')
      setTimeout(() => answer.end('whole'), 300)
    }
    const text = await fetch(`http://127.0.0.1:${own.port}/${HOST}/`, {
      headers: { 'X-Relay-Token': RELAY_TOKEN },
    }).then((a) => a.text())
    expect(text).toBe('whole')
    expect(await ended).toBe(0)
  })
})

it('the folder contains all that a server needs, and the file imports only Node', async () => {
  expect((await readdir(folder)).sort()).toEqual([
    ...['Caddyfile', 'Dockerfile', 'README.ko.md', 'README.md', 'latchkey-relay.service', 'relay.mjs'],
  ])
  const code = await readFile(join(folder, 'relay.mjs'), 'utf8')
  const imports = [...code.matchAll(/^import .* from "([^"]+)"/gm)].map(([, from]) => from)
  expect(imports.length).toBeGreaterThan(2)
  expect(imports.filter((from) => !from?.startsWith('node:'))).toEqual([])
})

it('the image copies a file of the folder, starts it, and needs nothing else', async () => {
  const image = await readFile(join(folder, 'Dockerfile'), 'utf8')
  const files = new Set(await readdir(folder))
  const copied = [...image.matchAll(/^COPY (\S+) (\S+)$/gm)].map(([, from = '', to]) => ({ from, to }))
  expect(copied.map(({ from }) => files.has(from))).toEqual([true])
  expect(image).toContain(`CMD ["node", "${copied[0]?.to}"]`)
  expect(image).toMatch(/^FROM node:\d+-alpine$/m)
  expect(image).not.toMatch(/^(RUN|ADD)\b/m)
})
