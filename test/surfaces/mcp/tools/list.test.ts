import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Area, GROUPS, type Group, isGroup } from '../../../../src/base/groups.ts'
import { LICENCES, type Licence } from '../../../../src/base/licences.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { getDocs } from '../../../../src/surfaces/docs.ts'
import { storeCredentials } from '../../../../src/upstream/credentials/credentials.ts'
import { ADMIN_KEY } from '../../../contract/admin.rows.ts'
import type { Row } from '../../../contract/contract.ts'
import { registered, type Subject, toolSubjects as subjects } from '../../../contract/subjects.ts'
import { nameKey } from '../../../gateway/auth/keys/named-keys.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { createGateway, type Overrides } from '../../../support/gateway.ts'
import { createWorld } from '../../../support/world.ts'
import { CONNECTED, EVERY_HEADER, OWN, SESSION, STORED, WORKSPACE } from '../account-headers.ts'
import { type Connection, connect } from '../clients.ts'
import { send } from '../message.ts'

beforeEach(() => void createWorld())

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const readTools = async (connection: Connection, settings: Overrides = CONNECTED) =>
  (await connect(createGateway(settings), connection)).listTools()

/** The names of all tools, where nothing else is said. */
const listed = async ({ search = '', ...connection }: Connection, settings: Overrides = {}) => {
  const all = `${search || '?'}&tools=all`
  return (await readTools({ ...connection, search: all }, { ...CONNECTED, ...settings })).map(({ name }) => name)
}

const names = (chosen: readonly Subject[]) => chosen.map(({ id }) => id)

/** The licences that open each tier, contract section 5. */
const OPENED_BY: Record<Row['tier'], readonly Licence[]> = {
  basic: ['basic', 'pro'],
  pro: ['pro'],
  'pro or payment': ['pro', 'payment'],
  any: LICENCES,
  open: LICENCES,
  admin: [],
  link: [],
}

it('a key that only reads lists no write', async () => {
  const reads = subjects.filter(({ operation, row }) => operation.reads && OPENED_BY[row.tier].includes('pro'))
  expect(await listed({ headers: EVERY_HEADER, key: await nameKey({ read_only: true }) })).toEqual(names(reads))
})

describe.each(LICENCES)('a %s licence', (licence) => {
  const opened = names(subjects.filter(({ row }) => OPENED_BY[row.tier].includes(licence)))

  it('lists what it opens, in the order of the router, and nothing else', async () => {
    expect(await listed({ headers: EVERY_HEADER }, { LICENCE: licence })).toEqual(opened)
  })

  it('is that of a named key, whatever the deployment has', async () => {
    expect(await listed({ headers: EVERY_HEADER, key: await nameKey({ licence }) })).toEqual(opened)
  })
})

it('is not the same list for any two licences', async () => {
  const lists = await Promise.all(LICENCES.map((LICENCE) => listed({ headers: EVERY_HEADER }, { LICENCE })))
  expect(new Set(lists.map(String)).size).toBe(LICENCES.length)
})

describe('the scope of a key', () => {
  const open = names(subjects.filter(({ row, contract }) => row.tier === 'open' || !isGroup(contract.group)))
  const inGroups = (groups: readonly Group[]) =>
    names(subjects.filter(({ id, contract }) => groups.some((group) => group === contract.group) || open.includes(id)))

  it.each(GROUPS)('%s: lists its operations, and those that need no key', async (group) => {
    const key = await nameKey({ groups: [group] })
    expect(await listed({ headers: EVERY_HEADER, key })).toEqual(inGroups([group]))
  })

  it('may be several groups', async () => {
    const key = await nameKey({ groups: ['video', 'social'] })
    expect(await listed({ headers: EVERY_HEADER, key })).toEqual(inGroups(['video', 'social']))
  })
})

describe('?groups', () => {
  const inGroups = (...groups: Area[]) =>
    names(subjects.filter(({ contract }) => groups.some((group) => group === contract.group)))

  it.each<[string, Area[]]>([
    ['?groups=video', ['video']],
    ['?groups=notes,recorder', ['recorder', 'notes']],
    ['?groups=social,%20shop', ['shop', 'social']],
    ['?groups=', [...GROUPS, 'gateway']],
    ['?other=1', [...GROUPS, 'gateway']],
  ])('%s lists %s', async (search, groups) => {
    expect(await listed({ search, headers: EVERY_HEADER })).toEqual(inGroups(...groups))
  })

  it('does not widen the scope of a key', async () => {
    const key = await nameKey({ groups: ['video'] })
    expect(await listed({ search: '?groups=video,recorder', key })).toEqual(inGroups('video'))
  })

  it('hides from a call what it hides from the list', async () => {
    const client = await connect(createGateway(), { search: '?groups=video' })
    await expect(client.callTool('recorder_get_config')).rejects.toThrow('Unknown tool')
  })
})

