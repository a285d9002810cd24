import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, askJson } from './ask.ts'
import { createPlaud, readyRecording } from './index.ts'
import type { Switches } from './switches.ts'

function setUp(switches: Partial<Switches> = {}) {
  const clock = new Clock()
  const one = readyRecording({ filename: 'Before' })
  const two = readyRecording({ filename: 'Other' })
  const plaud = createPlaud({ clock, recordings: [one, two], switches })
  const patch = (body: unknown, id = one.id) => ask(plaud, `/file/${id}`, { method: 'PATCH', body })
  const names = async (query = '') => {
    const { data_file_list } = await askJson<{ data_file_list: { filename: string }[] }>(
      plaud,
      `/file/simple/web?sort_by=edit_time${query}`,
    )
    return data_file_list.map(({ filename }) => filename)
  }
  return { clock, plaud, one, two, patch, names }
}

describe('PATCH /file/{id} (facts 6.6)', () => {
  it('renames: the next reads show it, with a new edit_time and the same version', async () => {
    const { clock, plaud, one, patch, names } = setUp()
    const version = one.version_ms
    await ask(plaud, `/file/${one.id}`, {
      method: 'PATCH',
      body: { filename: '이후' },
      headers: { 'edit-from': 'ios' },
    })
    expect(await names()).toEqual(['이후', 'Other'])
    expect(await askJson(plaud, `/file/detail/${one.id}`)).toMatchObject({ data: { file_name: '이후' } })
    expect(one).toMatchObject({ edit_time: clock.now(), edit_from: 'ios', version_ms: version })
    expect((await patch({ filename: 'After' })).status).toBe(200)
    expect(one.edit_from).toBe('web')
  })

  it('files, trashes, saves speaker names and task settings', async () => {
    const { one, patch } = setUp()
    const renamed = (one.transcript?.utterances ?? []).map((each) => ({ ...each, speaker: 'Dana' }))
    const tranConfig = { language: 'ko', llm: 'auto' }
    const body = { filetag_id_list: ['t'], is_trash: true, trans_result: renamed, support_mul_summ: true }
    expect((await patch({ ...body, extra_data: { tranConfig } })).status).toBe(200)
    expect(one).toMatchObject({ filetag_id_list: ['t'], is_trash: true, tranConfig })
    expect(one.transcript?.utterances).toEqual(renamed)
  })

  it('refuses wrong values as a whole, and needs JSON', async () => {
    const { plaud, one, patch } = setUp()
    for (const wrong of [
      { filename: '' },
      { filename: 7 },
      { is_trash: 1 },
      { trans_result: [{}] },
      { extra_data: [] },
    ]) {
      expect((await patch({ filename: 'After', ...wrong })).status).toBe(422)
    }
    expect((await patch(['After'])).status).toBe(422)
    const text = { method: 'PATCH', body: { filename: 'After' }, headers: { 'content-type': 'text/plain' } }
    expect((await ask(plaud, `/file/${one.id}`, text)).status).toBe(422)
    expect(one.filename).toBe('Before')
  })

  it('responds for an unknown id', async () => {
    const { plaud, patch } = setUp()
    expect(await (await patch({ filename: 'x' }, 'unknown')).json()).toMatchObject({ status: -1 })
    plaud.switches.unknownId = '404'
    expect((await patch({ filename: 'x' }, 'unknown')).status).toBe(404)
  })
})

describe('trash (facts 6.8)', () => {
  it('moves recordings there and back, and deletes them for good', async () => {
    const { plaud, one, two, names } = setUp()
    expect(await askJson(plaud, '/file/trash/', { body: [one.id, 'unknown'] })).toMatchObject({ status: 0 })
    expect([await names(), await names('&is_trash=1')]).toEqual([['Other'], ['Before']])
    await ask(plaud, '/file/untrash/', { body: [one.id] })
    expect(await names('&is_trash=1')).toEqual([])
    await ask(plaud, '/file/', { method: 'DELETE', body: [two.id] })
    expect([...plaud.state.recordings.keys()]).toEqual([one.id])
  })

  it('refuses a body that is no list of ids, and one without a known id', async () => {
    const { plaud, one } = setUp()
    expect((await ask(plaud, '/file/trash/', { body: { file_ids: [one.id] } })).status).toBe(422)
    expect(await askJson(plaud, '/file/trash/', { body: ['unknown'] })).toMatchObject({ status: -1 })
  })

  it('knows the route with its trailing slash only', async () => {
    const { plaud, one } = setUp()
    await ask(plaud, '/file/trash', { body: [one.id] })
    expect(plaud.unexpected).toEqual(['plaud: POST https://api.plaud.ai/file/trash'])
  })
})

describe('responses to changes (facts 3; 11, row 5)', () => {
  it.each([
    ['json', 200, '{"status":0,'],
    ['empty', 200, ''],
    ['no content', 204, ''],
  ] as const)('%s', async (mutationBody, status, start) => {
    const { plaud, one, patch } = setUp({ mutationBody })
    const answers = [await patch({ filename: 'x' }), await ask(plaud, '/file/trash/', { body: [one.id] })]
    for (const response of answers) {
      expect(response.status).toBe(status)
      const text = await response.text()
      expect(start === '' ? text === '' : text.startsWith(start)).toBe(true)
    }
    expect(one).toMatchObject({ filename: 'x', is_trash: true })
  })
})
