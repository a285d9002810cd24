import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JsonSchema } from '../../src/surfaces/json-schema.ts'
import { definitionOf } from '../../src/surfaces/mcp.definition.ts'
import { registered } from '../contract/subjects.ts'

afterEach(() => vi.restoreAllMocks())

const tools = registered
  .filter(({ operation }) => operation.group !== 'admin')
  .map(({ method, operation }) => ({ method, operation, definition: definitionOf(operation) }))
const definitionCalled = (name: string) => tools.find(({ operation }) => operation.id === name)?.definition

/** Every schema within a schema, itself first, with its path. */
function* schemasIn(schema: JsonSchema, path = ''): Generator<[string, JsonSchema]> {
  yield [path, schema]
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* schemasIn(field, `${path}/${name}`)
  for (const way of schema.anyOf ?? []) yield* schemasIn(way, path)
  if (schema.items) yield* schemasIn(schema.items as JsonSchema, `${path}[]`)
}

describe.each(tools)('$operation.id', (tool) => {
  const { operation } = tool
  const { name, description, inputSchema, outputSchema, annotations } = tool.definition
  const input = inputSchema as JsonSchema
  const output = outputSchema as JsonSchema | undefined

  it('is named and described as the operation', () => {
    expect(name).toBe(operation.id)
    expect(description).toContain(operation.summary)
    expect(description).toContain(operation.description ?? '')
  })

  it('takes every field of path, query and body, no two of one name', () => {
    const { param, query, json } = operation.input()
    const fields = [param, query, json].flatMap((schema) => Object.keys(schema?.shape ?? {}))
    expect(new Set(fields).size).toBe(fields.length)
    expect(Object.keys(input.properties ?? {}).filter((field) => field !== 'idempotency_key')).toEqual(fields)
  })

  it('describes every argument', () => {
    for (const field of Object.values(input.properties ?? {})) expect(field.description).toMatch(/\w/)
  })

  it('takes no credential', () => {
    const credentials =
      /token|api[-_]?key|secret|session|authorization|cookie|merchant|member_id|x-(workspace|payment)/i
    const names = [...schemasIn(input)].flatMap(([path]) => path.split('/'))
    expect(names.filter((field) => credentials.test(field))).toEqual([])
  })

  it('has an output schema of an object exactly where there is a body', () => {
    expect(output !== undefined).toBe(operation.output !== undefined)
    if (operation.output) expect(output).toMatchObject({ type: 'object' })
  })

  it('speaks plain JSON Schema: no references, no keywords of ours, patterns that every reader takes', () => {
    for (const [, schema] of [...schemasIn(input), ...(output ? schemasIn(output) : [])]) {
      expect(Object.keys(schema).filter((keyword) => /^\$|override|clamp|narrows|examples/.test(keyword))).toEqual([])
      if (typeof schema.pattern === 'string') expect(() => new RegExp(schema.pattern as string, 'u')).not.toThrow()
    }
  })

  it('lets an answer have more fields than its schema names', () => {
    for (const [, schema] of output ? schemasIn(output) : []) expect(schema.additionalProperties).not.toBe(false)
  })

  it('says whether it reads, destroys, or may be repeated', () => {
    expect(annotations).toEqual({
      readOnlyHint: operation.reads,
      destructiveHint: expect.any(Boolean),
      idempotentHint: expect.any(Boolean),
    })
    if (operation.reads) expect(annotations).toMatchObject({ destructiveHint: false, idempotentHint: true })
    if (tool.method === 'DELETE') expect(annotations).toMatchObject({ destructiveHint: true, idempotentHint: true })
  })
})

describe('arguments', () => {
  it('that stand in a query have the type that they mean', () => {
    expect(definitionCalled('recorder_list_files')?.inputSchema.properties).toMatchObject({
      limit: { type: 'integer', minimum: 0, default: 20 },
      is_desc: { type: 'boolean', default: true },
      sort_by: { enum: ['edit_time', 'start_time'], default: 'edit_time' },
    })
  })

  it('come from path, query and body at once', () => {
    expect(definitionCalled('recorder_rename_file')?.inputSchema).toMatchObject({ required: ['id', 'filename'] })
    expect(definitionCalled('recorder_fetch_file')?.inputSchema).toMatchObject({ required: ['id'] })
  })

  it('of the wait are capped at the 50 seconds of decisions.md section 10', () => {
    const { properties } = definitionCalled('recorder_transcribe_file_and_wait')?.inputSchema ?? {}
    expect(properties?.timeout_sec).toMatchObject({ default: 50, description: expect.stringContaining('50 at most') })
  })

  it('of a payment write have the idempotency key, which is no credential', () => {
    const withKey = tools.filter((tool) => 'idempotency_key' in (tool.definition.inputSchema.properties ?? {}))
    const paymentWrites = tools.filter(({ operation }) => operation.group === 'payment' && !operation.reads)
    expect(withKey).toEqual(paymentWrites)
    expect(withKey.length).toBeGreaterThan(0)
  })

  it('of a body that is passed on may be any', () => {
    expect(definitionCalled('payment_manage_autopay')?.inputSchema).toMatchObject({
      additionalProperties: {},
      description: expect.any(String),
    })
  })
})

describe('annotations', () => {
  const hints = (name: string) => definitionCalled(name)?.annotations

  it.each([
    ['recorder_create_tag', false, false],
    ['recorder_restore_files', false, true],
    ['recorder_rename_file', true, true],
    ['recorder_trash_files', true, true],
    ['notes_create_api_key', false, false],
    ['workspace_insert_records', false, false],
    ['workspace_invite_member', false, true],
    ['workspace_delete_pages', true, true],
    ['payment_cancel_bill', true, true],
    ['payment_request_autopay', true, false],
    ['social_create_post', false, false],
  ])('%s: destructive %s, idempotent %s', (name, destructiveHint, idempotentHint) => {
    expect(hints(name)).toEqual({ readOnlyHint: false, destructiveHint, idempotentHint })
  })

  it('call a POST that only asks a reading tool', () => {
    expect(hints('shop_list_orders')).toMatchObject({ readOnlyHint: true })
  })
})
