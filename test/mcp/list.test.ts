import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Area, GROUPS, LICENCES } from '../../src/base/groups.ts'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { registered, toolSubjects as subjects } from '../contract/subjects.ts'
import { nameKey } from '../gateway/auth/keys/named-keys.ts'
import { freshDeployment } from '../support/fresh.ts'
import { createGateway, type Overrides } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'
import { CONNECTED, EVERY_HEADER } from './account-headers.ts'
import { CLIENTS, type Connection, connect } from './clients.ts'

/** What the address lists, and that nothing else changes the list. */

beforeEach(() => void createWorld())

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const list = async (connection: Connection = {}, settings: Overrides = {}) =>
  (await connect(createGateway(settings), connection)).listTools()
const names = async (search: string) => (await list({ search })).map(({ name }) => name)
/** Tokens of what a model reads. Titles and hints are for hosts and people. */
const countRead = (tools: Awaited<ReturnType<typeof list>>) =>
  countTokens(JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))))
const REACH = ['gateway_find_tools', 'gateway_read', 'gateway_change', 'gateway_send']
const inGroups = (...groups: Area[]) =>
  subjects.filter(({ contract }) => groups.some((group) => group === contract.group)).map(({ id }) => id)

describe('the default list', () => {
  it('is these tools, in at most 2,500 tokens of what a model reads', async () => {
    const tools = await list()
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [
        ...['gateway_search', 'recorder_sync', 'recorder_get_transcript', 'notes_list_notes', 'notes_get_transcript'],
        ...['workspace_query_data_source', 'workspace_insert_records', 'workspace_get_page_markdown'],
        ...['shop_list_sales', 'shop_list_order_sheets', 'payment_list_bills', 'payment_request_bill'],
        ...['video_get_transcript', 'social_create_post', ...REACH],
      ].sort(),
    )
    expect(countRead(tools)).toBeLessThanOrEqual(2500)
  })

  it('is equal for every key, licence, account and header', async () => {
    const first = await list()
    const others: [Connection, Overrides?][] = [
      [{ key: await nameKey({ read_only: true }) }],
      [{ key: await nameKey({ groups: ['video'] }) }],
      [{ key: await nameKey({ confirm: true, licence: 'payment' }) }],
      ...LICENCES.map((LICENCE): [Connection, Overrides] => [{}, { LICENCE }]),
      [{}, CONNECTED],
      [{ headers: EVERY_HEADER }],
      [{ search: '?other=1' }],
    ]
    for (const [connection, settings] of others) expect(await list(connection, settings)).toEqual(first)
  })

  it.each(CLIENTS)('is equal for $client', async ({ connect }) => {
    expect(await (await connect(createGateway())).listTools()).toEqual(await list())
  })
})

describe('?groups', () => {
  it.each<[string, Area[]]>([
    ['video', ['video']],
    ['notes,recorder', ['recorder', 'notes']],
    ['social,%20shop', ['shop', 'social']],
    ['events', ['events']],
    ['gateway', ['gateway']],
  ])('%s lists all tools of the named groups, and the four', async (groups, expected) => {
    expect(await names(`?groups=${groups}`)).toEqual([...inGroups(...expected), ...REACH])
  })

  it('admits no tool of another group, by whatever way it is called', async () => {
    const client = await connect(createGateway(), { search: '?groups=video' })
    await expect(client.callTool('recorder_get_config')).rejects.toThrow('Unknown tool')
    const { isError, texts } = await client.callTool('gateway_read', { tool: 'recorder_get_config' })
    expect({ isError, text: texts[0] }).toEqual({ isError: true, text: expect.stringContaining('there is no') })
    expect((await client.callTool('gateway_find_tools', { task: 'recordings of last week' })).texts[0]).not.toMatch(
      /recorder_/,
    )
  })
})

describe('?tools=all', () => {
  it('takes at most 110 tokens a tool', async () => {
    const tools = await list({ search: '?tools=all' })
    const own = tools.filter(({ name }) => !REACH.includes(name))
    expect(countRead(own) / own.length).toBeLessThanOrEqual(110)
  })

  it.each(GROUPS)('of %s is the same as in the list of its group', async (group) => {
    const all = await list({ search: '?tools=all' })
    const own = await list({ search: `?groups=${group}` })
    expect(all).toEqual(expect.arrayContaining(own))
  })

  it('lists every operation', async () => {
    expect(await names('?tools=all')).toEqual([...inGroups(...GROUPS, 'gateway'), ...REACH])
  })

  it('may be of some groups only', async () => {
    expect(await names('?tools=all&groups=notes')).toEqual([...inGroups('notes'), ...REACH])
  })
})

