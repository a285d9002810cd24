import { describe, expect, it } from 'vitest'
import {
  EU_ACCOUNT,
  EU_BROWSER_SESSION,
  EU_WORKSPACE_TOKEN,
  GLOBAL_ACCOUNT,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { OBJECTS } from '../../support/objects.ts'
import { type Connected, calls, connected, leaveNothingBehind, lines } from './connected.ts'

/** Which generation of Plaud an account uses (docs/spec/recorder.md, "Plaud 4.0"). */

leaveNothingBehind()

const remembered = (account = GLOBAL_ACCOUNT) => OBJECTS.ACCOUNTS.getByName(`recorder/${account.id}`).generation.read()

const LIST = 'GET /file-app/v4/recordings/all?sort_by=updated&sort_order=desc&page_size=1'
const OLD_LIST = 'GET /file/simple/web?skip=0&limit=1&is_trash=0&sort_by=edit_time&is_desc=true'

const list = ({ get }: Pick<Connected, 'get'>) => get('/files?limit=1')
const paths = (deployment: Connected) => lines(calls(deployment))
const isOld = ({ url }: Call) => url.pathname.startsWith('/file/')
const isNew = ({ url }: Call) => url.pathname.startsWith('/file-app/')

it('is 3.0 until an account has moved, which costs nothing', async () => {
  const deployment = connected()
  expect((await list(deployment)).status).toBe(200)
  expect(paths(deployment)).toEqual([OLD_LIST])
  expect(await remembered()).toBeUndefined()
})

it('is found by the first request, and remembered for every isolate', async () => {
  const deployment = connected({ switches: { generation: 4 } })
  expect((await list(deployment)).json.data_file_list).toHaveLength(1)
  expect(paths(deployment)).toEqual([OLD_LIST, LIST])
  // The token is renewed once before.
  expect(deployment.plaud.state.mints).toBe(2)
  expect(await remembered()).toBe(4)
  expect((await list(deployment.another())).status).toBe(200)
  expect(paths(deployment)).toEqual([OLD_LIST, LIST, LIST])
})

it.each([
  [-1800907, ''],
  [-1800907, 'invalid session'],
  [-7, 'your account was upgraded to Plaud 4.0'],
  [-7, 'this user has moved to the new version'],
])('is found by the code and by words: %i "%s"', async (status, msg) => {
  const deployment = connected({ switches: { generation: 4 } })
  deployment.plaud.fail({ kind: 'status', status: 200, body: JSON.stringify({ status, msg }) }, { on: isOld })
  expect((await list(deployment)).status).toBe(200)
})

it('is found by a token that 3.0 refuses, once it was renewed', async () => {
  const deployment = connected({ switches: { generation: 4 } })
  deployment.plaud.fail({ kind: 'status', status: 401 }, { on: isOld })
  expect((await list(deployment)).status).toBe(200)
  expect(paths(deployment)).toEqual([OLD_LIST, OLD_LIST, LIST])
  expect(await remembered()).toBe(4)
})

it.each([
  ['in a 200', 'code'],
  ['by HTTP', 'detail'],
] as const)('is 3.0 again for an account that 4.0 refuses %s', async (_, unmovedRefusal) => {
  const deployment = connected({ switches: { generation: 4, unmovedRefusal } })
  await list(deployment)
  deployment.plaud.switches.generation = 3
  expect((await list(deployment)).status).toBe(200)
  expect(await remembered()).toBe(3)
})

it('an account that moves between two requests goes on, and so does one that moves within a request', async () => {
  const deployment = connected()
  const before = (await deployment.get('/files')).json.data_file_list.map(({ id }: { id: string }) => id)
  deployment.plaud.switches.generation = 4
  const after = (await deployment.get('/files')).json.data_file_list.map(({ id }: { id: string }) => id)
  expect(after).toEqual(before)

  const moving = connected()
  moving.plaud.fail(
    { kind: 'delay', ms: 0 },
    {
      on: () => {
        if (moving.plaud.calls.filter(isOld).length === 3) moving.plaud.switches.generation = 4
        return false
      },
    },
  )
  const { status, json } = await moving.get('/sync?limit=5&include=summary')
  expect([status, json.files.length, json.stats.bundle_errors]).toEqual([200, 5, 0])
  expect(moving.plaud.calls.some(isNew)).toBe(true)
})

describe('nothing is decided by', () => {
  it.each([
    ['500', { kind: 'status', status: 500 }, 502],
    ['503', { kind: 'status', status: 503 }, 502],
    ['429', { kind: 'status', status: 429 }, 429],
    ['a page of the edge', { kind: 'html', status: 403 }, 502],
    ['a broken connection', { kind: 'network' }, 502],
    ['no answer', { kind: 'timeout' }, 504],
  ] as const)('%s of either generation', async (_, fault, expected) => {
    const old = connected()
    old.plaud.fail(fault, { on: isOld })
    expect((await list(old)).status).toBe(expected)
    expect(old.plaud.calls.filter(isNew)).toEqual([])

    const deployment = connected({ switches: { generation: 4 } })
    deployment.plaud.fail(fault, { on: isNew })
    expect((await list(deployment)).status).toBe(expected)
    expect(await remembered()).toBeUndefined()

    deployment.plaud.heal()
    await list(deployment)
    deployment.plaud.fail(fault, { on: isNew })
    const from = calls(deployment).length
    expect((await list(deployment)).status).toBe(expected)
    expect(calls(deployment).slice(from).filter(isOld)).toEqual([])
    expect(await remembered()).toBe(4)
  })

  it('an unknown recording, which is 404 at once', async () => {
    const deployment = connected({ switches: { generation: 4 } })
    expect((await deployment.get('/files/0123456789abcdef0123456789abcdef')).status).toBe(404)
  })

  it('a route of 3.0 beside the library, which may answer a moved account', async () => {
    const deployment = connected({ switches: { generation: 4 } })
    expect((await deployment.get('/devices')).status).toBe(200)
    expect(await remembered()).toBeUndefined()
    await list(deployment)
    expect((await deployment.get('/devices')).status).toBe(200)
    expect(await remembered()).toBe(4)
  })
})

describe('an account that both generations refuse is 401', () => {
  it('and is renewed only once', async () => {
    const deployment = connected()
    deployment.plaud.fail({ kind: 'status', status: 401 }, { on: (call) => isOld(call) || isNew(call) })
    const { status, json } = await list(deployment)
    expect([status, json.error]).toEqual([401, expect.stringMatching(/reconnect/)])
    expect(paths(deployment)).toEqual([OLD_LIST, OLD_LIST, LIST])
    expect(deployment.plaud.state.mints).toBe(2)
  })

  it.each(['/files?limit=1', '/files/0123456789abcdef0123456789abcdef'])(
    'also where 4.0 has no such route: %s',
    async (path) => {
      const deployment = connected({ switches: { unmovedRefusal: 'absent' } })
      deployment.plaud.fail({ kind: 'status', status: 200, body: '{"status":-3900}' }, { on: isOld })
      const { status, json } = await deployment.get(path)
      expect([status, json.error]).toEqual([401, expect.stringMatching(/reconnect/)])
      expect(await remembered()).toBeUndefined()
    },
  )

  it('but not for an unknown recording of an account whose token 3.0 refuses: 4.0 lists its recordings', async () => {
    const deployment = connected({ switches: { generation: 4 } })
    deployment.plaud.fail({ kind: 'status', status: 401 }, { on: isOld })
    expect((await deployment.get('/files/0123456789abcdef0123456789abcdef')).status).toBe(404)
    expect(await remembered()).toBe(4)
  })

  it('also where 3.0 says that it has moved', async () => {
    const deployment = connected()
    deployment.plaud.fail({ kind: 'status', status: 200, body: '{"status":-1800907}' }, { on: isOld })
    const { status, json } = await list(deployment)
    expect([status, json.error]).toEqual([401, expect.stringMatching(/reconnect/)])
    expect(await remembered()).toBeUndefined()
  })
})

it('a token that cannot be renewed moves, too', async () => {
  const deployment = connected({ token: EU_WORKSPACE_TOKEN, switches: { generation: 4 } })
  expect((await list(deployment)).status).toBe(200)
  expect(await remembered(EU_ACCOUNT)).toBe(4)
  const from = calls(deployment).length
  expect((await list(deployment.another())).status).toBe(200)
  expect(paths(deployment).slice(from)).toEqual([LIST])
})

it('a renewal that fails does not keep a moved account from 4.0', async () => {
  const deployment = connected({ token: EU_BROWSER_SESSION, switches: { generation: 4 } })
  deployment.plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.startsWith('/user-app/') })
  expect((await list(deployment)).status).toBe(200)
})

it('4.0 gets the workspace of the token in headers, and 3.0 none', async () => {
  const deployment = connected({ switches: { generation: 4 } })
  await list(deployment)
  const [old, moved] = calls(deployment)
  expect(old?.headers.has('x-scope-id')).toBe(false)
  expect(moved?.headers.get('x-scope-type')).toBe('workspace')
  expect(moved?.headers.get('x-scope-id')).toBe(GLOBAL_ACCOUNT.workspaces[1]?.workspace_id)
})

it('many requests at the time of the move renew the token once', async () => {
  const deployment = connected()
  await list(deployment)
  deployment.plaud.switches.generation = 4
  const answers = await Promise.all(Array.from({ length: 10 }, () => list(deployment)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(deployment.plaud.state.mints).toBe(2)
})

it('a workspace token that 4.0 refuses is renewed as at 3.0', async () => {
  const deployment = connected({ token: USER_TOKEN, switches: { generation: 4 } })
  await list(deployment)
  deployment.world.clock.advance(86_400_000)
  expect((await list(deployment)).status).toBe(200)
  expect(paths(deployment).filter((line) => line === OLD_LIST)).toHaveLength(1)
})
