import { expect, it } from 'vitest'
import { formatKey } from '../../src/gateway/auth/key.ts'
import { NOTION_SESSIONS, USERS, WORKSPACES } from '../simulators/workspace/index.ts'
import { json } from '../support/gateway.ts'
import { deploy, startAnew } from './admin/deployment.ts'

/** Credentials in headers of a request are checked by their form (docs/spec/admin.md, "Misplaced secrets"). */

startAnew()

const NAMED_KEY = formatKey(new Uint8Array(32).fill(7))
const PLAUD = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwIn0.c2lnbmF0dXJl'
const GATEWAY = 'this is a key of the gateway, which belongs to no account. Nothing was sent'

const QUERY = '/api/v2/workspace/data-source/2f1c0de0-0002-4000-8000-000000000001/query'
const INVITE = '/api/v1/workspace/workspace-invite'
const SESSION = { 'X-Workspace-Space-ID': WORKSPACES.haneul, 'X-Workspace-User-ID': USERS.jiwoo }
const PAYMENT = {
  'X-Payment-Host': 'erp-api.payssam.kr',
  'X-Payment-Api-Key': 'k'.repeat(32),
  'X-Payment-Member-ID': 'member',
  'X-Payment-Merchant-ID': 'merchant',
  'X-Payment-Business-Number': '1112233333',
}

it.each<[string, string, object, Record<string, string>, RegExp | string]>([
  ['X-Workspace-Token', QUERY, {}, { 'X-Workspace-Token': NAMED_KEY }, GATEWAY],
  ['X-Workspace-Token', QUERY, {}, { 'X-Workspace-Token': `Bearer ${NAMED_KEY}` }, GATEWAY],
  ['X-Workspace-Token', QUERY, {}, { 'X-Workspace-Token': PLAUD }, /^this is a secret of Plaud/],
  [
    'X-Workspace-Token',
    INVITE,
    { email: 'someone@haneul.example' },
    { ...SESSION, 'X-Workspace-Token': NAMED_KEY },
    GATEWAY,
  ],
  [
    'X-Workspace-Token',
    INVITE,
    { email: 'someone@haneul.example' },
    { ...SESSION, 'X-Workspace-Token': 'key-full.test-secret-full' },
    /^this is a secret of Tiro/,
  ],
  ...Object.keys(PAYMENT).map(
    (name) =>
      [name, '/api/v1/payment/cancel', { bill_id: 'B1', price: 1000 }, { ...PAYMENT, [name]: NAMED_KEY }, GATEWAY] as [
        ...[string, string, object, Record<string, string>, string],
      ],
  ),
])('%s of %s is refused before anything is sent', async (name, path, body, headers, message) => {
  const { gateway, world } = await deploy()
  const init = json('POST', body)
  const answer = await gateway.call(path, { ...init, headers: { ...init.headers, ...headers } })
  expect([answer.status, answer.json]).toEqual([400, { success: false, error: expect.any(String) }])
  const [, said] = new RegExp(`^${name}: (.*)$`).exec(answer.json.error) ?? []
  if (typeof message === 'string') expect(said).toBe(message)
  else expect(said).toMatch(message)
  expect(world.simulators.flatMap(({ calls }) => calls)).toEqual([])
  expect(world.log.join('\n')).not.toContain(headers[name])
})

it('the search names the header as well', async () => {
  const { gateway, world } = await deploy()
  const headers = { 'X-Workspace-Token': PLAUD }
  const { status, json: found } = await gateway.call('/api/v1/search?query=a&groups=workspace', { headers })
  expect([status, found.error]).toEqual([400, expect.stringMatching(/^X-Workspace-Token: this is a secret of Plaud/)])
  expect(world.simulators.flatMap(({ calls }) => calls)).toEqual([])
})

it('the session of a workspace is not taken for a token of the recorder', async () => {
  const { gateway } = await deploy()
  const init = json('POST', { email: 'someone@haneul.example' })
  const headers = { ...init.headers, ...SESSION, 'X-Workspace-Token': `v03:${PLAUD}` }
  const answer = await gateway.call(INVITE, { ...init, headers })
  expect(answer.status).toBe(401)
  const own = { ...headers, 'X-Workspace-Token': NOTION_SESSIONS.owner }
  expect((await gateway.call(INVITE, { ...init, headers: own })).status).toBe(200)
})
