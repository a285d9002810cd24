import { describe, expect, it } from 'vitest'
import type { createThreads } from '../../simulators/social/index.ts'
import { DATA_SOURCES, NOTION_TOKENS, type NotionSimulator } from '../../simulators/workspace/index.ts'
import { json, PRO_KEY } from '../../support/gateway.ts'
import { deploy, startAnew } from './deployment.ts'

startAnew()

/** An Idempotency-Key is that of the real account, whatever its credential is (docs/spec/gateway.md, "Idempotency-Key"). */

const PAGE = { data_source_id: DATA_SOURCES.tasks, properties: { Name: 'Minutes' } }
const SAYS_UNKNOWN = /is not known/

const stage = async () => {
  const { send, gateway, getProduct, world } = await deploy({ SOCIAL_TOKEN: '', WORKSPACE_TOKEN: '' })
  const threads = getProduct('social') as ReturnType<typeof createThreads>
  const notion = getProduct('workspace') as NotionSimulator
  let keys = 0
  const connect = async (account: 'social' | 'workspace', token: string) => {
    const { status, text } = await send('PUT', `/api/v1/admin/accounts/${account}`, { token })
    expect([status, text]).toEqual([200, expect.any(String)])
    // What an isolate knows of the credential before is older than that.
    world.clock.advance(1_000)
  }
  const issue = () => {
    keys += 1
    return threads.state.tokens.issue('long', { value: `test-long-token-again-${keys}` }).value
  }
  const ask = (path: string, body: object) => {
    const init = json('POST', body)
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'order-1' }
    return gateway.call(path, { ...init, headers, key: PRO_KEY })
  }
  return { threads, notion, connect, issue, ask }
}

const posts = ({ state }: ReturnType<typeof createThreads>, text: string) =>
  [...state.media.values()].filter((each) => each.text === text)
const pages = ({ calls }: NotionSimulator) =>
  calls.filter(({ method, url }) => method === 'POST' && url.pathname === '/v1/pages')

describe('an account that is connected again', () => {
  it('publishes a post once for a key', async () => {
    const { threads, connect, issue, ask } = await stage()
    await connect('social', issue())
    const first = await ask('/api/v1/social/posts', { text: 'Open late' })
    await connect('social', issue())
    const again = await ask('/api/v1/social/posts', { text: 'Open late' })
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 201, 'true'])
    expect(posts(threads, 'Open late')).toHaveLength(1)
  })

  it('publishes no second post after a lost answer', async () => {
    const { threads, connect, issue, ask } = await stage()
    await connect('social', issue())
    threads.fail({ kind: 'cut' }, { on: ({ url }) => !url.pathname.endsWith('/threads') })
    expect((await ask('/api/v1/social/posts', { text: 'Open late' })).status).toBe(502)
    threads.heal()
    await connect('social', issue())
    expect((await ask('/api/v1/social/posts', { text: 'Open late' })).status).toBe(201)
    expect(posts(threads, 'Open late')).toHaveLength(1)
  })

  it('creates a page once for a key, and none after a lost answer', async () => {
    const { notion, connect, ask } = await stage()
    const full = notion.state.connections.find(({ token }) => token === NOTION_TOKENS.full)
    if (!full) throw new Error('no such connection')
    notion.state.connections.push({ ...full, token: 'ntn_test-again' }, { ...full, token: 'ntn_test-third' })
    await connect('workspace', NOTION_TOKENS.full)
    const first = await ask('/api/v2/workspace/pages', PAGE)
    await connect('workspace', 'ntn_test-again')
    const again = await ask('/api/v2/workspace/pages', PAGE)
    expect([first.status, again.status, again.json.id]).toEqual([201, 201, first.json.id])
    expect(pages(notion)).toHaveLength(1)

    notion.fail({ kind: 'cut' }, { on: ({ method, url }) => method === 'POST' && url.pathname === '/v1/comments' })
    const comment = () => ask(`/api/v2/workspace/pages/${first.json.id}/comments`, { text: 'Done' })
    expect((await comment()).status).toBe(502)
    notion.heal()
    await connect('workspace', 'ntn_test-third')
    const unknown = await comment()
    expect([unknown.status, unknown.json.error]).toEqual([502, expect.stringMatching(SAYS_UNKNOWN)])
  })
})
