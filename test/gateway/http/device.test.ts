import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { describeDevice } from '../../../src/gateway/http/device.ts'
import type { AppEnv } from '../../../src/gateway/state.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1'
const EDGE = { 'User-Agent': IPHONE, 'CF-Ray': '8f2c0a1b3d4e5f60' }

/** The device of a request with these headers, and what the runtime says of its place. */
async function describe(url: string, headers: HeadersInit, cf: Record<string, unknown> | undefined) {
  const app = new Hono<AppEnv>().get('/', (c) => c.json({ device: describeDevice(c) }))
  const request = new Request(url, { headers })
  // A runtime sets it. Nobody else can.
  Object.defineProperty(request, 'cf', { value: cf })
  const { device } = await (await app.request(request)).json<{ device: string | null }>()
  return device
}

it.each([
  ['the city', 'https://gateway.example', EDGE, { city: 'Seoul', country: 'KR' }, 'iPhone, Safari, Seoul'],
  ['the country without a city', 'https://gateway.example', EDGE, { country: 'KR' }, 'iPhone, Safari, KR'],
  [
    'the country with an empty city',
    'https://gateway.example',
    EDGE,
    { city: '', country: 'KR' },
    'iPhone, Safari, KR',
  ],
  ['no place where none is known', 'https://gateway.example', EDGE, undefined, 'iPhone, Safari'],
  ['no place for an unknown country', 'https://gateway.example', EDGE, { country: 'XX' }, 'iPhone, Safari'],
  ['no place for Tor', 'https://gateway.example', EDGE, { country: 'T1' }, 'iPhone, Safari'],
  [
    'no place of a local runtime',
    'http://192.168.0.20:8787',
    { 'User-Agent': IPHONE },
    { city: 'Austin', country: 'US' },
    'iPhone, Safari',
  ],
  ['no place on this machine', 'http://localhost:8787', EDGE, { city: 'Austin', country: 'US' }, 'iPhone, Safari'],
  ['null when nothing is known', 'http://localhost:8787', {}, { city: 'Austin', country: 'US' }, null],
])('a device has %s', async (_, url, headers, cf, device) => {
  expect(await describe(url, headers, cf)).toBe(device)
})
