import { expect, it } from 'vitest'
import { note, outline, readyRecording, recording } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const POSTER = 'permanent/me/summary_poster/ab12.png'

const TODO = { template_id: 'tpl_todo', template_type: 'custom', template_name: 'To do' }

const notes = () => [
  note(`![poster](${POSTER})`, { summ_type: 'MEETING' }),
  note('## To do', {
    data_type: 'sum_multi_note',
    title: 'To do',
    tab_name: 'To do',
    template: TODO,
    placement: 'linked',
  }),
  note('', { data_type: 'mark_memo', title: 'Marks', tab_name: 'Marks', body: '[{"mark_type":3}]' }),
  note('', { data_type: 'high_light', title: 'Odd', tab_name: 'Odd', body: 'no JSON at all' }),
  note('', { data_type: 'sum_multi_note', title: 'Later', tab_name: 'Later', summ_type: 'LATER', task_status: 0 }),
]

function opened() {
  const chapters = [{ start_time: 0, end_time: 9000, topic: 'Opening' }]
  const recorded = readyRecording({ outline: outline(chapters), notes: notes(), images: [POSTER] })
  const deployment = connected({ recordings: [recorded, recording({ filename: 'untouched' })] })
  const path = `/files/${recorded.id}/tabs`
  const content = (query: Record<string, string>) => deployment.get(`${path}/content?${new URLSearchParams(query)}`)
  const getId = async (name: string): Promise<string> => {
    const { tabs } = (await deployment.get(`${path}?include_source=1`)).json
    return tabs.find((tab: Record<string, string>) => tab.tab_name === name || tab.tab_type === name).tab_id
  }
  return { ...deployment, content, getId, chapters }
}

it('GET /recorder/files/{id}/tabs/content: by tab_id', async () => {
  const { content, getId } = opened()
  const tab_id = await getId('To do')
  const { status, json } = await content({ tab_id })
  expect(status).toBe(200)
  expect(json).toEqual({ tab_id, tab_name: 'To do', format: 'markdown', content: '## To do' })
})

it.each([
  ['template id', 'tpl_todo', '## To do'],
  ['summary type where no template is named', 'MEETING', expect.stringMatching(/^!\[poster]/)],
])('GET /recorder/files/{id}/tabs/content: by template, its %s', async (_, template, expected) => {
  expect((await opened().content({ template })).json.content).toEqual(expected)
})

it('GET /recorder/files/{id}/tabs/content: images lead to signed links', async () => {
  const { json } = await opened().content({ template: 'MEETING' })
  expect(json.content).toMatch(/^!\[poster]\(https:\/\/[^)]+ab12\.png\?[^)]*X-Amz-Signature=/)
})

it('GET /recorder/files/{id}/tabs/content: marks are JSON', async () => {
  const { content, getId } = opened()
  const { json } = await content({ tab_id: await getId('Marks') })
  expect(json).toMatchObject({ format: 'json', content: [{ mark_type: 3 }] })
})

it('GET /recorder/files/{id}/tabs/content: JSON that cannot be read is its text', async () => {
  const { content, getId } = opened()
  const { json } = await content({ tab_id: await getId('Odd') })
  expect(json).toMatchObject({ format: 'json', content: 'no JSON at all' })
})

it('GET /recorder/files/{id}/tabs/content: a source is JSON', async () => {
  const { content, getId, chapters } = opened()
  const { json } = await content({ tab_id: await getId('outline') })
  expect(json).toMatchObject({ format: 'json', content: chapters })
})

it.each([
  ['neither', {}],
  ['two empty ones', { tab_id: '', template: '' }],
  ['both', { tab_id: 'a', template: 'b' }],
])('GET /recorder/files/{id}/tabs/content: %s of tab_id and template is 400 naming both', async (_, query) => {
  const { content, plaud } = opened()
  const { status, json } = await content(query)
  expect(status).toBe(400)
  expect(json.error).toMatch(/tab_id.*template/)
  expect(plaud.calls).toEqual([])
})

it.each([{ tab_id: 'auto_sum:00000000:abc' }, { template: 'NOTHING' }])(
  'GET /recorder/files/{id}/tabs/content: unknown %o is 404',
  async (query) => {
    expect((await opened().content(query)).status).toBe(404)
  },
)

it.each([
  ['tab_id', async (getId: (name: string) => Promise<string>) => ({ tab_id: await getId('Later') })],
  ['template', async () => ({ template: 'LATER' })],
])('GET /recorder/files/{id}/tabs/content: 409 while the tab chosen by %s is being generated', async (_, choose) => {
  const { content, getId } = opened()
  expect((await content(await choose(getId))).status).toBe(409)
})

it('GET /recorder/files/{id}/tabs/content: an unknown recording is 404', async () => {
  const { status } = await connected().get('/files/ffffffffffffffffffffffffffffffff/tabs/content?template=a')
  expect(status).toBe(404)
})
