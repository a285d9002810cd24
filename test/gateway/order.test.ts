import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LICENCES } from '../../src/base/groups.ts'
import { basic, type LicenceGate, pro, proOrPayment, proVideo } from '../../src/gateway/operation-type.ts'
import { freshDeployment } from '../support/fresh.ts'
import { createGateway } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'
import { nameKey } from './auth/keys/named-keys.ts'

/** docs/spec/gateway.md, "Order of the checks": a request with several errors gets only the first. */

beforeEach(() => void createWorld())

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const FILE = '/api/v1/recorder/files/not%20an%20id'
const wrongBody = { method: 'PATCH', headers: { 'Content-Type': 'text/plain' }, body: '{' }

describe('each gate speaks before the next', () => {
  const gateway = createGateway()
  const told = async (path: string, init: RequestInit & { key?: string | null }) => {
    const { status, json } = await gateway.call(path, init)
    return { status, error: json?.error }
  }

  it('a preflight before an unknown path', async () => {
    const headers = { Origin: 'https://app.example.test', 'Access-Control-Request-Method': 'PATCH' }
    expect(await told('/api/v1/recorder/nowhere', { method: 'OPTIONS', headers, key: null })).toMatchObject({
      status: 204,
    })
  })

  it('an unknown path before the key', async () => {
    expect(await told('/api/v1/recorder/nowhere', { ...wrongBody, key: null })).toMatchObject({ status: 404 })
  })

  it('an unknown method before the key', async () => {
    expect(await told(FILE, { ...wrongBody, method: 'PUT', key: null })).toMatchObject({ status: 405 })
  })

  it('the key before its scope', async () => {
    const key = await nameKey({ licence: 'basic', groups: ['video'], expires_at: '2026-11-01T00:00:00Z' })
    expect(await told(FILE, { ...wrongBody, key })).toEqual({ status: 401, error: 'X-API-KEY has expired' })
  })

  it('the scope before the licence', async () => {
    const key = await nameKey({ licence: 'basic', groups: ['video'] })
    expect(await told(FILE, { ...wrongBody, key })).toMatchObject({ status: 403 })
  })

  it('the licence before the input', async () => {
    const key = await nameKey({ licence: 'basic' })
    expect(await told(FILE, { ...wrongBody, key })).toEqual({ status: 400, error: 'you are not a Latchkey PRO user' })
  })

  it('the path before the body, the type of the body before its size and text', async () => {
    expect(await told(FILE, wrongBody)).toMatchObject({ status: 400, error: expect.stringMatching(/^id: /) })
    expect(await told('/api/v1/recorder/files/a', wrongBody)).toMatchObject({ status: 415 })
    const typed = { ...wrongBody, headers: { 'Content-Type': 'application/json' } }
    expect(await told('/api/v1/recorder/files/a', typed)).toMatchObject({
      status: 400,
      error: 'body: is not valid JSON, from character 2 on',
    })
  })

  it('the input before the account', async () => {
    const rename = (body: string) => ({ method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body })
    expect(await told('/api/v1/recorder/files/a', rename('{}'))).toMatchObject({ status: 400 })
    expect(await told('/api/v1/recorder/files/a', rename('{"filename":"New"}'))).toMatchObject({ status: 401 })
  })
})

describe('licence gates', () => {
  const admitted = ({ admits }: LicenceGate) => LICENCES.filter((licence) => admits.includes(licence))

  it('basic: any licence but payment, which opens only the payment group', () => {
    expect(admitted(basic)).toEqual(['basic', 'pro'])
  })

  it('pro: a Pro licence only', () => {
    expect(admitted(pro)).toEqual(['pro'])
    expect(admitted(proVideo)).toEqual(['pro'])
  })

  it('pro or payment', () => {
    expect(admitted(proOrPayment)).toEqual(['pro', 'payment'])
  })

  it.each([basic, pro, proOrPayment])('refuse by 400 with the message of the contract, gate %#', (gate) => {
    expect(gate.refuse('Doorman')).toMatchObject({ status: 400, message: 'you are not a Doorman PRO user' })
  })

  it('video metadata refuses by 403', () => {
    expect(proVideo.refuse('Doorman')).toMatchObject({ status: 403, message: 'Pro account required' })
  })

  it('name the service as SERVICE_NAME does', async () => {
    const told = async (name: string) =>
      (await createGateway({ LICENCE: 'payment', SERVICE_NAME: name }).call('/api/v1/recorder/config')).json.error
    expect(await told('Doorman')).toBe('you are not a Doorman PRO user')
    expect(await told('')).toBe('you are not a Latchkey PRO user')
  })
})
