import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nameKey } from '../gateway/auth/keys/named-keys.ts'
import { NOTION_SESSIONS, USERS, WORKSPACES } from '../simulators/workspace/index.ts'
import { freshDeployment } from '../support/fresh.ts'
import { HEADERS, setTable } from '../tasks/stage.ts'
import { type Connection, connect } from './clients.ts'

/** A tool that works only with headers of the client says so: no connected account replaces them. */

let table: ReturnType<typeof setTable>
beforeEach(() => {
  table = setTable()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const SESSION = {
  'X-Workspace-Token': NOTION_SESSIONS.owner,
  'X-Workspace-Space-ID': WORKSPACES.haneul,
  'X-Workspace-User-ID': USERS.jiwoo,
}

async function invite(connection: Connection) {
  const client = await connect(table.gateway, { ...connection, search: '?tools=all' })
  const { isError, texts } = await client.callTool('workspace_invite_member', { email: 'ada@example.com' })
  return { isError, text: texts[0] ?? '' }
}

it.each([
  ['none of them', {}, 'X-Workspace-Token, X-Workspace-Space-ID, and X-Workspace-User-ID'],
  ['only the token', HEADERS, 'X-Workspace-Space-ID and X-Workspace-User-ID'],
])(
  'with %s an invitation says which headers it needs, not that Notion is not connected',
  async (_, headers, missing) => {
    const { isError, text } = await invite({ headers })
    expect(isError).toBe(true)
    expect(text).toContain(`does not send ${missing}: the person adds these headers to it`)
    expect(text).not.toContain('not connected:')
    expect(table.notion.calls).toEqual([])
  },
)

it('with all of them it invites', async () => {
  expect((await invite({ headers: SESSION })).isError).toBe(false)
  expect(table.notion.state.invites).toHaveLength(1)
})

it('a key that does not open Notion is told that instead', async () => {
  const { text } = await invite({ key: await nameKey({ groups: ['video'] }) })
  expect(text).not.toContain('session of a browser')
})

it('gateway_find_tools says it beside the tool', async () => {
  const find = async (headers: Record<string, string>) => {
    const client = await connect(table.gateway, { headers })
    const { texts } = await client.callTool('gateway_find_tools', { task: 'invite a colleague into Notion' })
    return texts[0]?.split('\n').find((line) => line.startsWith('workspace_invite_member'))
  }
  expect(await find({})).toMatch(/\[only with a browser session in headers, which this connection does not send\]$/)
  expect(await find(SESSION)).not.toContain('browser session in headers')
})
