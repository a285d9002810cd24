import { expect, it } from 'vitest'
import { type Recording, readyRecording, seedTags } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const [FAMILY, OTHER] = ['Family', 'Interviews'].map((name) => seedTags().find((tag) => tag.name === name)?.id ?? '')

const at = (hour: number) => Date.parse('2026-11-01T00:00:00Z') + hour * 3_600_000

const one = (number: number, tags: (string | undefined)[]): Recording =>
  readyRecording({
    filename: `talk ${number}`,
    start_time: at(number),
    edit_time: at(number),
    filetag_id_list: tags.flatMap((tag) => tag ?? []),
  })

/** Seven talks. 1, 3 and 5 are in the family's folder. */
const talks = () => Array.from({ length: 7 }, (_, number) => one(number, number % 2 ? [FAMILY] : number ? [OTHER] : []))

const names = (json: { data_file_list: { filename: string }[] }) => json.data_file_list.map(({ filename }) => filename)

const FILTERS = ['heeded', 'ignored'] as const

it.each(FILTERS)(
  'GET /recorder/files: tag_id filters by a folder, with the product having %s it',
  async (folderFilter) => {
    const { get } = connected({ recordings: talks(), switches: { folderFilter } })
    const { json } = await get(`/files?tag_id=${FAMILY}`)
    expect(names(json)).toEqual(['talk 5', 'talk 3', 'talk 1'])
    expect(json).toMatchObject({ status: 0, data_file_total: 3, next_skip: null })
  },
)

it.each(FILTERS)('GET /recorder/files: skip and limit count within the folder (%s)', async (folderFilter) => {
  const { get } = connected({ recordings: talks(), switches: { folderFilter } })
  const first = (await get(`/files?tag_id=${FAMILY}&limit=2`)).json
  expect([names(first), first.next_skip]).toEqual([['talk 5', 'talk 3'], 2])
  const second = (await get(`/files?tag_id=${FAMILY}&limit=2&skip=2`)).json
  expect([names(second), second.next_skip]).toEqual([['talk 1'], null])
})

it('GET /recorder/files: with tag_id the other parameters apply as well', async () => {
  const { get } = connected({ recordings: [...talks(), { ...one(9, [FAMILY]), is_trash: true }] })
  const asked = async (query: string) => names((await get(`/files?tag_id=${FAMILY}${query}`)).json)
  expect(await asked('&is_trash=1')).toEqual(['talk 9'])
  expect(await asked('&is_desc=false&sort_by=start_time')).toEqual(['talk 1', 'talk 3', 'talk 5'])
})

it('GET /recorder/files: an unknown tag has no recordings, and a bad one is 400 naming it', async () => {
  const { get } = connected({ recordings: talks() })
  expect((await get('/files?tag_id=ffff')).json).toMatchObject({ data_file_list: [], data_file_total: 0 })
  expect((await get('/files?tag_id=a.b')).json.error).toMatch(/^tag_id: /)
})

it('GET /recorder/files: tag_names adds the names of the folders', async () => {
  const deployment = connected({ recordings: [one(1, [FAMILY, 'gone']), one(0, [])] })
  const { json } = await deployment.get('/files?tag_names=true')
  expect(json.data_file_list.map(({ tags }: { tags: unknown }) => tags)).toEqual([
    [
      { id: FAMILY, name: 'Family' },
      { id: 'gone', name: null },
    ],
    [],
  ])
  expect(
    lines(calls(deployment))
      .sort()
      .map((line) => line.split('?')[0]),
  ).toEqual(['GET /file/simple/web', 'GET /filetag/'])
})

it('GET /recorder/files: without tag_names the folders are not fetched', async () => {
  const deployment = connected({ recordings: talks() })
  expect((await deployment.get('/files')).json.data_file_list[0]).not.toHaveProperty('tags')
  expect(calls(deployment)).toHaveLength(1)
})

it('GET /recorder/files/{id}: tag_names adds the names of its folders', async () => {
  const [talk] = [one(1, [FAMILY])]
  const { get } = connected({ recordings: [talk] })
  expect((await get(`/files/${talk.id}?tag_names=1`)).json.data.tags).toEqual([{ id: FAMILY, name: 'Family' }])
  expect((await get(`/files/${talk.id}`)).json.data).not.toHaveProperty('tags')
})
