import { afterEach, describe, expect, it, vi } from 'vitest'
import { AREAS, type Area } from '../../src/base/groups.ts'
import type { Inputs } from '../../src/gateway/http/validate.ts'
import type { Operation } from '../../src/gateway/operation.ts'
import { getOptions, isTool, toTool } from '../../src/mcp/definition.ts'
import type { JsonSchema } from '../../src/openapi/json-schema.ts'
import { confirmTexts } from '../../src/pages/text/confirm.ts'
import { registered } from '../contract/subjects.ts'
import { expectEach } from '../support/expect-each.ts'

afterEach(() => vi.restoreAllMocks())

const tools = registered.filter(isTool).map(({ method, route, operation }) => {
  const tool = toTool({ method, path: route, operation })
  return { id: operation.id, method, operation, options: getOptions(operation), tool, definition: tool.definition }
})
const definitionCalled = (name: string) => tools.find(({ operation }) => operation.id === name)?.definition

/** As people call the product of each group. */
const PRODUCTS: Partial<Record<Area, string>> = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: 'Notion',
  shop: 'Coupang',
  payment: 'PaySsam',
  video: 'YouTube',
  social: 'Threads',
}

/** Every schema within a schema, itself first, with its path. */
function* schemasIn(schema: JsonSchema, path = ''): Generator<[string, JsonSchema]> {
  yield [path, schema]
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* schemasIn(field, `${path}/${name}`)
  for (const way of schema.anyOf ?? []) yield* schemasIn(way, path)
  if (schema.items) yield* schemasIn(schema.items as JsonSchema, `${path}[]`)
}

describe('every tool', () => {
  it('is named as the operation, and speaks of the product', () =>
    expectEach(tools, ({ operation, tool, definition: { name, title, description } }) => {
      expect(name).toBe(operation.id)
      const product = PRODUCTS[operation.group]
      if (product) expect(title).toMatch(`${product}: `)
      expect(tool.found.line).toContain(title)
      expect(description.length, 'characters of the description').toBeGreaterThan(20)
    }))

  it('has defaults of the type of their argument', () =>
    expectEach(tools, ({ definition }) => {
      const types = { integer: 'number', number: 'number', boolean: 'boolean', string: 'string', array: 'object' }
      for (const [path, { type, enum: choices, default: initial }] of schemasIn(definition.inputSchema)) {
        if (initial === undefined) continue
        if (Array.isArray(choices)) expect(choices, path).toContain(initial)
        else expect(typeof initial, path).toBe(types[type as keyof typeof types])
      }
    }))

  it('takes every field of path, query and body but the hidden ones, no two of one name', () =>
    expectEach(tools, ({ operation, options, tool, definition: { inputSchema: input } }) => {
      const fields = inputs(operation, ['param', 'query', 'json'])
      const withheld = options.withheld?.filter((field) => fields.includes(field)) ?? []
      const hidden = [...(options.hidden ?? []), ...withheld]
      const from = tool.continued === undefined ? [] : ['offset']
      if (!operation.reads) expect(from).toEqual([])
      expect(new Set([...fields, ...from]).size, 'different names').toBe(fields.length + from.length)
      expect(hidden.filter((field) => !field.includes('.') && !fields.includes(field))).toEqual([])
      expect(hidden.filter((field) => input.required?.includes(field))).toEqual([])
      const shown = fields.filter((field) => !hidden.includes(field))
      const taken = Object.keys(input.properties ?? {}).filter((field) => field !== 'idempotency_key')
      // The note below a part names `offset`.
      expect(taken).toEqual(shown)
    }))

  it('describes every argument, with the text of its field', () =>
    expectEach(tools, ({ definition: { inputSchema } }) => {
      const untold = Object.entries(inputSchema.properties ?? {}).filter(([, { description: words }]) => !words)
      expect(untold.map(([field]) => field)).toEqual([])
    }))

  it('takes no credential', () =>
    expectEach(tools, ({ definition }) => {
      const credentials =
        /token|api[-_]?key|secret|session|authorization|cookie|merchant|member_id|x-(workspace|payment)/i
      const names = [...schemasIn(definition.inputSchema)].flatMap(([path]) => path.split('/'))
      expect(names.filter((field) => credentials.test(field))).toEqual([])
    }))

  it('speaks plain JSON Schema: no references, no keywords of ours, patterns that every reader takes', () =>
    expectEach(tools, ({ definition }) => {
      for (const [path, schema] of schemasIn(definition.inputSchema)) {
        const own = /^\$|override|clamp|narrows|examples|moment|^list$|epoch|omitted|continued/
        expect(
          Object.keys(schema).filter((keyword) => own.test(keyword)),
          path,
        ).toEqual([])
        if (typeof schema.pattern === 'string') expect(() => new RegExp(schema.pattern as string, 'u')).not.toThrow()
      }
    }))

  it('says whether it reads, destroys, or may be repeated', () =>
    expectEach(tools, ({ method, operation, definition: { annotations } }) => {
      if (operation.reads) expect(annotations).toEqual({ readOnlyHint: true })
      else expect(annotations).toMatchObject({ destructiveHint: expect.any(Boolean) })
      if (method === 'DELETE') expect(annotations).toMatchObject({ destructiveHint: true, idempotentHint: true })
    }))
})

