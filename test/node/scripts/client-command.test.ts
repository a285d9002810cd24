import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newSecret } from '../../../src/base/webhook-signing.ts'
import { call, describeCall } from '../../../src/client/command/call.ts'
import {
  forward,
  getStateFile,
  getWait,
  Passing,
  readState,
  repeat,
  writeState,
} from '../../../src/client/command/listen.ts'
import { findOperation, listOperations } from '../../../src/client/command/operations.ts'
import { readSettings, type Settings } from '../../../src/client/command/settings.ts'

/** The command of the client's package, without a gateway. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-command-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

/** A server that lives for one test. */
async function serving<Result>(answer: RequestListener, use: (origin: string) => Promise<Result>): Promise<Result> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('the settings', () => {
  it('come from the environment first, then from .env', async () => {
    await writeFile(
      join(folder, '.env'),
      '# mine\nexport LATCHKEY_URL="https://file.example/api/v1"\nLATCHKEY_API_KEY=of the file\n',
    )
    const settings = await readSettings({ LATCHKEY_API_KEY: 'of the environment' }, folder)
    expect(settings).toMatchObject({ origin: 'https://file.example', apiKey: 'of the environment' })
  })

  it('have the address of --url instead, if it is given', async () => {
    const env = { LATCHKEY_URL: 'https://environment.example', LATCHKEY_API_KEY: 'k' }
    expect((await readSettings(env, folder, 'https://option.example/mcp')).origin).toBe('https://option.example')
    expect((await readSettings({ LATCHKEY_API_KEY: 'k' }, folder, 'http://localhost:8787')).origin).toMatch(/8787$/)
    await expect(readSettings(env, folder, 'http://a.example')).rejects.toThrow(/^--url must be an address/)
  })

  it('are named when they are missing or wrong', async () => {
    await expect(readSettings({}, folder)).rejects.toThrow(/^LATCHKEY_URL is not set/)
    await expect(readSettings({ LATCHKEY_URL: 'https://a.example' }, folder)).rejects.toThrow(/^LATCHKEY_API_KEY is/)
    for (const LATCHKEY_URL of ['http://a.example', 'a.example', 'ftp://a.example'])
      await expect(readSettings({ LATCHKEY_URL, LATCHKEY_API_KEY: 'k' }, folder)).rejects.toThrow(/must be an address/)
  })
})

describe('an operation', () => {
  it('is found by its id, or a similar one is named', () => {
    expect(findOperation('recorder_get_file').path).toBe('/api/v1/recorder/files/{id}')
    expect(() => findOperation('recorder_get_fil')).toThrow('did you mean recorder_get_file?')
    expect(() => findOperation('x')).toThrow('latchkey operations lists all')
  })

  it('is listed by words, and none of the management app', () => {
    expect(listOperations(['transcript', 'video'])).toBe('video_get_transcript  The transcript of a video')
    expect(listOperations([])).not.toContain('admin_')
    expect(() => listOperations(['nothing', 'such'])).toThrow('no operation has nothing such')
  })

  it('has its fields and its variables in the help', () => {
    const told: string[] = []
    const command = describeCall(findOperation('payment_cancel_bill'))
    command.configureOutput({ writeOut: (text) => void told.push(text) }).outputHelp()
    const help = told.join('')
    expect(help).toMatch(/--price <integer> +required\. The whole amount in won/)
    expect(help).toContain('--idempotency-key')
    expect(help).toContain('X_PAYMENT_API_KEY')
  })
})

describe('the arguments of a call', () => {
  const parse = (id: string, ...args: string[]) =>
    describeCall(findOperation(id))
      .configureOutput({ writeErr: () => {} })
      .parse(args, { from: 'user' })
      .opts()

  it('are text in a path and a query, and JSON in a body unless they are text', () => {
    expect(parse('recorder_list_files', '--limit', '3')).toEqual({ limit: '3' })
    expect(parse('payment_cancel_bill', '--bill_id', '0123', '--price=150000')).toEqual({
      ...{ bill_id: '0123', price: 150_000 },
    })
    expect(parse('workspace_delete_pages', '--page_ids', '["a"]')).toEqual({ page_ids: ['a'] })
    expect(parse('video_get_transcript', '--lang', 'ko,en')).toEqual({ lang: 'ko,en' })
    expect(parse('recorder_transcribe_file', '--id', 'a', '--timezone', '-5')).toEqual({ id: 'a', timezone: -5 })
  })

  it.each([
    ['recorder_get_transcript', ['--fromat', 'srt'], /unknown option '--fromat'\n\(Did you mean --format\?\)/],
    ['recorder_get_transcript', ['--format'], /option '--format <.*>' argument missing/],
    ['recorder_get_transcript', ['abc'], /too many arguments/],
    ['recorder_get_transcript', ['--idempotency-key', 'a'], /unknown option '--idempotency-key'/],
    ['recorder_get_user', ['--body', 'a.json'], /unknown option '--body'/],
    ['payment_cancel_bill', ['--price', 'much'], /It must be JSON of the type integer/],
  ])('of %s, %j are refused', (id, args, message) => {
    expect(() => parse(id, ...args)).toThrow(message)
  })
})

