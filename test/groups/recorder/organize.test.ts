import { expect, it } from 'vitest'
import { readyRecording, type Tag } from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const tag = (name: string, id: string): Tag => ({ id, name, icon: 'e627', color: '#4c8eff' })

function organizing(...tags: Tag[]) {
  const recordings = [readyRecording({ filename: 'a' }), readyRecording({ filename: 'b' })]
  const deployment = connected({ recordings, tags })
  const file_ids = recordings.map(({ id }) => id)
  const results = file_ids.map((file_id) => ({ file_id, status: 'done', error: null }))
  return {
    report: { successful: 2, failed: 0, results },
    ...deployment,
    organize: (body: Record<string, unknown>) => deployment.send('POST', '/files/organize', { file_ids, ...body }),
    tagsOfFirst: () => deployment.plaud.state.recordings.get(file_ids[0] ?? '')?.filetag_id_list,
  }
}

const creates = ({ method, url }: Call) => method === 'POST' && url.pathname === '/filetag/'

it('POST /recorder/files/organize: puts the recordings into the tag of the name', async () => {
  const { organize, tagsOfFirst, report } = organizing(tag('Work', 't1'), tag('Home', 't2'))
  const { status, json } = await organize({ tag_name: 'Home' })
  expect(status).toBe(200)
  expect(json).toEqual({ tag: tag('Home', 't2'), tag_created: false, files_assigned: 2, ...report })
  expect(tagsOfFirst()).toEqual(['t2'])
})

it('POST /recorder/files/organize: create_if_missing defaults to true', async () => {
  const { organize, tagsOfFirst } = organizing()
  const { json } = await organize({ tag_name: '여행' })
  expect(json).toMatchObject({
    tag: { name: '여행', icon: 'e627', color: '#4c8eff' },
    tag_created: true,
    files_assigned: 2,
  })
  expect(tagsOfFirst()).toEqual([json.tag.id])
})

it('POST /recorder/files/organize: color and icon are for a new tag', async () => {
  const { organize } = organizing(tag('Work', 't1'))
  expect((await organize({ tag_name: 'New', color: '#000000', icon: 'e1' })).json.tag).toMatchObject({
    color: '#000000',
    icon: 'e1',
  })
  expect((await organize({ tag_name: 'Work', color: '#000000' })).json.tag.color).toBe('#4c8eff')
})

it.each([false, 0])(
  'POST /recorder/files/organize: create_if_missing %s, a missing tag is 404 and nothing is changed',
  async (create_if_missing) => {
    const deployment = organizing(tag('Work', 't1'))
    const { status, json } = await deployment.organize({ tag_name: 'Home', create_if_missing })
    expect(status).toBe(404)
    expect(json.error).toMatch(/tag_name/)
    expect(lines(calls(deployment)).slice(1)).toEqual(['GET /filetag/'])
  },
)

it('POST /recorder/files/organize: match_mode defaults to exact', async () => {
  const { organize } = organizing(tag('Work', 't1'))
  expect((await organize({ tag_name: 'work' })).json).toMatchObject({ tag: { name: 'work' }, tag_created: true })
})

it.each([
  ['case', 'WORK', 'Work'],
  ['width', 'ＷＯＲＫ', 'Work'],
  ['composition', '가족'.normalize('NFD'), '가족'],
  ['blanks around', 'work', ' Work '],
])('POST /recorder/files/organize: match_mode fold ignores %s', async (_, tag_name, name) => {
  const { organize } = organizing(tag(name, 't1'))
  expect((await organize({ tag_name, match_mode: 'fold' })).json).toMatchObject({
    tag: { id: 't1' },
    tag_created: false,
  })
})

it('POST /recorder/files/organize: match_mode fold prefers the very name', async () => {
  const { organize } = organizing(tag('work', 't1'), tag('Work', 't2'))
  expect((await organize({ tag_name: 'Work', match_mode: 'fold' })).json.tag.id).toBe('t2')
})

it('POST /recorder/files/organize: a tag that someone else makes in between is used', async () => {
  const { organize, plaud, tagsOfFirst, report } = organizing()
  const someoneElse = (call: Call) => {
    if (creates(call)) plaud.state.tags.set('t9', tag('Home', 't9'))
    return false
  }
  plaud.fail({ kind: 'empty' }, { on: someoneElse })
  const { status, json } = await organize({ tag_name: 'Home' })
  expect(status).toBe(200)
  expect(json).toEqual({ tag: tag('Home', 't9'), tag_created: false, files_assigned: 2, ...report })
  expect(tagsOfFirst()).toEqual(['t9'])
})

it('POST /recorder/files/organize: a creation that fails otherwise fails the call, and nothing is assigned', async () => {
  const { organize, plaud, tagsOfFirst } = organizing()
  plaud.fail({ kind: 'status', status: 500 }, { on: creates })
  expect((await organize({ tag_name: 'Home' })).status).toBe(502)
  expect(tagsOfFirst()).toEqual([])
})

it.each([
  ['no tag_name', {}, 'tag_name: is required'],
  ['a blank tag_name', { tag_name: ' ' }, 'tag_name: must not be empty'],
  ['an unknown match_mode', { tag_name: 'a', match_mode: 'fuzzy' }, 'match_mode: must be one of exact, fold'],
  ['a bad flag', { tag_name: 'a', create_if_missing: 'yes' }, 'create_if_missing: must be true, false, 1 or 0'],
  ['no recordings', { tag_name: 'a', file_ids: [] }, 'file_ids: needs at least one recording'],
])('POST /recorder/files/organize: %s is 400 naming the field', async (_, body, error) => {
  const { organize, plaud } = organizing()
  const { status, json } = await organize(body)
  expect([status, json.error]).toEqual([400, error])
  expect(plaud.calls).toEqual([])
})

it('POST /recorder/files/organize: unknown recordings are 404, and no tag is made for them', async () => {
  const { organize, plaud } = organizing()
  expect((await organize({ tag_name: 'Work', file_ids: ['ffffffffffffffffffffffffffffffff'] })).status).toBe(404)
  expect(plaud.state.tags.size).toBe(0)
})
