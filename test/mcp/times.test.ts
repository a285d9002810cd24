import { afterEach, describe, expect, it, vi } from 'vitest'
import { Clock } from '../simulators/clock.ts'
import { createPlaud, USER_TOKEN } from '../simulators/recorder/index.ts'
import { createGateway, type Overrides } from '../support/gateway.ts'
import { createWorldAt } from '../support/world.ts'
import { CONNECTED } from './account-headers.ts'
import { connect } from './clients.ts'

/** Times as a person in Korea means them (docs/spec/mcp.md, "Responses of tools"). */

afterEach(() => vi.restoreAllMocks())

async function stage(settings: Overrides = {}) {
  const clock = new Clock()
  const plaud = createPlaud({ clock })
  createWorldAt(clock, plaud)
  const gateway = createGateway({ ...CONNECTED, RECORDER_TOKEN: USER_TOKEN, ...settings })
  const client = await connect(gateway)
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { isError, texts } = await client.callTool(name, args)
    return { isError, text: texts[0] ?? '', json: texts[0]?.startsWith('{') ? JSON.parse(texts[0]) : undefined }
  }
  const overHttp = async (path: string) => (await gateway.call(`/api/v1${path}`)).json
  return { call, overHttp, plaud, gateway }
}

describe('a response', () => {
  it('has local times with their offset, and no epoch', async () => {
    const { call, overHttp } = await stage()
    const { json, text } = await call('recorder_list_files', { limit: 30 })
    const [newest] = json.data_file_list
    expect(newest.start_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+09:00$/)
    expect(text).not.toMatch(/:1\d{12}\b/)
    expect(text).not.toMatch(/\d\d:\d\dZ"/)
    const { data_file_list: rows } = await overHttp('/recorder/files?limit=30&sort_by=start_time')
    const starts = (list: { start_time: unknown }[]) => list.map(({ start_time }) => Date.parse(String(start_time)))
    expect(starts(json.data_file_list)).toEqual(rows.map((row: { start_time: number }) => row.start_time))
  })

  it('has the day of the record if that contains its zone, otherwise that of TIME_ZONE', async () => {
    const { call } = await stage({ TIME_ZONE: 'America/New_York' })
    const { json } = await call('recorder_list_files', { limit: 1 })
    expect(json.data_file_list[0].start_time).toMatch(/\+09:00$/)
    const recorded = await call('notes_list_notes', { size: 1 })
    if (!recorded.isError) expect(recorded.text).toMatch(/-0[45]:00"/)
  })

  it.each([
    [5, 30, '+05:30'],
    [-9, 30, '-09:30'],
  ])('has the hours and minutes of the zone of its record: %i and %i', async (timezone, zonemins, offset) => {
    const { call, plaud } = await stage()
    const [newest] = [...plaud.state.recordings.values()].sort((a, b) => b.start_time - a.start_time)
    Object.assign(newest ?? {}, { timezone, zonemins })
    for (const fields of [undefined, 'all']) {
      const [row] = (await call('recorder_list_files', { limit: 1, fields })).json.data_file_list
      expect(row.start_time.slice(-6)).toBe(offset)
      expect(Date.parse(row.start_time)).toBe(newest?.start_time)
    }
  })

  it('has places in a recording as hours, minutes and seconds', async () => {
    const { call, plaud } = await stage()
    const { files } = (await call('recorder_search', { query: '회의' })).json
    const places = files.flatMap(({ hits }: { hits: { start_time?: unknown }[] }) =>
      hits.flatMap(({ start_time }) => (start_time === undefined ? [] : [start_time])),
    )
    expect(plaud.calls.length).toBeGreaterThan(0)
    for (const place of places) expect(place).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(places.length).toBeGreaterThan(0)
  })

  it('has no epoch when every field is requested', async () => {
    const { call } = await stage()
    const { text, json } = await call('recorder_list_files', { limit: 30, fields: 'all' })
    expect(json.data_file_list[0].version).toMatch(/\+09:00$/)
    expect(text).not.toMatch(/version":\d/)
    const { id } = json.data_file_list.find(({ is_trans }: { is_trans: boolean }) => is_trans)
    const { content } = (await call('recorder_get_transcript', { id, fields: 'all' })).json
    expect(content[0]).toMatchObject({ start_time: expect.stringMatching(/^\d\d:\d\d:\d\d$/) })
  })

  it('has local times in events, which no schema describes', async () => {
    const { text } = await (await stage()).call('events_list_types')
    expect(text).toMatch(/"edit_time":"20/)
    expect(text).not.toMatch(/(?:_time|_at|_ms)":\d/)
  })

  it('lists the newest by its start, also after an older one was changed', async () => {
    const { call } = await stage()
    const { json } = await call('recorder_list_files', { limit: 2 })
    const [newest, second] = json.data_file_list
    await call('recorder_rename_file', { id: second.id, filename: 'Renamed' })
    expect((await call('recorder_list_files', { limit: 1 })).json.data_file_list[0].id).toBe(newest.id)
  })
})

describe('an argument', () => {
  it.each([
    ['2026-11-16', '2026-11-20', '2026-11-16T00:00:00+09:00', '2026-11-20T23:59:59.999+09:00'],
    ['2026-11-16T09:30', '2026-11-20 10:00:05', '2026-11-16T09:30:00+09:00', '2026-11-20T10:00:05+09:00'],
    ['2026-11-16T00:00:00Z', '2026-11-20T00:00:00+01:00', '2026-11-16T00:00:00Z', '2026-11-20T00:00:00+01:00'],
  ])(
    '%s to %s: a bare day is a day of the zone, a time without offset one of the zone',
    async (from, to, first, last) => {
      const { gateway } = await stage()
      const seen: string[] = []
      const { call } = gateway
      vi.spyOn(URLSearchParams.prototype, 'set').mockImplementation(function (this: URLSearchParams, name, value) {
        seen.push(`${name} ${value}`)
        this.append(name, value)
      })
      const client = await connect({ ...gateway, call })
      const { isError } = await client.callTool('recorder_search', { query: 'a', date_from: from, date_to: to })
      expect(isError).toBe(false)
      expect(seen).toEqual(expect.arrayContaining([`date_from ${first}`, `date_to ${last}`]))
    },
  )

  it('an invalid day is refused with a message', async () => {
    const { call } = await stage()
    const { isError, text } = await call('recorder_search', { query: 'a', date_from: '2026-02-30' })
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('date_from') })
  })
})

it('an unknown TIME_ZONE is named', async () => {
  const { call } = await stage({ TIME_ZONE: 'Seoul' })
  const { isError, text } = await call('recorder_list_files')
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('TIME_ZONE must be a time zone') })
})
