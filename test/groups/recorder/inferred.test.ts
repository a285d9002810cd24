import { expect, it } from 'vitest'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

it('GET /recorder/summary/models: the models', async () => {
  const deployment = connected()
  const { status, json } = await deployment.get('/summary/models')
  expect(status).toBe(200)
  expect(json.models).toContainEqual({ model_name: 'auto' })
  expect(lines(calls(deployment))).toEqual(['GET /summary/models'])
})

it('GET /recorder/combine/running-tasks: usually an empty list', async () => {
  const deployment = connected()
  const { status, json } = await deployment.get('/combine/running-tasks')
  expect([status, json]).toEqual([200, { tasks: [] }])
  expect(lines(calls(deployment))).toEqual(['GET /file/combine-tasks/running'])
})

it('GET /recorder/combine/running-tasks: the merges that are running', async () => {
  const { get, plaud } = connected()
  const task = { task_id: 'merge-1', file_ids: ['a', 'b'], filename: 'Both' }
  plaud.state.combineTasks.push({ ...task, status: 'pending' }, { ...task, task_id: 'merge-2', status: 'success' })
  expect((await get('/combine/running-tasks')).json.tasks).toEqual([{ ...task, status: 'pending' }])
})

it.each(['{"status":0,"data":{"tasks":[{"task_id":"a"}]}}', '[{"task_id":"a"}]'])(
  'GET /recorder/combine/running-tasks: the form %s is read',
  async (body) => {
    const { get, plaud } = connected()
    plaud.fail(
      { kind: 'status', status: 200, body },
      { on: ({ url }) => url.pathname.startsWith('/file/combine-tasks/') },
    )
    expect((await get('/combine/running-tasks')).json).toEqual({ tasks: [{ task_id: 'a' }] })
  },
)

const ROUTES = [
  ['/summary/models', '/summary/models'],
  ['/combine/running-tasks', '/file/combine-tasks/running'],
] as const

it.each(ROUTES)('GET /recorder%s: its path is inferred, so a 404 is 502 and never an empty list', async (path) => {
  const { get } = connected({ switches: { models: 'absent', combineTasks: 'absent' } })
  const { status, json } = await get(path)
  expect(status).toBe(502)
  expect(json).not.toHaveProperty('models')
  expect(json).not.toHaveProperty('tasks')
})

it.each(ROUTES)('GET /recorder%s: "not found" inside a 200 is 502 as well', async (path, upstream) => {
  const { get, plaud } = connected()
  const body = '{"status":-1,"msg":"route not found"}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === upstream })
  expect((await get(path)).status).toBe(502)
})

it.each(ROUTES)('GET /recorder%s: a response of another shape is 502', async (path, upstream) => {
  const { get, plaud } = connected()
  plaud.fail(
    { kind: 'status', status: 200, body: '{"status":0,"data":{"x":1}}' },
    { on: ({ url }) => url.pathname === upstream },
  )
  expect((await get(path)).status).toBe(502)
})

it.each(ROUTES)('GET /recorder%s: 401 when the product rejects the account', async (path, upstream) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 401 }, { on: ({ url }) => url.pathname === upstream })
  expect((await get(path)).status).toBe(401)
})