describe('?readonly', () => {
  it.each(['?readonly=1', '?readonly=true', '?readonly=1&groups=payment,social', '?readonly=1&tools=all'])(
    '%s lists no tool that changes something',
    async (search) => {
      const tools = await list({ search })
      expect(tools.length).toBeGreaterThan(5)
      expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    },
  )

  it('admits no change, by whatever way it is called', async () => {
    const client = await connect(createGateway(CONNECTED), { search: '?readonly=1' })
    await expect(client.callTool('social_create_post', { text: 'a' })).rejects.toThrow('Unknown tool')
    const change = { tool: 'social_create_post', arguments: { text: 'a' } }
    for (const reach of ['gateway_change', 'gateway_send'])
      await expect(client.callTool(reach, change)).rejects.toThrow('Unknown tool')
    expect(await client.callTool('gateway_read', change)).toMatchObject({
      isError: true,
      texts: ['tool: social_create_post changes something, and this address only reads'],
    })
  })
})

describe.each(CLIENTS)('what people and hosts read of a tool, with $client', ({ connect: connectTo }) => {
  const ADDRESSES = ['', '?tools=all', '?groups=payment,social', '?readonly=1']
  const listAt = async (search: string) => (await connectTo(createGateway(), { search })).listTools()

  it('is a title, in every list', async () => {
    for (const search of ADDRESSES) {
      const untitled = (await listAt(search)).filter(({ title }) => !title)
      expect(
        untitled.map(({ name }) => name),
        search,
      ).toEqual([])
    }
  })

  it('is that an effect needs a person each time, and nothing else does', async () => {
    const effects = subjects.filter(({ operation }) => operation.effect !== undefined).map(({ id }) => id)
    for (const search of ADDRESSES) {
      const tools = await listAt(search)
      const listed = tools.map(({ name }) => name)
      const marked = tools.filter(({ _meta }) => _meta?.['anthropic/requiresUserInteraction'] === true)
      expect(
        marked.map(({ name }) => name),
        search,
      ).toEqual(listed.filter((name) => effects.includes(name) || name === 'gateway_send'))
    }
  })

  it('is not that with ?unattended=1, where everything else is the same', async () => {
    for (const search of ADDRESSES) {
      const alone = await listAt(`${search || '?'}&unattended=1`)
      expect(JSON.stringify(alone)).not.toContain('requiresUserInteraction')
      const attended = await listAt(`${search || '?'}&unattended=0`)
      expect(attended).toEqual(await listAt(search))
      expect(alone).toEqual(attended.map(({ _meta, ...tool }) => tool))
    }
  })

  it('is that gateway_change stays in the house, and gateway_send does not', async () => {
    const marks = Object.fromEntries((await listAt('')).map(({ name, annotations }) => [name, annotations]))
    expect(marks.gateway_change).toEqual({ destructiveHint: true, openWorldHint: false })
    expect(marks.gateway_send).toEqual({ destructiveHint: true, openWorldHint: true })
  })
})

it('rights and limits stay with ?unattended=1', async () => {
  const gateway = createGateway(CONNECTED)
  const search = '?unattended=1'
  const post = { tool: 'social_create_post', arguments: { text: 'a' } }
  const asking = await connect(gateway, { search, key: await nameKey({ confirm: true }) })
  expect((await asking.callTool('gateway_send', post)).texts[0]).toMatch(/latchkey\.test\/confirm#/)
  const reading = await connect(gateway, { search, key: await nameKey({ read_only: true }) })
  expect((await reading.callTool('gateway_send', post)).texts[0]).toContain('opens changes at')
})

it.each(['?tools=some', '?unattended=yes', '?readonly=yes', '?groups=video,nothing', '?groups=admin'])(
  '%s is refused',
  async (search) => {
    await expect(connect(createGateway({ ADMIN_KEY }), { search })).rejects.toThrow()
  },
)

describe('what no model may call', () => {
  const withheld = registered.filter(({ operation }) => operation.tool === null).map(({ operation }) => operation.id)

  it('is the management app, changes of subscriptions, keys and webhooks, and what the doctor says', () => {
    expect(withheld.filter((id) => !id.startsWith('admin_'))).toEqual([
      ...['notes_create_api_key', 'notes_delete_api_key'],
      ...['notes_create_webhook', 'notes_change_webhook', 'notes_delete_webhook'],
      ...['events_create_subscription', 'events_change_subscription', 'events_delete_subscription'],
      ...['events_test_subscription', 'events_roll_secret', 'events_redeliver_failed'],
      ...['events_redeliver_event', 'gateway_list_accounts'],
    ])
  })

  it('is in no list, and cannot be called', async () => {
    const client = await connect(createGateway({ ADMIN_KEY }), { headers: EVERY_HEADER, search: '?tools=all' })
    const listed = (await client.listTools()).map(({ name }) => name)
    for (const name of withheld) {
      expect(listed).not.toContain(name)
      await expect(client.callTool(name)).rejects.toThrow(`Unknown tool: ${name}`)
      for (const reach of ['gateway_change', 'gateway_send'])
        expect(await client.callTool(reach, { tool: name })).toMatchObject({
          isError: true,
          texts: [expect.stringContaining(`tool: there is no ${name}`)],
        })
    }
  })
})
