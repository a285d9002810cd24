import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Connection, hintFor } from '../../../../src/surfaces/mcp/tools/hints.ts'
import { isTool } from '../../../../src/surfaces/mcp/tools/texts.ts'
import { registered } from '../../../contract/subjects.ts'
import { createGateway } from '../../../support/gateway.ts'
import { createWorld } from '../../../support/world.ts'
import { createNotion, DATABASES, NOTION_TOKENS } from '../../../upstreams/workspace/index.ts'
import { connect } from '../clients.ts'

afterEach(() => vi.restoreAllMocks())

const operations = registered.filter(isTool).map(({ operation }) => operation)
const CALLER: Connection['caller'] = {
  ...{ id: 'deployment', lineage: 'deployment', name: 'deployment', licence: 'pro', digest: '' },
  ...{ readOnly: false, isNamed: false },
}
const CONNECTION: Connection = {
  caller: CALLER,
  listed: new Set(operations.map(({ id }) => id)),
  app: 'https://latchkey.test/',
}

interface Failed {
  given?: readonly string[]
  code?: string
  retryAfter?: string
  connection?: Partial<Connection>
}

function hint(id: string, status: number, message: string, { given = [], code, retryAfter, connection }: Failed = {}) {
  const operation = operations.find((one) => one.id === id) ?? expect.fail(`${id} is no tool`)
  const headers = new Headers({
    ...(code !== undefined && { 'X-Error-Code': code }),
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
  })
  return hintFor({ operation, given, status, headers, message }, { ...CONNECTION, ...connection })
}

describe('a hint', () => {
  it.each([
    [
      'recorder_get_summary',
      404,
      'there is no recording with this id',
      'Take id from recorder_list_files or recorder_search.',
    ],
    [
      'recorder_get_summary',
      400,
      'id: must be 1 to 128 letters',
      'Take id from recorder_list_files or recorder_search.',
    ],
    ['recorder_change_tag', 404, 'there is no tag with this id', 'Take id from recorder_list_tags.'],
    ['recorder_get_audio_url', 404, 'this recording has no audio', ''],
    [
      'workspace_get_page',
      400,
      'path.page_id should be a valid uuid, instead was `abc`',
      'Take page_id from workspace_search.',
    ],
    [
      'workspace_get_schema',
      404,
      'Could not find data_source with ID: x',
      'Take data_source_id from workspace_search. What is not shared with the connection is not found.',
    ],
    ['workspace_invite_member', 400, 'email: must be an e-mail address', ''],
    [
      'recorder_list_files',
      400,
      'keyword: is not known: known are limit, skip',
      'recorder_search finds by words and days.',
    ],
    ['recorder_list_files', 400, 'folder: is not known: did you mean tag_id?', ''],
    ['workspace_query_data_source', 400, 'filters[0].op: is not known: did you mean filters[0].operator?', ''],
    [
      'workspace_query_data_source',
      400,
      'filters[0].operator: must be one of equals, contains',
      'workspace_get_schema lists the names, operators and options of a table.',
    ],
    [
      'workspace_query_data_source',
      400,
      'filters[0].value: X-Workspace-Token sees no person "민준": give the id',
      'workspace_list_users finds the id of the person.',
    ],
    [
      'workspace_get_schema',
      400,
      'data_source_id: is the id of a database with several data sources: give the id of one, "A" (1), "B" (2)',
      '',
    ],
    [
      'payment_request_bill',
      400,
      'callback_url: is required by this payment account: send an http or https address',
      'No tool repairs this: the owner sets CREDENTIALS_KEY, and the gateway then sends an address of its own.',
    ],
    ['video_get_transcript', 404, 'lang: this video has no transcript in fr, only in ko', ''],
    ['video_get_transcript', 404, 'no such video, or it is no longer available', 'Check the link with the person.'],
    ['video_get_transcript', 404, 'this video has no transcript', ''],
    ['video_get_transcript', 400, 'lang: must be a language', 'Take lang from video_list_languages.'],
    ['shop_list_sales', 400, 'from: must be a date', ''],
    [
      'gateway_search',
      400,
      'from: must be epoch milliseconds, such as 1795138920000, or ISO 8601 with an offset',
      'A day is enough, such as 2026-11-20.',
    ],
    ['payment_cancel_bill', 409, 'not paid: nothing was cancelled; destroy takes it back', ''],
    ['social_create_post', 409, 'this post has been published already: look for it among the posts', ''],
    ['recorder_create_tag', 409, 'this name exists already', ''],
    [
      'recorder_get_transcript',
      409,
      'this recording has no transcript yet',
      'recorder_transcribe_file_and_wait makes it, if the person agrees.',
    ],
    ['workspace_query_all', 409, 'start_cursor: its row was deleted: start again without it', ''],
  ])('after %s with %i fits "%s"', (id, status, message, expected) => {
    expect(hint(id, status, message)).toBe(expected)
  })

  it('names no tool that the list lacks', () => {
    const connection = { listed: new Set(['recorder_search']) }
    expect(hint('recorder_get_summary', 404, 'no recording', { connection })).toBe('Take id from recorder_search.')
    expect(hint('recorder_list_tabs', 502, 'failed', { connection, code: 'product_failed' })).toBe(
      'Call again in a minute.',
    )
    expect(hint('payment_read_bill', 404, 'no such bill', { connection })).toBe('Ask the person for the bill_id.')
  })

  it.each(['product_changed', 'setting_missing', 'answer_too_large'])('does not repeat a read after %s', (code) => {
    expect(hint('notes_list_notes', 502, 'failed', { code })).toBe('Calling again does not help: tell the person.')
  })

  it('after a lost write, says how to repeat it safely', () => {
    const lost = (id: string, given: string[]) => hint(id, 504, 'no answer', { given, code: 'product_timeout' })
    expect(lost('payment_request_bill', ['price', 'idempotency_key'])).toBe(
      'The outcome is unknown: call again with the same arguments and idempotency_key; payment_read_bill shows the bill.',
    )
    expect(lost('workspace_create_page', ['markdown'])).toBe(
      'The outcome is unknown: check whether it was done before you call again.',
    )
    expect(lost('workspace_upsert_records', ['records'])).toBe(
      'The outcome is unknown: call again with the same arguments, which does nothing twice.',
    )
  })

  it.each([
    ['a key', {}, 'the owner creates a key that opens changes at https://latchkey.test/#keys'],
    ['a grant', { isGrant: true }, 'the person connects this client again and allows changes on the page that opens.'],
  ])('after 403 says how to allow changes by %s', (_, caller, how) => {
    const connection = { caller: { ...CALLER, isNamed: true, readOnly: true, ...caller } }
    const failed = { code: 'insufficient_scope', connection }
    expect(hint('workspace_create_page', 403, 'this API key only reads', failed)).toBe(
      `Calling again does not help. To allow it, ${how}`,
    )
    expect(hint('payment_request_bill', 403, 'limits: this caller may ask for at most 1 won', failed)).toBe('')
  })
})

