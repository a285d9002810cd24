import { describe, expect, it } from 'vitest'
import { ask, askJson } from './ask.ts'
import { createPlaud, type Recording, seedRecordings, seedTags } from './index.ts'

const all = seedRecordings()
const some = (test: (one: Recording) => boolean) => all.filter(test).length
const status = ({ transcript }: Recording) => transcript && Number(transcript.task_status)
const words = (test: (one: { start_time: number; end_time: number; speaker: string; content: string }) => boolean) =>
  some(({ transcript }) => transcript?.utterances.some(test) ?? false)

describe('the seed library', () => {
  it('has about thirty recordings in four languages and scripts', () => {
    expect(all.length).toBeGreaterThanOrEqual(30)
    for (const [language, script] of Object.entries({
      ko: /\p{sc=Hang}/u,
      ja: /\p{sc=Han}|\p{sc=Hira}/u,
      ar: /\p{sc=Arab}/u,
      en: /[a-z]/,
    })) {
      const own = all.filter((one) => one.language === language)
      expect(own.length).toBeGreaterThanOrEqual(3)
      expect(own.filter(({ filename }) => !script.test(filename))).toEqual([])
    }
  })

  it('shows every state of readiness', () => {
    expect(some((one) => !one.transcript && !one.is_trash)).toBeGreaterThan(1)
    expect(some((one) => one.is_trans && !one.is_summary)).toBeGreaterThan(2)
    expect(some((one) => status(one) === 0)).toBeGreaterThan(1)
    expect(some((one) => status(one) === 2 || one.notes.some(({ task_status }) => task_status === 2))).toBe(2)
    expect(some((one) => one.is_trans && one.is_summary && !one.is_trash)).toBeGreaterThan(12)
    expect(some(({ is_trash }) => is_trash)).toBe(3)
  })

  it('uses each summary form, several placements, and only tags and devices that exist', () => {
    const notes = all.flatMap(({ notes }) => notes)
    expect(new Set(notes.map(({ form }) => form)).size).toBe(7)
    expect(new Set(notes.map(({ placement }) => placement)).size).toBe(4)
    const tags = seedTags().map(({ id }) => id)
    expect(all.flatMap(({ filetag_id_list }) => filetag_id_list).filter((id) => !tags.includes(id))).toEqual([])
    expect(new Set(all.map(({ serial_number }) => serial_number)).size).toBe(2)
  })

  it('has the utterances on which renderings break', () => {
    expect(words(({ start_time, end_time }) => start_time === end_time)).toBe(1)
    expect(words(({ speaker }) => speaker === '')).toBe(1)
    expect(words(({ start_time }) => start_time > 100 * 3_600_000)).toBe(1)
    expect(words(({ content }) => content.includes('-->'))).toBe(1)
    expect(words(({ content }) => content.includes('<b>'))).toBe(1)
    expect(words(({ content }) => /\p{Extended_Pictographic}/u.test(content))).toBe(1)
    expect(words(({ content }) => content.includes('\n'))).toBe(1)
    expect(some(({ is_trans, transcript }) => is_trans && transcript?.utterances.length === 0)).toBe(1)
    const overlap = all.some(({ transcript }) =>
      transcript?.utterances.some(({ start_time }, at, each) => start_time < (each[at - 1]?.end_time ?? 0)),
    )
    expect(overlap).toBe(true)
  })

  it('is built anew for every simulator, with the same ids', async () => {
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
