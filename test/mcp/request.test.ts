import { describe, expect, it } from 'vitest'
import { toTool } from '../../src/mcp/definition.ts'
import { buildRequest } from '../../src/mcp/request.ts'
import { registered } from '../contract/subjects.ts'

const all = registered.map(({ route, ...rest }) => ({ ...rest, path: route }))

function request(id: string, args: Record<string, unknown>) {
  const tool = all.find(({ operation }) => operation.id === id)
  if (!tool) throw new Error(`no ${id}`)
  return buildRequest({ ...tool, tool: toTool(tool), all }, args, 'Asia/Seoul')
}

describe('where arguments go', () => {
  it('path, query and body, each to its place', () => {
    expect(request('recorder_get_tab', { id: 'abc', template: 'AUTO SELECT&x' })).toEqual({
      method: 'GET',
      path: '/api/v1/recorder/files/abc/tabs/content?template=AUTO+SELECT%26x',
      headers: {},
    })
    expect(request('recorder_rename_file', { id: 'abc', filename: '회의' })).toEqual({
      method: 'PATCH',
      path: '/api/v1/recorder/files/abc',
      headers: { 'Content-Type': 'application/json' },
      body: '{"filename":"회의"}',
    })
  })

  it('numbers and flags as a query writes them, null as absent', () => {
    const { path } = request('recorder_list_files', { limit: 3, is_desc: false, skip: null })
    expect(path).toBe('/api/v1/recorder/files?limit=3&sort_by=start_time&is_desc=false')
  })

  it('arrays as the comma lists that routes take, in a query and in a body', () => {
    const args = { id: 'abc', include: ['summary', 'audio_url'] }
    expect(request('recorder_fetch_file', args).path).toContain('?include=summary%2Caudio_url')
    expect(request('recorder_transcribe_file_and_wait', args).body).toContain('"include":"summary,audio_url"')
    expect(request('recorder_list_tasks', { file_ids: ['a', 'b'] }).path).toMatch(/file_ids=a%2Cb$/)
    expect(() => request('recorder_list_tasks', { file_ids: [['a']] })).toThrow('file_ids: must be a list of texts')
  })

  it('what a tool sends by default', () => {
    expect(request('recorder_get_transcript', { id: 'abc' }).path).toMatch(/format=text$/)
    expect(request('recorder_get_transcript', { id: 'abc', format: 'srt' }).path).toMatch(/format=srt$/)
    expect(request('recorder_get_transcript', { id: 'abc', format: null }).path).toMatch(/format=text$/)
  })

  it('idempotency_key to its header, and not into the body', () => {
    expect(request('payment_manage_autopay', { customer: 'c1', idempotency_key: 'once' })).toMatchObject({
      headers: { 'Idempotency-Key': 'once' },
      body: '{"customer":"c1"}',
    })
  })

  it('a body without arguments is an empty object', () => {
    expect(request('recorder_transcribe_file', { id: 'abc' }).body).toBe('{}')
  })

  it.each(['X-Payment-Mode', 'X-API-KEY', 'Content-Type', 'toString', '__proto__'])(
    'none becomes the header %s',
    (name) => {
      const args = Object.fromEntries([
        ['bill_id', 'b1'],
        [name, 'other'],
      ])
      expect(() => request('payment_read_bill', args)).toThrow(`${name}: is not known`)
      const { headers } = request('payment_manage_autopay', { [name]: 'other', idempotency_key: 'a' })
      expect(headers).toEqual({ 'Content-Type': 'application/json', 'Idempotency-Key': 'a' })
    },
  )
})

describe('an id', () => {
  const getPath = (id: unknown) => request('recorder_get_transcript', { id }).path

  it.each(['..', '.', '../devices', 'a/b', '%2e%2e', 'a?b', 'a#b', 'a\\b', '한글', '..\\x'])(
    '%j stays one segment of the path',
    (id) => {
      const { pathname } = new URL(getPath(id), 'https://latchkey.test')
      expect(pathname).toMatch(/^\/api\/v1\/recorder\/files\/[^/]+\/transcript$/)
    },
  )

  it.each([undefined, null, ''])('%j is missing', (id) => {
    expect(() => getPath(id)).toThrow(expect.objectContaining({ status: 400, message: 'id: is required' }))
  })

  it('that is a fixed segment names nothing: 404, never another operation', () => {
    expect(() => request('recorder_get_file', { id: 'webhook-candidates' })).toThrow(
      expect.objectContaining({ status: 404 }),
    )
  })
})

describe('what cannot be in its place', () => {
  it.each([
    ['recorder_list_files', { limit: { a: 1 } }, 'limit'],
    ['recorder_fetch_file', { id: 'abc', strict: ['transcript'] }, 'strict'],
    ['recorder_get_file', { id: ['abc'] }, 'id'],
    ['payment_resend_bill', { bill_id: 'b', idempotency_key: 'a\nb' }, 'idempotency_key'],
    ['payment_resend_bill', { bill_id: 'b', idempotency_key: '한글' }, 'idempotency_key'],
  ])('%s %j: 400 that names %s', (id, args, field) => {
    expect(() => request(id, args)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringMatching(`^${field}: must be`) }),
    )
  })
})

describe('the wait', () => {
  const getTimeout = (args: object) =>
    JSON.parse(request('recorder_transcribe_file_and_wait', { id: 'abc', ...args }).body ?? '').timeout_sec

  it.each([
    [{}, 50],
    [{ timeout_sec: null }, 50],
    [{ timeout_sec: 300 }, 50],
    [{ timeout_sec: 51 }, 50],
    [{ timeout_sec: 20 }, 20],
    [{ timeout_sec: 'soon' }, 'soon'],
  ])('%j lasts %j', (args, expected) => {
    expect(getTimeout(args)).toBe(expected)
  })
})
