import { expect, it } from 'vitest'
import { readyRecording, seedTags } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const UNKNOWN = 'ffffffffffffffffffffffffffffffff'

const getTag = (name: string) => seedTags().find((tag) => tag.name === name)?.id ?? ''

it('GET /recorder/tags: id, name, icon and color of each', async () => {
  const { status, json } = await connected().get('/tags')
  expect(status).toBe(200)
  expect(json).toEqual({ tags: seedTags() })
})

it.each([
  ['{"status":0}', 200],
  ['{"status":0,"data_filetag_list":null}', 200],
  ['{"status":0,"data_filetag_list":"none"}', 502],
  ['{"message":"hello"}', 502],
])('GET /recorder/tags: %s is %d: no tags, or no list of them', async (body, expected) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/filetag/' })
  const { status, json } = await get('/tags')
  expect(status).toBe(expected)
  if (status === 200) expect(json).toEqual({ tags: [] })
})

it('GET /recorder/tags: a malformed tag is left out, and a number is an id', async () => {
  const { get, plaud } = connected()
  const data_filetag_list = [null, { id: 'a' }, { name: 'b' }, { id: 7, name: 'Trips', icon: null }]
  const body = JSON.stringify({ status: 0, data_filetag_list })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/filetag/' })
  expect((await get('/tags')).json).toEqual({ tags: [{ id: '7', name: 'Trips', icon: null, color: null }] })
})

it('POST /recorder/tags: a tag that the product does not send back is looked up', async () => {
  const { send, get } = connected({ switches: { newFolder: 'absent' } })
  const { status, json } = await send('POST', '/tags', { name: 'Trips' })
  expect(status).toBe(201)
  expect(json).toEqual({ id: expect.any(String), name: 'Trips', icon: 'e627', color: '#4c8eff' })
  expect((await get('/tags')).json.tags).toContainEqual(json)
})

it('POST /recorder/tags: 201 with the tag, which the list then shows', async () => {
  const { send, get } = connected()
  const { status, json } = await send('POST', '/tags', { name: '여행', icon: 'e700', color: '#112233' })
  expect(status).toBe(201)
  expect(json).toEqual({ id: expect.any(String), name: '여행', icon: 'e700', color: '#112233' })
  expect((await get('/tags')).json.tags).toContainEqual(json)
})

it('POST /recorder/tags: icon and color default to those of the product', async () => {
  const { json } = await connected().send('POST', '/tags', { name: 'Trips' })
  expect(json).toMatchObject({ icon: 'e627', color: '#4c8eff' })
})

it('POST /recorder/tags: blanks around the name are left out', async () => {
  expect((await connected().send('POST', '/tags', { name: '  Trips ' })).json.name).toBe('Trips')
})

it('POST /recorder/tags: the same name is 409', async () => {
  const { send, plaud } = connected()
  expect((await send('POST', '/tags', { name: 'Family' })).status).toBe(409)
  expect(plaud.state.tags.size).toBe(seedTags().length)
})

