import { afterEach, describe, expect, it, vi } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import { getOptions } from '../../src/mcp/definition.ts'
import { getShownNames, withoutSignedLinks } from '../../src/mcp/values.ts'
import { type JsonSchema, markedSchema } from '../../src/openapi/json-schema.ts'
import { getOutput } from '../../src/openapi/registered.ts'
import { toolSubjects } from '../contract/subjects.ts'
import { DATA_SOURCES } from '../simulators/workspace/index.ts'
import { expectEach } from '../support/expect-each.ts'
import { setTable } from '../tasks/stage.ts'

/** The fields of responses by default, and with `fields: "all"` (docs/spec/mcp.md, "Responses of tools"). */

afterEach(() => vi.restoreAllMocks())

const SIGNED = /X-Amz-Signature/

describe('the calls of every day', () => {
  it('take 8,000 tokens together, and contain no signed link', async () => {
    const model = await setTable().talk()
    const { data_file_list: files } = await model.call('recorder_list_files')
    const ready = files.find(({ is_summary }: { is_summary: boolean }) => is_summary)
    const bare = files.find(({ is_trans }: { is_trans: boolean }) => !is_trans)
    const answers = [
      files,
      await model.call('recorder_get_summary', { id: ready.id }),
      await model.call('recorder_transcribe_file_and_wait', { id: bare.id }),
      await model.call('workspace_search'),
      await model.call('notes_list_notes'),
      await model.call('social_list_posts'),
    ]
    expect(model.spent().tokens).toBeLessThanOrEqual(8000)
    expect(JSON.stringify(answers)).not.toMatch(SIGNED)
  })

  it('contain what the next call needs', async () => {
    const model = await setTable().talk()
    const { data_file_list: files } = await model.call('recorder_list_files')
    const row = { id: expect.any(String), filename: expect.any(String), start_time: expect.stringMatching(/\+09:00$/) }
    expect(files[0]).toMatchObject({ ...row, is_trans: expect.any(Boolean), is_summary: expect.any(Boolean) })
    const { notes } = await model.call('notes_list_notes')
    expect(notes[0]).toMatchObject({ guid: expect.any(String), title: expect.any(String) })
    const { results } = await model.call('workspace_search', { type: 'data_source' })
    expect(results[0]).toMatchObject({ object: 'data_source', id: expect.any(String), title: expect.any(String) })
    const { posts } = await model.call('social_list_posts')
    expect(posts[0]).toMatchObject({ id: expect.any(String), text: expect.any(String), url: expect.any(String) })
  })

  it('give the rest with fields "all", signed links too', async () => {
    const model = await setTable().talk()
    const { data_file_list: files } = await model.call('recorder_list_files')
    const ready = files.find(({ is_summary }: { is_summary: boolean }) => is_summary)
    const short = await model.call('recorder_get_summary', { id: ready.id })
    expect(Object.keys(short)).toEqual(['file_id', 'markdown'])
    expect(short.markdown).toMatch(/!\[.*\]\(signed:[\w.]+\)/)
    const whole = await model.call('recorder_get_summary', { id: ready.id, fields: 'all' })
    expect(whole.markdown).toMatch(SIGNED)
    expect(whole.images[0].url).toMatch(SIGNED)
    const { data_file_list } = await model.call('recorder_list_files', { limit: 1, fields: 'all' })
    expect(data_file_list[0]).toHaveProperty('file_md5')
  })

  it('take no other word for fields', async () => {
    const model = await setTable().talk()
    expect(await model.fail('recorder_list_files', { fields: 'some' })).toContain('fields: must be "all"')
  })
})

it('a long meeting is found, and gone to', async () => {
  const table = setTable()
  const model = await table.talk()
  const { files } = await model.call('recorder_search', { query: '응답 시간이 절반' })
  const [{ id, hit_count, hits }] = files
  expect(hit_count).toBe(hits.length)
  const { text, part } = await model.call('recorder_get_transcript', { id, at: hits[0].start_time })
  expect(text).toContain('응답 시간이 절반')
  const around = await model.call('recorder_get_transcript', { id, around: '절반' })
  expect(around).toMatchObject({ part: { matches: 1, of: part.of }, text: expect.stringContaining('절반') })
  expect(await model.fail('recorder_get_transcript', { id, at: '73' })).toContain('at: must be a position')
})