describe('a call', () => {
  const settings =
    (origin: string, variables: Record<string, string> = {}) =>
    async (): Promise<Settings> => ({
      ...{ origin, apiKey: 'key', get: (name) => variables[name] },
    })
  const bill = ['--bill_id', '1']
  const cancel = ['--bill_id', '1', '--price', '10']
  const quiet = () => ({
    out: vi.spyOn(console, 'log').mockImplementation(() => {}),
    err: vi.spyOn(console, 'error').mockImplementation(() => {}),
  })

  it('that got no answer is sent once more, with the key that was printed', async () => {
    const { out, err } = quiet()
    const keys: unknown[] = []
    const answer: RequestListener = (request, response) => {
      keys.push(request.headers['idempotency-key'])
      if (keys.length === 1) request.socket.destroy()
      else response.setHeader('Content-Type', 'application/json').end('{"success":true}')
    }
    await serving(answer, (origin) => call('payment_cancel_bill', cancel, settings(origin)))
    expect(keys).toEqual([keys[0], keys[0]])
    expect(err.mock.calls).toEqual([[`Idempotency-Key: ${keys[0]}`]])
    expect(out.mock.calls).toEqual([['{\n  "success": true\n}']])
  })

  it('uses the given key, and the account of the deployment unless variables name another', async () => {
    quiet()
    const headers: unknown[] = []
    const answer: RequestListener = (request, response) => {
      const { 'idempotency-key': key, 'x-payment-mode': mode, 'x-payment-host': host } = request.headers
      headers.push([key, mode, host])
      response.end('{}')
    }
    await serving(answer, async (origin) => {
      await call('payment_cancel_bill', [...cancel, '--idempotency-key', 'order-17'], settings(origin))
      await call('payment_read_bill', bill, settings(origin, { X_PAYMENT_HOST: 'pay.example' }))
    })
    expect(headers).toEqual([
      ['order-17', 'true', undefined],
      [undefined, undefined, 'pay.example'],
    ])
  })

  it('takes fields from a file, and those of the command first', async () => {
    quiet()
    const bodies: string[] = []
    const answer: RequestListener = (request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk))).on('end', () => response.end('{}'))
    }
    const file = join(folder, 'body.json')
    await writeFile(file, '{"bill_id":"1","price":5}')
    await serving(answer, (origin) => call('payment_cancel_bill', ['--price', '10', '--body', file], settings(origin)))
    expect(bodies).toEqual(['{"bill_id":"1","price":10}'])
    await writeFile(file, '[1]')
    await expect(
      call('payment_cancel_bill', [...cancel, '--body', file], settings('http://127.0.0.1')),
    ).rejects.toThrow('must be a JSON object')
  })

  it('writes the bytes of a success to a file', async () => {
    const { out } = quiet()
    const file = join(folder, 'out.bin')
    const bytes = Buffer.from([0, 255, 10, 128])
    await serving(
      (_, response) => response.end(bytes),
      (origin) => call('recorder_get_user', ['--output', file], settings(origin)),
    )
    expect(await readFile(file)).toEqual(bytes)
    expect(out).not.toHaveBeenCalled()
  })
})

describe('forwarding', () => {
  const event = {
    ...{ id: 'evt_1', type: 'recorder.file.ready', timestamp: '2026-11-21T09:00:00Z', account: 'recorder' },
    data: { name: '회의' },
  }
  const { signal } = new AbortController()

  it('signs as a delivery is signed', async () => {
    const secret = newSecret()
    const verified: unknown[] = []
    const answer: RequestListener = (request, response) => {
      let body = ''
      request
        .on('data', (chunk) => {
          body += chunk
        })
        .on('end', () => {
          const headers = request.headers as Record<string, string>
          verified.push([headers['webhook-id'], new Webhook(secret).verify(body, headers)])
          response.statusCode = 204
          response.end()
        })
    }
    const status = await serving(answer, (target) => forward(event, { target, secret, signal }))
    const { id, ...rest } = event
    expect([status, verified]).toEqual([204, [[id, rest]]])
  })

  it.each([
    [500, 'the target answered 500'],
    [302, 'the target answered 302'],
  ])('takes %i for a failure that may pass', async (status, message) => {
    const answer: RequestListener = (_, response) => response.writeHead(status, { Location: '/' }).end()
    const sent = serving(answer, (target) => forward(event, { target, secret: newSecret(), signal }))
    await expect(sent).rejects.toThrow(new Passing(message))
  })

  it('waits longer after each failure, up to a minute, and ends with its signal', async () => {
    expect([1, 2, 3, 6, 7, 50].map(getWait)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
    const ending = new AbortController()
    const onFailure = vi.fn(() => ending.abort())
    const attempt = () => Promise.reject(new Passing('down', 90_000))
    await expect(repeat(attempt, { signal: ending.signal, onFailure })).rejects.toThrow(/abort/i)
    expect(onFailure.mock.calls).toEqual([['down', 90_000]])
    await expect(
      repeat(() => Promise.reject(new Error('wrong')), { signal, onFailure: () => expect.fail('it cannot pass') }),
    ).rejects.toThrow('wrong')
  })
})

describe('the place where it stopped', () => {
  const state = {
    gateway: 'https://a.example',
    target: 'http://b.example/',
    secret: 'whsec_',
    after: 'e1',
    forwarded: [],
  }

  it('is a file of this user alone, for each gateway and target', async () => {
    const at = (gateway: string, target: string) => getStateFile(gateway, target, { XDG_STATE_HOME: folder })
    const file = at(state.gateway, state.target)
    expect(new Set([file, at('https://c.example', state.target), at(state.gateway, 'http://d.example/')]).size).toBe(3)
    expect(await readState(file)).toBeUndefined()
    await writeState(file, state)
    await writeState(file, { ...state, after: 'e2' })
    expect(await readState(file)).toEqual({ ...state, after: 'e2' })
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    await writeFile(file, '{')
    await expect(readState(file)).rejects.toThrow('is damaged')
  })
})
