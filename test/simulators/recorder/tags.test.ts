import { describe, expect, it } from 'vitest'
import { ask, askJson } from './ask.ts'
import { createPlaud, recording } from './index.ts'

interface Tag {
  id: string
  name: string
  icon: string
  color: string
}

const RED = { icon: 'e627', color: '#ff0000' }

function setUp() {
  const recordings = ['a', 'b'].map((filename) => recording({ filename }))
  const plaud = createPlaud({ recordings, tags: [] })
  const ids = recordings.map(({ id }) => id)
  const create = (body: unknown) => askJson<{ status: number; data_filetag: Tag }>(plaud, '/filetag/', { body })
  const list = () => askJson<{ data_filetag_total: number; data_filetag_list: Tag[] }>(plaud, '/filetag/')
  const assign = (file_id_list: unknown, filetag_id: unknown) =>
    askJson(plaud, '/file/update-tags', { body: { file_id_list, filetag_id } })
  const folders = () => recordings.map(({ filetag_id_list }) => filetag_id_list)
  return { plaud, ids, create, list, assign, folders }
}

describe('tags (facts 6.10; 11, row 11)', () => {
  it('creates, lists, changes and deletes', async () => {
    const { plaud, create, list } = setUp()
    const { data_filetag: tag } = await create({ name: '회의', ...RED })
    expect(await list()).toMatchObject({ data_filetag_total: 1, data_filetag_list: [{ ...tag, name: '회의', ...RED }] })
    const body = { name: 'Meetings' }
    const changed = await askJson(plaud, `/filetag/${tag.id}`, { method: 'PATCH', body })
    expect(changed).toMatchObject({ status: 0, data_filetag: { id: tag.id, name: 'Meetings', ...RED } })
    const deleted = await askJson(plaud, `/filetag/${tag.id}`, { method: 'DELETE' })
    expect(deleted).toMatchObject({ status: 0, msg: 'delete success' })
    expect((await list()).data_filetag_list).toEqual([])
  })

  it('returns -2 and no tag for an existing name, on creation and on change', async () => {
    const { plaud, create, list } = setUp()
    await create({ name: 'One', ...RED })
    const { data_filetag: two } = await create({ name: 'Two', ...RED })
    expect(await create({ name: 'One', ...RED })).toMatchObject({ status: -2, data_filetag: null })
    const renamed = await askJson(plaud, `/filetag/${two.id}`, { method: 'PATCH', body: { name: 'One' } })
    expect(renamed).toMatchObject({ status: -2, data_filetag: null })
    expect((await list()).data_filetag_list.map(({ name }) => name)).toEqual(['One', 'Two'])
  })

  it('wants all three fields to create', async () => {
    const { plaud } = setUp()
    for (const body of [{ name: 'A' }, { name: 'A', icon: 'e627' }, { name: 'A', color: '#000000' }, RED]) {
      expect((await ask(plaud, '/filetag/', { body })).status).toBe(422)
    }
  })

  it('puts recordings into one folder, and takes them out with an empty id', async () => {
    const { ids, create, assign, folders } = setUp()
    const one = (await create({ name: 'One', ...RED })).data_filetag.id
    const two = (await create({ name: 'Two', ...RED })).data_filetag.id
    expect(await assign(ids, one)).toMatchObject({ status: 0 })
    await assign([ids[1]], two)
    expect(folders()).toEqual([[one], [two]])
    await assign([ids[1]], '')
    expect(folders()).toEqual([[one], []])
  })

  it('keeps the recordings of a deleted folder, unfiled', async () => {
    const { plaud, ids, create, assign, folders } = setUp()
    const { id } = (await create({ name: 'One', ...RED })).data_filetag
    await assign(ids, id)
    await ask(plaud, `/filetag/${id}`, { method: 'DELETE' })
    expect(folders()).toEqual([[], []])
    expect(plaud.state.recordings.size).toBe(2)
  })

  it('refuses invalid input', async () => {
    const { plaud, ids, assign } = setUp()
    expect(await assign(ids, 'unknown')).toMatchObject({ status: -1 })
    expect(await assign(['unknown'], '')).toMatchObject({ status: -1 })
    expect(await assign('a', '')).toHaveProperty('detail')
    expect(await assign(ids, null)).toHaveProperty('detail')
    expect(await askJson(plaud, '/filetag/unknown', { method: 'DELETE' })).toMatchObject({ status: -1 })
  })
})
