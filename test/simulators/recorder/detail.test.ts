import { describe, expect, it } from 'vitest'
import { ask, askJson } from './ask.ts'
import { createPlaud, note, outline, type Recording, readyRecording, recording, transcript } from './index.ts'
import type { Piece } from './recording.ts'

interface Item {
  data_id: string
  data_type: string
  task_status: number | string
  err_code: string
  data_tab_name: string
  data_link: string
  extra: { summ_type?: string; used_template?: { template_id: string } }
}

interface Detail {
  data: {
    content_list: Item[]
    pre_download_content_list: { data_id: string; data_content: string }[]
    embeddings: Record<string, number[]>
    [key: string]: unknown
  }
}

async function detail(one: Recording) {
  const plaud = createPlaud({ recordings: [one] })
  return (await askJson<Detail>(plaud, `/file/detail/${one.id}`)).data
}

const utterances = readyRecording().transcript?.utterances ?? []
const summary = (piece: Partial<Piece>) => readyRecording({ notes: [note('# Said', piece)] })

describe('the detail (facts 6.3, 6.4; 11, row 7)', () => {
  it('has no items for a recording without tasks', async () => {
    expect(await detail(recording())).toMatchObject({ content_list: [], pre_download_content_list: [], embeddings: {} })
  })

  it('lists sources and notes with the ids of their kinds', async () => {
    const one = readyRecording({
      polish: transcript(utterances),
      outline: outline([{ start_time: 0, end_time: 1, topic: 'All' }]),
      notes: [
        note('# One', { template: { template_id: 'MEETING', template_type: 'system', template_name: 'Meeting' } }),
        note('# Two', { data_type: 'sum_multi_note', summ_type: 'REASONING-NOTE' }),
        note('mine', { data_type: 'consumer_note', tab_name: 'Mine' }),
        note('{}', { data_type: 'mark_memo' }),
      ],
    })
    const { content_list } = await detail(one)
    const shape = content_list.map(({ data_type, data_id }) => [data_type, data_id.replaceAll(/[0-9a-f]{8,32}/g, '*')])
    expect(shape).toEqual([
      ['transaction', 'source_transaction:*:*'],
      ['transaction_polish', 'source_transaction_polish:*:*'],
      ['outline', 'source_outline:*:*'],
      ['auto_sum_note', 'auto_sum:*:*'],
      ['sum_multi_note', 'sum_multi:*:*:*'],
      ['consumer_note', 'note:*:*'],
      ['mark_memo', 'mark_memo:*:*'],
    ])
    expect(content_list[3]?.extra.used_template?.template_id).toBe('MEETING')
    expect(content_list[4]?.extra).toMatchObject({ summ_type: 'REASONING-NOTE' })
    expect(content_list[4]?.extra).not.toHaveProperty('used_template')
    expect(new Set(content_list.map(({ data_id }) => data_id)).size).toBe(7)
  })

  it.each([
    [1, true],
    ['1', true],
    [0, false],
    ['0', false],
    [2, false],
  ])('status %j: has a link and inline content: %j', async (task_status, ready) => {
    const { content_list, pre_download_content_list } = await detail(summary({ task_status }))
    expect(content_list[1]).toMatchObject({ task_status, err_code: task_status === 2 ? '5001' : '' })
    expect(content_list[1]?.data_link !== '').toBe(ready)
    expect(pre_download_content_list).toHaveLength(Number(ready))
  })

  it.each([
    ['linked', { items: 1, link: true, inline: false }],
    ['inline', { items: 1, link: true, inline: true }],
    ['inline only', { items: 1, link: false, inline: true }],
    ['nowhere', { items: 1, link: false, inline: false }],
    ['legacy', { items: 0, link: false, inline: false }],
  ] as const)('content placed %s', async (placement, expected) => {
    const data = await detail(summary({ placement, body: '# Said' }))
    const items = data.content_list.filter(({ data_type }) => data_type === 'auto_sum_note')
    const inline = data.pre_download_content_list.find(({ data_id }) => data_id === items[0]?.data_id)
    expect({ items: items.length, link: Boolean(items[0]?.data_link), inline: inline !== undefined }).toEqual(expected)
    expect(data.ai_content).toBe(placement === 'legacy' ? '# Said' : undefined)
  })

  it('has the transcript of an old recording in the detail itself', async () => {
    const data = await detail(readyRecording({ transcript: transcript(utterances, { placement: 'legacy' }) }))
    expect(data.trans_result).toEqual(utterances)
    expect(data.content_list.map(({ data_type }) => data_type)).toEqual(['auto_sum_note'])
  })

  it('works for trashed ids, and responds to an unknown one with -1 or 404 (11, row 14)', async () => {
    expect(await detail(recording({ is_trash: true }))).toMatchObject({ is_trash: true })
    const plaud = createPlaud()
    expect(await askJson(plaud, '/file/detail/unknown')).toMatchObject({ status: -1, msg: 'file not found' })
    plaud.switches.unknownId = '404'
    expect((await ask(plaud, '/file/detail/unknown')).status).toBe(404)
    expect(plaud.unexpected).toEqual([])
  })
})
