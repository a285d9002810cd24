import { describe, expect, it } from 'vitest'
import { recordPage } from '../../../src/groups/workspace/records.ts'
import { api } from '../../simulators/workspace/call.ts'
import { DATA_SOURCES, projectId } from '../../simulators/workspace/index.ts'
import { notion } from './projects.ts'

const query = async (body: object, version?: string) =>
  (await api(notion, `POST /v1/data_sources/${DATA_SOURCES.projects}/query`, body, version ? { version } : {})).body

describe('the record page', () => {
  it('has every field, and no other', async () => {
    const native = await query({ page_size: 1 })
    const page = recordPage(native, ['filters[0]: so'])
    expect(page).toMatchObject({
      object: 'list',
      next_cursor: projectId(2),
      has_more: true,
      type: 'page_or_data_source',
      request_id: native.request_id,
      warnings: ['filters[0]: so'],
      results: [
        {
          object: 'page',
          id: projectId(1),
          archived: false,
          in_trash: false,
          is_archived: false,
          simple_properties: { Name: 'Brand renewal' },
        },
      ],
    })
    expect(Object.keys(page)).toHaveLength(7)
    expect(Object.keys(Object(page.results)[0])).toHaveLength(11)
  })

  it('fills archived from in_trash, the only one that newer versions send', async () => {
    expect(recordPage(await query({ in_trash: true }, '2026-03-11'), [])).toMatchObject({
      results: [{ archived: true, in_trash: true }],
    })
  })

  it('shows whether a row is archived, apart from the trash', () => {
    const row = (states: object) => recordPage({ results: [{ object: 'page', ...states }] }, []).results[0]
    expect(row({ archived: false, in_trash: false, is_archived: true })).toMatchObject({
      archived: false,
      in_trash: false,
      is_archived: true,
    })
    expect(row({ archived: true, in_trash: true })).toMatchObject({ archived: true, is_archived: null })
  })

  it('warns of an incomplete result', async () => {
    notion.switches.resultLimit = 2
    const native = await query({})
    notion.switches.resultLimit = 10_000
    expect(recordPage(native, []).warnings).toEqual([expect.stringMatching(/^results: incomplete/)])
  })

  it('returns null when the product sent nothing', () => {
    expect(recordPage({ results: [{ object: 'page', id: 'a' }] }, [])).toEqual({
      object: null,
      results: [
        {
          object: 'page',
          id: 'a',
          created_time: null,
          last_edited_time: null,
          archived: null,
          in_trash: null,
          is_archived: null,
          properties: null,
          simple_properties: null,
          url: null,
          public_url: null,
        },
      ],
      next_cursor: null,
      has_more: null,
      type: null,
      request_id: null,
      warnings: [],
    })
  })

  it.each([null, [], {}, { results: {} }])('is 502 for %j', (native) => {
    expect(() => recordPage(native, [])).toThrow(expect.objectContaining({ status: 502 }))
  })
})
