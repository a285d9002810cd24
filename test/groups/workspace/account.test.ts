import { afterEach, expect, it, vi } from 'vitest'
import { Clock } from '../../simulators/clock.ts'
import { createNotion, NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { BINDINGS, createGateway } from '../../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected } from '../../support/world.ts'

/** The account of the workspace, in addition to the token of a request (docs/spec/workspace.md). */

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

function stage(WORKSPACE_TOKEN: string) {
  const clock = new Clock()
  const notion = createNotion({ clock })
  const world = createWorldAt(clock, notion)
  const gateway = createGateway({ WORKSPACE_TOKEN })
  const me = async (token?: string) => {
    notion.calls.length = 0
    const headers = token === undefined ? {} : { 'X-Workspace-Token': token }
    const { status, json } = await gateway.call('/api/v2/workspace/users/me', { headers })
    const sent = notion.calls.map(({ headers }) => headers.get('Authorization'))
    return { status, name: json.name, error: json.error, sent }
  }
  return { world, me }
}

it('the token of a request is preferred to the account, and the next request has the account again', async () => {
  const { me, world } = stage(NOTION_TOKENS.full)
  expect(await me()).toMatchObject({ status: 200, name: 'Latchkey', sent: [`Bearer ${NOTION_TOKENS.full}`] })
  const own = await me(NOTION_TOKENS.readOnly)
  expect(own).toMatchObject({ status: 200, name: 'Reader', sent: [`Bearer ${NOTION_TOKENS.readOnly}`] })
  expect(await me()).toMatchObject({ name: 'Latchkey', sent: [`Bearer ${NOTION_TOKENS.full}`] })
  expectNothingUnexpected(world)
})

it('a refused token of a request does not fall back to the account, and says which of the two it was', async () => {
  const { me } = stage(NOTION_TOKENS.full)
  const refused = await me('ntn_test-revoked')
  expect(refused).toMatchObject({ status: 401, error: expect.stringMatching(/^X-Workspace-Token was rejected/) })
  expect(refused.sent).toEqual(['Bearer ntn_test-revoked'])
})

it('the token of a request is never stored', async () => {
  const { me } = stage('')
  expect(await me(NOTION_TOKENS.readOnly)).toMatchObject({ status: 200 })
  const { keys } = await BINDINGS.STORE.list()
  const stored = await Promise.all(keys.map(({ name }) => BINDINGS.STORE.get(name)))
  expect([keys, stored].map((all) => JSON.stringify(all)).join()).not.toContain(NOTION_TOKENS.readOnly)
  expect(await me()).toMatchObject({ status: 400, error: 'X-Workspace-Token: is required', sent: [] })
})
