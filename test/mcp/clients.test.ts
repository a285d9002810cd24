import { afterEach, describe, expect, it, vi } from 'vitest'
import { GROUPS, type Group } from '../../src/base/groups.ts'
import { isObject } from '../../src/base/json.ts'
import { setStage } from '../contract/stage.ts'
import { toolSubjects as subjects } from '../contract/subjects.ts'
import { USER_TOKEN } from '../simulators/recorder/index.ts'
import { createGateway } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'
import { CLIENTS } from './clients.ts'
import { toToolCall } from './tool-call.ts'

afterEach(() => vi.restoreAllMocks())

/** One tool of each group, from the rows of the contract suite. */
const ONE_OF_EACH: Record<Group, string> = {
  recorder: 'recorder_get_transcript',
  notes: 'notes_list_notes',
  workspace: 'workspace_query_data_source',
  shop: 'shop_list_order_sheets',
  payment: 'payment_request_bill',
  video: 'video_get_transcript',
  social: 'social_list_posts',
  events: 'events_list_events',
}

const chosen = GROUPS.flatMap((group) => subjects.filter(({ id }) => id === ONE_OF_EACH[group]))

it('finds a tool of each group', () => {
  expect(chosen.map(({ contract }) => contract.group)).toEqual([...GROUPS])
})

describe.each(CLIENTS)('$client', ({ connect, revision }) => {
  it('comes to speak its revision', async () => {
    createWorld()
    expect(await connect(createGateway())).toMatchObject({ revision })
  })

  it('lists the tools', async () => {
    createWorld()
    const tools = await (await connect(createGateway({ RECORDER_TOKEN: USER_TOKEN }))).listTools()
    expect(tools.map(({ name }) => name)).toContain('recorder_sync')
  })

  it.each(chosen)('calls $id', async (subject) => {
    const { gateway } = setStage(subject)
    const { headers, args } = toToolCall(subject)
    const client = await connect(gateway, { headers })
    const { isError, structured, texts } = await client.callTool(subject.id, args)
    expect({ isError, structured }).toEqual({ isError: false, structured: undefined })
    const answer: unknown = JSON.parse(texts[0] ?? '')
    expect(isObject(answer) && (subject.contract.success?.(answer) ?? true)).toBe(true)
  })

  it('reads a failure as a tool error', async () => {
    createWorld()
    const client = await connect(createGateway())
    expect(await client.callTool('recorder_list_devices')).toMatchObject({
      isError: true,
      texts: ['recorder account is not connected: connect it at https://latchkey.test/#recorder'],
    })
  })

  it('learns that a tool does not exist', async () => {
    createWorld()
    const client = await connect(createGateway())
    await expect(client.callTool('recorder_erase_everything')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: recorder_erase_everything'),
    })
  })
})
