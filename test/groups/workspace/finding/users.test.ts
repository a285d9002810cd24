import { describe, expect, it } from 'vitest'
import { EMAILS, NOTION_TOKENS, USERS, WORKSPACES } from '../../../simulators/workspace/index.ts'
import { setFinding } from './stage.ts'

const LACKS = 'X-Workspace-Token lacks the capability to read users: turn it on in the settings of its connection'

describe('users', () => {
  it('are returned page by page', async () => {
    const { ask, called } = setFinding()
    const first = await ask('GET /users?page_size=2')
    expect(first.json).toEqual({
      object: 'list',
      results: [
        { id: USERS.jiwoo, name: '김지우', email: EMAILS.jiwoo, type: 'person' },
        { id: USERS.minjun, name: 'Minjun Lee', email: EMAILS.minjun, type: 'person' },
      ],
      next_cursor: USERS.seoyeon,
      has_more: true,
    })
    const rest = await ask(`GET /users?start_cursor=${first.json.next_cursor}`)
    expect(rest.json).toMatchObject({
      results: [{ id: USERS.seoyeon }, { type: 'bot', email: null }, {}],
      has_more: false,
    })
    expect(called()).toEqual(['GET /v1/users?page_size=2', `GET /v1/users?page_size=100&start_cursor=${USERS.seoyeon}`])
  })

  it('need a capability, which is named', async () => {
    const { ask } = setFinding()
    const { status, json } = await ask('GET /users', undefined, NOTION_TOKENS.readOnly)
    expect([status, json]).toEqual([403, { success: false, error: LACKS }])
  })

  it("are not returned to a personal access token, with the product's message", async () => {
    const { ask } = setFinding()
    const { status, json } = await ask('GET /users', undefined, NOTION_TOKENS.personal)
    const error = 'Personal access tokens can only retrieve their own authorized user.'
    expect([status, json]).toEqual([403, { success: false, error }])
    expect((await ask('GET /users/me', undefined, NOTION_TOKENS.personal)).json).toEqual({
      object: 'user',
      ...{ id: USERS.minjun, name: 'Minjun Lee', email: EMAILS.minjun, type: 'person' },
      ...{ workspace_id: null, workspace_name: null, owner: null, max_file_bytes: null },
    })
  })

  it('are not needed to know whose token it is', async () => {
    const { ask } = setFinding()
    expect((await ask('GET /users/me', undefined, NOTION_TOKENS.insertOnly)).json).toEqual({
      object: 'user',
      id: USERS.bot,
      name: 'Collector',
      email: null,
      type: 'bot',
      workspace_id: WORKSPACES.haneul,
      workspace_name: '하늘 Studio',
      owner: null,
      max_file_bytes: 5_242_880,
    })
  })
})