it.each([
  ['no name', {}, 'name: is required'],
  ['a blank name', { name: '  ' }, 'name: must not be empty'],
  ['a name that is no text', { name: 1 }, /^name: /],
  ['a name of 101 characters', { name: 'a'.repeat(101) }, /^name: /],
  ['a color that is no text', { name: 'a', color: 1 }, /^color: /],
  ['an icon that is no text', { name: 'a', icon: {} }, /^icon: /],
])('POST /recorder/tags: %s is 400 naming the field', async (_, body, error) => {
  const { send, plaud } = connected()
  const answer = await send('POST', '/tags', body)
  expect(answer.status).toBe(400)
  expect(answer.json.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
  expect(plaud.calls).toEqual([])
})

it('PATCH /recorder/tags/{id}: the changed tag; fields that are not given stay', async () => {
  const { send } = connected()
  const { status, json } = await send('PATCH', `/tags/${getTag('Family')}`, { name: '가족' })
  expect(status).toBe(200)
  expect(json).toEqual({ id: getTag('Family'), name: '가족', icon: 'e641', color: '#9b59d0' })
})

it('PATCH /recorder/tags/{id}: after a response without a body the tag is read', async () => {
  const { send, plaud } = connected()
  plaud.fail({ kind: 'empty' }, { on: ({ method }) => method === 'PATCH' })
  const { status, json } = await send('PATCH', `/tags/${getTag('Family')}`, { color: '#9b59d0' })
  expect([status, json]).toEqual([200, seedTags().find(({ name }) => name === 'Family')])
})

it.each([
  ['the name of another tag', { name: 'Interviews' }, 409],
  ['nothing', {}, 400],
  ['a blank name', { name: ' ' }, 400],
])('PATCH /recorder/tags/{id}: %s is refused', async (_, body, expected) => {
  expect((await connected().send('PATCH', `/tags/${getTag('Family')}`, body)).status).toBe(expected)
})

it('PATCH and DELETE /recorder/tags/{id}: an unknown id is 404', async () => {
  const { send } = connected()
  expect((await send('PATCH', `/tags/${UNKNOWN}`, { name: 'New' })).status).toBe(404)
  expect((await send('DELETE', `/tags/${UNKNOWN}`)).status).toBe(404)
})

it.each(['json', 'empty', 'no content'] as const)(
  'DELETE /recorder/tags/{id}: 204, and its recordings stay (%s)',
  async (mutationBody) => {
    const recording = readyRecording({ filetag_id_list: [getTag('Family')] })
    const { send, get } = connected({ recordings: [recording], switches: { mutationBody } })
    expect((await send('DELETE', `/tags/${getTag('Family')}`)).status).toBe(204)
    expect((await get('/tags')).json.tags).toHaveLength(seedTags().length - 1)
    expect((await get('/files')).json.data_file_list).toMatchObject([{ id: recording.id, filetag_id_list: [] }])
  },
)

it('POST /recorder/files/tags: the recordings are in the tag; an empty tag_id clears', async () => {
  const recordings = [readyRecording({ filename: 'a' }), readyRecording({ filename: 'b' })]
  const deployment = connected({ recordings })
  const { send, plaud } = deployment
  const tags = () => [...plaud.state.recordings.values()].map(({ filetag_id_list }) => filetag_id_list)
  const file_ids = recordings.map(({ id }) => id)
  const { status, json } = await send('POST', '/files/tags', { file_ids, tag_id: getTag('Family') })
  const results = file_ids.map((file_id) => ({ file_id, status: 'done', error: null }))
  expect([status, json]).toEqual([200, { successful: 2, failed: 0, results }])
  expect(tags()).toEqual([[getTag('Family')], [getTag('Family')]])
  expect((await send('POST', '/files/tags', { file_ids: [file_ids[0]], tag_id: '' })).status).toBe(200)
  expect(tags()).toEqual([[], [getTag('Family')]])
  const changes = calls(deployment).filter(({ method }) => method !== 'GET')
  expect(lines(changes)).toEqual(['POST /file/update-tags', 'POST /file/update-tags'])
})

it.each([
  ['no tag_id', { file_ids: ['a'] }, 'tag_id: is required'],
  ['a tag_id that is no id', { file_ids: ['a'], tag_id: '../a' }, 'tag_id: must be the id of a tag, or empty'],
  ['no file_ids', { tag_id: 'a' }, 'file_ids: is required'],
  ['an empty list', { file_ids: [], tag_id: 'a' }, 'file_ids: needs at least one recording'],
])('POST /recorder/files/tags: %s is 400 naming the field', async (_, body, error) => {
  const { send, plaud } = connected()
  const { status, json } = await send('POST', '/files/tags', body)
  expect([status, json.error]).toEqual([400, error])
  expect(plaud.calls).toEqual([])
})

it('POST /recorder/files/tags: an unknown tag or recording is 404', async () => {
  const recording = readyRecording()
  const { send } = connected({ recordings: [recording] })
  expect((await send('POST', '/files/tags', { file_ids: [recording.id], tag_id: UNKNOWN })).status).toBe(404)
  expect((await send('POST', '/files/tags', { file_ids: [UNKNOWN], tag_id: '' })).status).toBe(404)
})