it.each([
  ['a header', {}, 'the connection must send another Notion token, or none to use the connected account.'],
  [
    'a key',
    { accountHeaders: { 'X-Workspace-Token': 'ntn_test' } },
    'the owner creates a key with another Notion token at https://latchkey.test/#keys',
  ],
  ['a grant', { isGrant: true }, 'the person connects this client again, with another Notion token.'],
])('a refused Notion token of %s is replaced where it comes from', (_, caller, how) => {
  const connection = { caller: { ...CALLER, ...caller } }
  const message = 'X-Workspace-Token was rejected by the workspace service: reconnect it and send the new one'
  expect(hint('workspace_search', 401, message, { connection })).toBe(`No tool repairs this: ${how}`)
})

it('the result of a tool has the hint for its connection', async () => {
  createWorld(createNotion())
  const gateway = createGateway({ WORKSPACE_TOKEN: NOTION_TOKENS.full })
  const wrong = async (search: string) => {
    const client = await connect(gateway, { search })
    const { isError, texts } = await client.callTool('workspace_get_page', { page_id: DATABASES.leads })
    return { isError, hint: texts.at(-1) }
  }
  expect(await wrong('')).toEqual({
    isError: true,
    hint: 'HTTP 404, X-Error-Code: not_found. Take page_id from workspace_search. What is not shared with the connection is not found.',
  })
  expect(await wrong('?groups=recorder,workspace&readonly=1&tools=all')).toMatchObject({
    hint: expect.stringContaining('Take page_id from workspace_search.'),
  })
  const missing = await (await connect(gateway)).callTool('workspace_get_page')
  expect(missing.texts.at(-1)).toBe('HTTP 400, X-Error-Code: invalid_input. Take page_id from workspace_search.')
})
