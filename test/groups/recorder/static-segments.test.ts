import { expect, it } from 'vitest'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

/** Fixed segments in places where an {id} could be, and the methods of their paths. */
const FIXED = [
  ['/files/trash', 'POST'],
  ['/files/restore', 'POST'],
  ['/files/tags', 'POST'],
  ['/files/organize', 'POST'],
  ['/files/webhook-candidates', 'GET, HEAD'],
] as const

it.each(FIXED)('PATCH /recorder%s renames no recording of that name: 405 with Allow: %s', async (path, allow) => {
  const { send, plaud } = connected()
  const { status, headers } = await send('PATCH', path, { filename: 'New' })
  expect([status, headers.get('Allow')]).toEqual([405, allow])
  expect(plaud.calls).toEqual([])
})

it.each(FIXED.slice(0, 4))(
  'GET /recorder%s reads no recording of that name: 405 with Allow: %s',
  async (path, allow) => {
    const { get, plaud } = connected()
    const { status, headers } = await get(path)
    expect([status, headers.get('Allow')]).toEqual([405, allow])
    expect(plaud.calls).toEqual([])
  },
)

it.each(FIXED.flatMap(([path]) => [`${path}/transcript`, `${path}/fetch`, `${path}/tabs/content`]))(
  'GET /recorder%s is 404: there is no such path',
  async (path) => {
    const { get, plaud } = connected()
    expect((await get(path)).status).toBe(404)
    expect(plaud.calls).toEqual([])
  },
)

it.each(['/files/trash', '/files/organize'])(
  'DELETE /recorder%s: 405 with the one method of that path',
  async (path) => {
    const { send } = connected()
    const { status, headers } = await send('DELETE', path)
    expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
  },
)

it('POST /recorder/files/{id}: 405 with the methods of that path', async () => {
  const { send } = connected()
  const { status, headers } = await send('POST', '/files/abc', {})
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, PATCH, HEAD'])
})