describe('arguments', () => {
  it('in a query have the type of their value', () => {
    expect(definitionCalled('recorder_list_files')?.inputSchema.properties).toMatchObject({
      limit: { type: 'integer', default: 20 },
      is_desc: { type: 'boolean', default: true },
      sort_by: { enum: ['edit_time', 'start_time'], default: 'start_time' },
    })
  })

  it('come from path, query and body at once', () => {
    expect(definitionCalled('recorder_rename_file')?.inputSchema).toMatchObject({ required: ['id', 'filename'] })
    expect(definitionCalled('recorder_fetch_file')?.inputSchema).toMatchObject({ required: ['id'] })
  })

  it('of the wait are capped at 50 seconds', () => {
    const { properties } = definitionCalled('recorder_transcribe_file_and_wait')?.inputSchema ?? {}
    expect(properties?.timeout_sec).toMatchObject({ default: 50 })
  })

  it('of what pays, ships, publishes or creates have the idempotency key, which is no credential', () => {
    const withKey = tools.filter((tool) => 'idempotency_key' in (tool.definition.inputSchema.properties ?? {}))
    const others = [
      ...['workspace_insert_records', 'workspace_create_page', 'workspace_create_database'],
      ...['workspace_append_page_markdown', 'workspace_edit_page_markdown', 'workspace_create_comment'],
      ...['social_create_post', 'social_repost'],
    ]
    const expected = tools.filter(
      ({ operation }) =>
        (['payment', 'shop'].includes(operation.group) && !operation.reads) || others.includes(operation.id),
    )
    expect(withKey).toEqual(expected)
    expect(withKey.length).toBeGreaterThan(0)
  })

  it('of a body that is passed on may be any', () => {
    expect(definitionCalled('payment_manage_autopay')?.inputSchema).not.toHaveProperty('additionalProperties')
  })

  it('that are times are texts, and comma lists are arrays', () => {
    expect(definitionCalled('recorder_search')?.inputSchema.properties?.date_from).toEqual({
      type: 'string',
      description: 'Earliest start of the recording',
    })
    expect(definitionCalled('recorder_fetch_file')?.inputSchema.properties?.include).toMatchObject({
      type: 'array',
      items: { type: 'string', enum: ['transcript', 'summary', 'share', 'audio_url'] },
      default: ['transcript', 'summary'],
    })
  })

  it('that may be null say so once', () => {
    for (const { definition } of tools) {
      expect(JSON.stringify(definition.inputSchema)).not.toMatch(/"null"|"pattern"|"maxLength"/)
    }
  })
})

describe('annotations', () => {
  const hints = (name: string) => definitionCalled(name)?.annotations

  it.each([
    ['recorder_create_tag', false, false, false],
    ['recorder_restore_files', false, true, false],
    ['recorder_rename_file', true, true, false],
    ['recorder_trash_files', true, true, false],
    ['workspace_insert_records', false, false, false],
    ['workspace_invite_member', true, true, true],
    ['workspace_delete_pages', true, true, false],
    ['payment_cancel_bill', true, true, true],
    ['payment_destroy_bill', true, true, false],
    ['payment_request_autopay', true, false, true],
    ['social_create_post', true, false, true],
  ])('%s: destructive %s, idempotent %s, outside %s', (name, destructiveHint, idempotentHint, openWorldHint) => {
    expect(hints(name)).toEqual({ destructiveHint, ...(idempotentHint && { idempotentHint }), openWorldHint })
  })

  it('call a POST that only reads a reading tool', () => {
    expect(hints('shop_list_orders')).toMatchObject({ readOnlyHint: true })
  })
})

it('the page for an agreement has a question for each operation with an effect', () => {
  const asking = registered
    .filter(({ operation }) => operation.effect !== undefined)
    .map(({ operation }) => operation.id)
  expect(Object.keys(confirmTexts.en.operations).sort()).toEqual(asking.sort())
})

it('the page for an agreement names each field of the shop in words', () => {
  const asking = registered.filter(({ operation: { effect, group } }) => effect !== undefined && group === 'shop')
  const fields = asking.flatMap(({ operation }) => [
    ...inputs(operation, ['param', 'json']),
    ...Object.keys(itemsOf(operation.id)),
  ])
  expect(fields).toContain('vendor_item_id')
  expect([...new Set(fields)].filter((name) => !(name in confirmTexts.en.fields))).toEqual([])
})

describe('the words of tools', () => {
  it('name tools and arguments that exist', () => {
    const ids = tools.map(({ operation }) => operation.id)
    const words = tools.map(({ tool }) => JSON.stringify([tool.definition, tool.found])).join('\n')
    const named = words.match(new RegExp(`\\b(?:${AREAS.join('|')})_[a-z_]*[a-z]\\b`, 'g')) ?? []
    expect(named.length).toBeGreaterThan(100)
    const isArgument = (name: string) => tools.some(({ operation }) => inputs(operation).includes(name))
    expect([...new Set(named)].filter((name) => !ids.includes(name) && !isArgument(name))).toEqual([])
  })

  it('are those for people, but for at most 25', () => {
    const own = tools.filter(({ options }) => options.description !== undefined)
    expect(own.length).toBeLessThanOrEqual(25)
    for (const { definition, operation, options } of tools) {
      const { summary, description } = operation.texts
      if (options.description !== undefined) continue
      const sentences = definition.description.slice(summary.length).split(/\. (?=[A-Z`\d])/)
      expect(definition.description.startsWith(summary)).toBe(true)
      for (const sentence of sentences) {
        expect(`. ${description}`).toContain(sentence)
        expect(sentence, 'words of HTTP').not.toMatch(/\b[245]\d\d\b|Idempotency-Key/)
      }
    }
  })
})

/** The names of an operation's fields, in these places. */
function inputs({ input }: Operation, places: readonly (keyof Inputs)[] = ['param', 'query', 'header', 'json']) {
  return places.flatMap((place) => Object.keys(input()[place]?.shape ?? {}))
}

/** The fields of each item of a list that a tool takes. */
const itemsOf = (name: string) =>
  (definitionCalled(name)?.inputSchema.properties?.items?.items as JsonSchema | undefined)?.properties ?? {}