describe('the management app', () => {
  it('has no tool, and none of its operations can be called', async () => {
    const { listTools, callTool } = await connect(createGateway({ ADMIN_KEY }), { headers: EVERY_HEADER })
    expect((await listTools()).filter(({ name }) => name.startsWith('admin_'))).toEqual([])
    for (const { operation } of registered.filter(({ operation }) => operation.group === 'admin')) {
      await expect(callTool(operation.id)).rejects.toThrow('Unknown tool')
    }
    await expect(connect(createGateway({ ADMIN_KEY }), { search: '?groups=admin' })).rejects.toThrow()
  })
})

describe('what a group withholds', () => {
  const withheld = registered
    .filter(({ operation }) => getDocs(operation).tool === null)
    .map(({ operation }) => operation.id)

  it('are operations that change something', () => {
    const writes = registered.filter(({ operation }) => !operation.reads).map(({ operation }) => operation.id)
    expect(withheld.length).toBeGreaterThan(0)
    expect(writes).toEqual(expect.arrayContaining(withheld))
  })

  it('is not listed, and cannot be called', async () => {
    const { listTools, callTool } = await connect(createGateway(), { headers: EVERY_HEADER, search: '?tools=all' })
    const listed = (await listTools()).map(({ name }) => name)
    expect(listed).toContain('events_list_subscriptions')
    for (const name of withheld) {
      expect(listed).not.toContain(name)
      await expect(callTool(name)).rejects.toThrow('Unknown tool')
    }
  })
})

describe('tools that need headers of the MCP request', () => {
  /** Tools whose data is stored here, or that need no account. */
  const WITHOUT_HEADERS = ['payment_format_phone_number', 'payment_list_bills', 'payment_get_bill']
  const mine = async (group: Group, headers: Record<string, string>, settings?: Overrides) =>
    (await listed({ headers, search: `?groups=${group}` }, settings)).filter((name) => !WITHOUT_HEADERS.includes(name))
  const all = (group: Group) =>
    names(subjects.filter(({ id, contract }) => contract.group === group && !WITHOUT_HEADERS.includes(id)))

  it('are not listed without', async () => {
    expect(await mine('workspace', {}, { WORKSPACE_TOKEN: '' })).toEqual([])
    expect(await mine('payment', {})).toEqual([])
  })

  it('are listed with the workspace token or its account, the invitation with the session of a browser only', async () => {
    const withToken = all('workspace').filter((name) => name !== 'workspace_invite_member')
    expect(await mine('workspace', WORKSPACE, { WORKSPACE_TOKEN: '' })).toEqual(withToken)
    expect(await mine('workspace', {})).toEqual(withToken)
    expect(await mine('workspace', SESSION)).toEqual(all('workspace'))
  })

  it('are listed with either way to name a payment connection, not with half of one', async () => {
    expect(await mine('payment', STORED)).toEqual(all('payment'))
    expect(await mine('payment', OWN)).toEqual(all('payment'))
    const { 'X-Payment-Merchant-ID': _, ...half } = OWN
    expect(await mine('payment', half)).toEqual([])
  })

  it('say what is missing when they are called anyway', async () => {
    const client = await connect(createGateway())
    const args = { data_source_id: 'a' }
    expect(await client.callTool('workspace_get_schema', args)).toMatchObject({
      isError: true,
      texts: ['{"success":false,"error":"X-Workspace-Token: is required"}', expect.stringMatching(/^HTTP 400/)],
    })
  })
})

describe('a tool that the licence does not open', () => {
  it("is refused with the contract's message when it is called anyway", async () => {
    const client = await connect(createGateway({ LICENCE: 'basic' }))
    expect(await client.callTool('recorder_get_config')).toMatchObject({
      isError: true,
      texts: ['{"error":"you are not a Latchkey PRO user"}', 'HTTP 400, X-Error-Code: licence_required'],
    })
    expect(await client.callTool('video_get_metadata', { video_id: 'a' })).toMatchObject({
      isError: true,
      texts: ['{"success":false,"error":"Pro account required"}', 'HTTP 403, X-Error-Code: licence_required'],
    })
  })

  it('is refused for a key of another scope', async () => {
    const client = await connect(createGateway(), { key: await nameKey({ groups: ['video'] }) })
    expect(await client.callTool('recorder_get_config')).toMatchObject({
      isError: true,
      texts: [/does not open/, 'HTTP 403'].map((text) => expect.stringMatching(text)),
    })
  })
})

