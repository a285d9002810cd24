import { afterEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME } from '../../src/base/access.ts'
import { nameKey } from '../gateway/auth/keys/named-keys.ts'
import { setStage } from './stage.ts'
import { registered, subjects } from './subjects.ts'

/**
 * A key with `confirm`, for every operation that a person has to agree to (docs/spec/mcp.md, "The agreement of a
 * person").
 */

afterEach(() => vi.restoreAllMocks())

const asked = subjects.filter(({ operation }) => operation.effect !== undefined && !operation.hasEffect)

describe.each(asked)('$id', (subject) => {
  const keepsKeys = subject.operation.input().header?.shape['Idempotency-Key'] !== undefined

  it(`one agreement allows one execution, ${keepsKeys ? 'however often it is requested' : 'and a repeated request asks anew'}`, async () => {
    const stage = setStage(subject)
    const key = await nameKey({ confirm: true })
    const ask = () => stage.ask({ key, headers: { 'Idempotency-Key': 'once' } })
    const writes = () => stage.ownCalls().filter(({ method }) => method !== 'GET').length
    const { status, json } = await ask()
    expect([status, writes()]).toEqual([403, 0])
    const [, id = ''] = /\/confirm#([\w-]{43})$/.exec(json.error) ?? []
    await stage.gateway.env.ACCESS.getByName(ACCESS_NAME).confirmations.decide(id, true)
    expect((await ask()).status).toBeLessThan(300)
    const sent = writes()
    const again = await ask()
    expect(again.status < 300).toBe(keepsKeys)
    if (!keepsKeys) expect(again.json.error).not.toContain(id)
    expect(writes()).toBe(sent)
  })
})

it('every other write of a key spends no money, writes to no person, and sends nothing to an address that it names', () => {
  const writes = registered
    .map(({ operation }) => operation)
    .filter(({ reads, access, effect }) => !reads && typeof access === 'object' && effect === undefined)
  expect(writes.map(({ id }) => id).sort()).toEqual(HARMLESS)
})

/** What they change stays in the account of the product, or in the gateway. */
const HARMLESS = [
  'events_delete_subscription',
  'events_roll_secret',
  'recorder_assign_tag',
  'recorder_change_tag',
  'recorder_create_tag',
  'recorder_organize_files',
  'recorder_rename_file',
  'recorder_restore_files',
  'recorder_transcribe_file',
  'recorder_transcribe_file_and_wait',
  'recorder_trash_files',
  'shop_change_stock',
  'social_hide_reply',
  'workspace_append_page_markdown',
  'workspace_change_columns',
  'workspace_create_database',
  'workspace_create_page',
  'workspace_delete_block',
  'workspace_delete_pages',
  'workspace_edit_page_markdown',
  'workspace_insert_records',
  'workspace_move_page',
  'workspace_update_block',
  'workspace_update_page',
  'workspace_upsert_records',
]

it('some calls of these have no effect, which their own tests show', () => {
  const conditional = registered.map(({ operation }) => operation).filter(({ hasEffect }) => hasEffect)
  expect(conditional.map(({ id }) => id).sort()).toEqual([
    'events_change_subscription',
    'events_redeliver_event',
    'events_redeliver_failed',
    'events_test_subscription',
  ])
})