it('the properties of a table have the operators of each type once', async () => {
  const model = await setTable().talk()
  const { properties, operators } = await model.call('workspace_get_schema', { data_source_id: DATA_SOURCES.projects })
  expect(model.spent().tokens).toBeLessThanOrEqual(1100)
  expect(properties.length).toBeGreaterThan(15)
  expect(JSON.stringify(properties)).not.toContain('operators')
  expect(operators).toMatchObject({ number: expect.arrayContaining(['greater_than']), checkbox: expect.any(Array) })
})

it('a requested link is complete', async () => {
  const table = setTable()
  const model = await table.talk('?tools=all')
  const { data_file_list: files } = await model.call('recorder_list_files')
  expect((await model.call('recorder_get_audio_url', { id: files[0].id })).audio_url).toMatch(SIGNED)
})

it('links that open nothing by themselves are not changed', () => {
  const plain = 'see https://a.example/x?design=1 and (https://b.example/y.png) or a sig=1'
  expect(withoutSignedLinks(plain)).toBe(plain)
  expect(withoutSignedLinks('![a](https://b.example/c/y.png?a=1&X-Amz-Signature=0f) b')).toBe('![a](signed:y.png) b')
  expect(withoutSignedLinks('https://b.example/y.pdf?signature=0f')).toBe('signed:y.pdf')
})

it('every tool shows fields that its response has', () =>
  expectEach(
    toolSubjects.filter(({ operation }) => getOptions(operation).shown),
    ({ operation }) => {
      const output = markedSchema(getOutput(operation) ?? expect.fail(), 'output')
      for (const [path, names] of Object.entries(getOptions(operation).shown ?? {})) {
        const holders = schemasAt(output, path)
        const known = holders.flatMap(({ properties = {} }) => Object.keys(properties))
        const unknown = getShownNames(names).filter((name) => !known.includes(name))
        const isLoose = holders.some(({ additionalProperties }) => additionalProperties !== undefined)
        if (holders.length > 0 && !isLoose) expect(unknown, path).toEqual([])
      }
    },
  ))

/** The schemas of the objects at a path, including alternatives. */
const schemasAt = (schema: JsonSchema, path: string): JsonSchema[] =>
  path
    .split('.')
    .filter(Boolean)
    .reduce(
      (holders, step) => holders.flatMap((holder) => getWays(step === '[]' ? holder.items : holder.properties?.[step])),
      getWays(schema),
    )

const getWays = (schema: unknown): JsonSchema[] =>
  isObject(schema) ? [schema as JsonSchema, ...((schema as JsonSchema).anyOf ?? [])] : []

it('a month of sales takes 1,000 tokens, with what was cancelled', async () => {
  const table = setTable()
  for (let day = 1; day <= 31; day++) {
    const orderedAt = Date.parse(`2026-10-${String(day).padStart(2, '0')}T12:00:00+09:00`)
    for (let order = 0; order < 3; order++) table.seller.sell({ orderedAt, ...(day % 7 === 0 && { status: 'ACCEPT' }) })
  }
  const model = await table.talk()
  const { result } = await model.call('shop_list_sales', { from: '2026-10-01', to: '2026-10-31' })
  expect(result.rows).toHaveLength(31)
  expect(result).toMatchObject({ totals: { orders: expect.any(Number) }, complete: true })
  expect(model.spent().tokens).toBeLessThanOrEqual(1000)
})

it('three weeks of returns take half of what they have', async () => {
  const model = await setTable().talk()
  const { result } = await model.call('shop_list_returns', { from: '2026-11-01', to: '2026-11-21' })
  expect(result.length).toBeGreaterThan(20)
  expect(result[0]).toMatchObject({
    receipt_id: expect.any(String),
    status: expect.any(String),
    items: expect.any(Array),
  })
  expect(model.spent().tokens).toBeLessThanOrEqual(2400)
})
