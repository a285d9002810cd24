import { describe, expect, it } from 'vitest'
import { ask, askJson } from './ask.ts'
import { createPlaud, GLOBAL_ACCOUNT, readyRecording, recording, share } from './index.ts'

describe('account reads (facts 5)', () => {
  it('returns the user, without flags that no client has seen unless switched on', async () => {
    const plaud = createPlaud()
    const { data_user, data_state } = await askJson<{ data_user: object; data_state: object }>(plaud, '/user/me')
    expect(data_user).toMatchObject({ id: GLOBAL_ACCOUNT.id, seconds_left: 15_400, seconds_total: 18_000 })
    expect(data_state).toMatchObject({ is_membership: 1, membership_type: 'pro' })
    expect(data_state).not.toHaveProperty('have_files')
    plaud.switches.libraryFlags = true
    const flags = { have_files: true, has_transcribed: true }
    expect(await askJson(plaud, '/user/me')).toMatchObject({ data_state: flags })
  })
})

describe('inferred routes (facts 6.9, 9.3)', () => {
  it('lists running merges and models, or does not know the path, which is an expected call', async () => {
    const plaud = createPlaud()
    const merge = { task_id: 't1', file_ids: ['a', 'b'], filename: 'Both' }
    plaud.state.combineTasks.push({ ...merge, status: 'pending' }, { ...merge, task_id: 't2', status: 'success' })
    const running = await askJson(plaud, '/file/combine-tasks/running')
    expect(running).toMatchObject({ status: 0, data: [{ task_id: 't1', status: 'pending' }] })
    const { data } = await askJson<{ data: unknown[] }>(plaud, '/summary/models')
    expect(data).toContainEqual({ model_name: 'auto' })
    Object.assign(plaud.switches, { combineTasks: 'absent', models: 'absent' })
    expect((await ask(plaud, '/file/combine-tasks/running')).status).toBe(404)
    expect((await ask(plaud, '/summary/models')).status).toBe(404)
    expect(plaud.unexpected).toEqual([])
  })
})

describe('search (facts 8)', () => {
  const one = readyRecording({ filename: 'Harbour call' })
  const recordings = [one, recording({ filename: 'Other' }), readyRecording({ filename: 'Gone', is_trash: true })]

  it('finds names and words, in the selected format', async () => {
    const plaud = createPlaud({ recordings })
    const search = (query: string) => askJson(plaud, '/gsearch/v1/search', { body: { query, from: 'all' } })
    const said = [{ content: 'Yes, the numbers first.', speakers: [{ start_time: 1750 }] }]
    expect(await search('NUMBERS')).toMatchObject({ data: { list: [{ id: one.id, trans_chunks: said }] } })
    const written = [{ chunks: [{ content: expect.stringContaining('# Harbour call') }] }]
    expect(await search('# harbour')).toMatchObject({ data: { list: [{ id: one.id, notes: written }] } })
    plaud.switches.search = 'data'
    const hit = { file_id: one.id, hits: [{ source: 'title', text: 'Harbour call' }] }
    expect(await search('harbour')).toMatchObject({ status: 0, data: [hit] })
    expect(await search('NUMBERS')).toMatchObject({ data: [{ hits: [{ source: 'transcript', start_time: 1750 }] }] })
    expect(await search('no such words')).toMatchObject({ data: [] })
    plaud.switches.search = 'results'
    expect(await search('harbour')).toMatchObject({ results: [hit] })
    plaud.switches.search = 'list'
    expect(await search('harbour')).toMatchObject([hit])
  })

  it('needs a query, and may not exist at all', async () => {
    const plaud = createPlaud({ recordings })
    expect((await ask(plaud, '/gsearch/v1/search', { body: { q: 'harbour' } })).status).toBe(422)
    plaud.switches.search = 'absent'
    expect((await ask(plaud, '/gsearch/v1/search', { body: { query: 'harbour' } })).status).toBe(404)
    expect(plaud.unexpected).toEqual([])
  })
})

describe('share (facts 6.11; 11, row 13)', () => {
  it('returns each side, accepts either body form, and records which was sent', async () => {
    const one = recording()
    const plaud = createPlaud({ recordings: [one] })
    const get = (side: string, body: unknown) => askJson(plaud, `/share/${side}/get`, { body })
    expect(await get('private', { file_id: one.id })).toMatchObject({ status: 0, data: {} })
    plaud.switches.noShare = 'null'
    expect(await get('private', { file_id: one.id })).toMatchObject({ data: null })
    plaud.state.shares.public.set(one.id, share('public', one.id))
    expect(await get('public', { object_id: one.id, object_type: 'file' })).toMatchObject({
      data: {
        share_url: expect.stringMatching(
          /^https:\/\/web\.plaud\.ai\/s\/pub_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}::\w+$/,
        ),
        content_config: { audio: true, notes: [] },
      },
    })
    expect(plaud.state.shareBodies).toEqual([['file_id'], ['file_id'], ['object_id', 'object_type']])
  })

  it('responds for an unknown recording and a body without an id', async () => {
    const plaud = createPlaud()
    expect(await askJson(plaud, '/share/public/get', { body: { file_id: 'unknown' } })).toMatchObject({ status: -1 })
    expect((await ask(plaud, '/share/public/get', { body: { object_id: 'a' } })).status).toBe(422)
  })
})

describe('the library', () => {
  it('is created for every simulator, with the same ids', async () => {
    const [first, second] = [createPlaud(), createPlaud()]
    const [id = ''] = [...first.state.recordings.keys()]
    await ask(first, `/file/${id}`, { method: 'PATCH', body: { filename: 'changed' } })
    expect(second.state.recordings.get(id)?.filename).toBe('주간 제품 회의')
    expect(second.state.shares.public.size).toBe(2)
  })

  it('can be replaced as a whole', async () => {
    const plaud = createPlaud({ recordings: [], tags: [], devices: [] })
    expect(await askJson(plaud, '/file/simple/web')).toMatchObject({ data_file_total: 0 })
    expect(await askJson(plaud, '/device/list')).toMatchObject({ data_devices: [] })
  })
})

describe('faults by the kernel (facts 11, row 5)', () => {
  it('carry the product’s own body', async () => {
    const plaud = createPlaud()
    plaud.fail({ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, { times: 1 })
    const limited = await ask(plaud, '/user/me')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await limited.json()).toEqual({ detail: 'Too Many Requests' })
    expect((await ask(plaud, '/user/me')).status).toBe(200)
  })
})