describe('tools that can only fail on this deployment', () => {
  const without = async (name: keyof Overrides) => {
    const { [name]: _, ...settings } = CONNECTED
    return (await readTools({ search: '?tools=all', headers: EVERY_HEADER }, settings)).map((tool) => tool.name)
  }
  const everything = () => listed({ headers: EVERY_HEADER })

  it.each<[keyof Overrides, (name: string) => boolean]>([
    ['RECORDER_TOKEN', (name) => name.startsWith('recorder_')],
    ['NOTES_TOKEN', (name) => name.startsWith('notes_')],
    ['NOTES_PLATFORM_URL', (name) => /^notes_.*(api_key|webhook)/.test(name)],
    ['SOCIAL_TOKEN', (name) => name.startsWith('social_')],
    ['SHOP_SECRET_KEY', (name) => /^shop_.*(sheets|sales|category|returns|exchanges|invoices)$/.test(name)],
    ['SHOP_SESSION', (name) => /^shop_list_(flattened_)?orders$/.test(name)],
    ['PAYMENT_HOST', (name) => /^payment_(?!format)/.test(name)],
  ])('without %s', async (name, isLost) => {
    const lost = (await everything()).filter(isLost)
    expect(lost.length).toBeGreaterThan(0)
    expect(await without(name)).toEqual((await everything()).filter((tool) => !isLost(tool)))
  })

  it('are listed for a caller who brings a payment connection', async () => {
    const { PAYMENT_HOST: _, ...settings } = CONNECTED
    const names = (await readTools({ headers: OWN, search: '?groups=payment' }, settings)).map(({ name }) => name)
    expect(names).toContain('payment_read_bill')
  })

  it('are no longer in the instructions, which say where to connect them', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const { SOCIAL_TOKEN: _, WORKSPACE_TOKEN: __, ...settings } = CONNECTED
    const { json } = await send(createGateway(settings), 'initialize', params)
    expect(json.result.instructions).toMatch(/recorder_\*: Plaud.*\nnotes_\*: Tiro/)
    expect(json.result.instructions).not.toMatch(/social_|workspace_/)
    expect(json.result.instructions).toMatch(
      /\nNotion: not connected; the owner connects it at https:\/\/latchkey\.test\/\nPaySsam: not opened by this key; .*\/#keys\nThreads: not connected/,
    )
  })

  it('come back once the account is connected through the app', async () => {
    const gateway = createGateway({ CREDENTIALS_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' })
    const names = async () => (await (await connect(gateway)).listTools()).map(({ name }) => name)
    expect(await names()).not.toContain('social_list_posts')
    await storeCredentials(getSettings(gateway.env), 'social', { SOCIAL_TOKEN: 'kept' })
    expect(await names()).toContain('social_list_posts')
  })
})

describe('the default list', () => {
  const defaults = subjects.filter(({ operation }) => getDocs(operation).tool?.isDefault)

  it('has the tools that most people need', async () => {
    const list = (await readTools({ headers: EVERY_HEADER })).map(({ name }) => name)
    expect(list).toEqual(names(defaults))
    expect(list.length).toBeGreaterThan(20)
    expect(list.length).toBeLessThanOrEqual(33)
  })

  it('hides nothing from a call', async () => {
    const { isError, texts } = await (await connect(createGateway())).callTool('payment_format_phone_number', {
      phone: '010-1234-5678',
    })
    expect({ isError, text: texts[0] }).toEqual({ isError: false, text: expect.stringContaining('01012345678') })
  })
})

describe('?readonly', () => {
  it.each(['?readonly=1', '?readonly=true', '?readonly=1&groups=payment,social'])(
    '%s lists no write',
    async (search) => {
      const tools = await readTools({ search: `${search}&tools=all`, headers: EVERY_HEADER })
      expect(tools.length).toBeGreaterThan(5)
      expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    },
  )

  it('hides writes from a call', async () => {
    const client = await connect(createGateway(CONNECTED), { search: '?readonly=1' })
    await expect(client.callTool('social_create_post', { text: 'a' })).rejects.toThrow('Unknown tool')
  })
})

describe('?structured', () => {
  it('adds output schemas and structured content', async () => {
    const search = '?structured=1&groups=payment&tools=all'
    const client = await connect(createGateway(), { search })
    const [tool] = await client.listTools()
    expect(tool).toMatchObject({ name: 'payment_format_phone_number', outputSchema: { type: 'object' } })
    const answer = await client.callTool('payment_format_phone_number', { phone: '010-1234-5678' })
    expect(answer.structured).toMatchObject({ phone: '01012345678' })
  })

  it('is left out otherwise', async () => {
    const tools = await readTools({ headers: EVERY_HEADER, search: '?tools=all' })
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
  })
})

it.each(['?tools=some', '?readonly=yes', '?structured=2'])('%s is refused', async (search) => {
  await expect(connect(createGateway(), { search })).rejects.toThrow()
})

it('has by default the tools for tables', async () => {
  const tools = await readTools({ headers: EVERY_HEADER })
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      ['search', 'get_page', 'create_page', 'update_page', 'upsert_records'].map((name) => `workspace_${name}`),
    ),
  )
})
