import type { Client } from '../../src/client/index.ts'

/** The result of filing a meeting in the workspace. */
export interface Filed {
  /** The page of the meeting, with the summary as its content. */
  pageId: string
  /** The result for each action item, in the order of the notes. */
  tasks: { name: string; outcome: string }[]
}

interface Places {
  /** Titles of the tables, as people call them. */
  meetings: string
  tasks: string
  /** Sent with each request to the workspace. */
  token: string
}

/**
 * An automation as a user writes it with the typed client. The summary of a recording becomes a page in a table of
 * meetings, and each open to-do of its notes a row in a table of tasks. Running it again updates what differs and adds
 * nothing: rows are found by name, and content is replaced.
 */
export async function fileMeeting(latchkey: Client, recordingId: string, places: Places): Promise<Filed> {
  const header = { 'X-Workspace-Token': places.token }
  const tableCalled = async (title: string) => {
    const { results } = await latchkey.workspaceV2.post('/search', {
      header,
      json: { query: title, type: 'data_source' },
    })
    const table = results.find((hit) => hit.title === title)
    if (!table) throw new Error(`no table is called ${title}`)
    return table.id ?? ''
  }
  const upsert = async (data_source_id: string, records: Record<string, unknown>[]) => {
    const path = '/data-source/:data_source_id/upsert'
    const { results } = await latchkey.workspaceV2.post(path, {
      param: { data_source_id },
      header,
      json: { key: 'Name', records },
    })
    return results
  }

  const param = { id: recordingId }
  const [{ data }, { markdown }, notes] = await Promise.all([
    latchkey.recorder.get('/files/:id', { param, query: {} }),
    latchkey.recorder.get('/files/:id/summary', { param }),
    latchkey.recorder.get('/files/:id/tabs', { param, query: {} }),
  ])
  const texts = await Promise.all(
    notes.tabs.map(({ tab_id }) => latchkey.recorder.get('/files/:id/tabs/content', { param, query: { tab_id } })),
  )
  const names = texts.flatMap(({ content }) => openTasks(String(content)))

  const [page] = await upsert(await tableCalled(places.meetings), [{ Name: `${data.filename} (${recordingId})` }])
  const pageId = page?.page_id
  if (!pageId) throw new Error(page?.error ?? 'the meeting has no page')
  await latchkey.workspaceV2.put('/pages/:page_id/markdown', { param: { page_id: pageId }, header, json: { markdown } })
  const results = await upsert(
    await tableCalled(places.tasks),
    names.map((Name) => ({ Name })),
  )
  return { pageId, tasks: names.map((name, index) => ({ name, outcome: results[index]?.outcome ?? 'left' })) }
}

/** The to-dos of Markdown that are not ticked off, each once. */
const openTasks = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/^[-*] \[ \] +(.+)$/gm)].map(([, words = '']) => words.trim())),
]
