import { expect, it } from 'vitest'
import { note, outline, readyRecording, transcript } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const TODO = { template_id: 'tpl_todo', template_type: 'custom', template_name: 'To do' }

const tabbed = () =>
  readyRecording({
    polish: transcript([]),
    outline: outline([{ start_time: 0, end_time: 9000, topic: 'Opening' }]),
    notes: [
      note('# Summary', { summ_type: 'MEETING' }),
      note('## To do', { data_type: 'sum_multi_note', title: 'List', tab_name: 'To do', template: TODO }),
      note('Mine', { data_type: 'consumer_note', title: 'Remarks', tab_name: '', form: 'markdown' }),
      note('', { data_type: 'mark_memo', title: 'Marks', tab_name: 'Marks', body: '[{"mark_type":3}]' }),
      note('', { data_type: 'high_light', title: 'Highlights', tab_name: 'Highlights', body: '[{"timestamp":1}]' }),
      note('', { data_type: 'mindmap', title: 'Map', tab_name: 'Map', body: '{}' }),
      note('', { data_type: 'sum_multi_note', title: 'Later', tab_name: 'Later', summ_type: 'LATER', task_status: 0 }),
    ],
  })

function opened() {
  const recorded = tabbed()
  const deployment = connected({ recordings: [recorded] })
  const path = `/files/${recorded.id}/tabs`
  const list = async (query = '') => (await deployment.get(path + query)).json.tabs
  const content = (query: string) => deployment.get(`${path}/content?${query}`)
  const getId = async (name: string, query = '') =>
    encodeURIComponent((await list(query)).find((tab: { tab_name: string }) => tab.tab_name === name).tab_id)
  return { ...deployment, recorded, path, list, content, getId }
}

it('GET /recorder/files/{id}/tabs: file_id and tabs', async () => {
  const { get, path, recorded } = opened()
  const { status, json } = await get(path)
  expect(status).toBe(200)
  expect(json.file_id).toBe(recorded.id)
  expect(json.tabs[1]).toEqual({
    tab_id: expect.stringMatching(/^sum_multi:/),
    tab_type: 'sum_multi_note',
    tab_name: 'To do',
    template: 'tpl_todo',
    format: 'markdown',
    ready: true,
  })
})

it('GET /recorder/files/{id}/tabs: every kind of note, its name, template, format and readiness', async () => {
  const tabs = await opened().list()
  const short = tabs.map(({ tab_type, tab_name, template, format, ready }: Record<string, unknown>) =>
    [tab_type, tab_name, template, format, ready].join(' '),
  )
  expect(short).toEqual([
    'auto_sum_note Summary MEETING markdown true',
    'sum_multi_note To do tpl_todo markdown true',
    'consumer_note Remarks AUTO-SELECT markdown true',
    'mark_memo Marks AUTO-SELECT json true',
    'high_light Highlights AUTO-SELECT json true',
    'mindmap Map AUTO-SELECT json true',
    'sum_multi_note Later LATER markdown false',
  ])
})

it('GET /recorder/files/{id}/tabs: include_source defaults to false', async () => {
  const { list } = opened()
  expect(await list()).toEqual(await list('?include_source=false'))
})

it.each(['true', '1'])('GET /recorder/files/{id}/tabs: include_source=%s lists the raw sources', async (word) => {
  const tabs = await opened().list(`?include_source=${word}`)
  const types = tabs.map(({ tab_type }: { tab_type: string }) => tab_type)
  expect(types.slice(0, 3)).toEqual(['transaction', 'transaction_polish', 'outline'])
  expect(tabs[0]).toMatchObject({ template: null, format: 'json' })
})

it('GET /recorder/files/{id}/tabs: a bad include_source is 400 naming it', async () => {
  const { get, path } = opened()
  const { status, json } = await get(`${path}?include_source=maybe`)
  expect([status, json.error]).toEqual([400, 'include_source: must be true, false, 1 or 0'])
})

it('GET /recorder/files/{id}/tabs: a recording without content has no tabs', async () => {
  const recorded = readyRecording({ notes: [] })
  const { json } = await connected({ recordings: [recorded] }).get(`/files/${recorded.id}/tabs`)
  expect(json.tabs).toEqual([])
})
