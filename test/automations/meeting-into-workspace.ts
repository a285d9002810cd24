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
  const headers = { 'X-Workspace-Token': places.token }
  const tableCalled = async (title: string) => {
    const { data: found } = await latchkey.POST('/api/v2/workspace/search', {
      headers,
      body: { query: title, type: 'data_source' },
    })
    const table = found.results.find((hit) => hit.title === title)
    if (!table) throw new Error(`no table is called ${title}`)
    return table.id ?? ''
  }
  const upsert = async (data_source_id: string, records: { Name: string }[]) => {
    const { data: upserted } = await latchkey.POST('/api/v2/workspace/data-source/{data_source_id}/upsert', {
      params: { path: { data_source_id } },
      headers,
      body: { key: 'Name', records },
    })
    return upserted.results
  }

  const params = { path: { id: recordingId } }
  const [file, summary, notes] = await Promise.all([
    latchkey.GET('/api/v1/recorder/files/{id}', { params }),
    latchkey.GET('/api/v1/recorder/files/{id}/summary', { params }),
    latchkey.GET('/api/v1/recorder/files/{id}/tabs', { params }),
  ])
  const texts = await Promise.all(
    notes.data.tabs.map(({ tab_id }) =>
      latchkey.GET('/api/v1/recorder/files/{id}/tabs/content', { params: { ...params, query: { tab_id } } }),
    ),
  )
  const names = texts.flatMap(({ data }) => openTasks(String(data.content)))

  const [page] = await upsert(await tableCalled(places.meetings), [
    { Name: `${file.data.data.filename} (${recordingId})` },
  ])
  const pageId = page?.page_id
  if (!pageId) throw new Error(page?.error ?? 'the meeting has no page')
  await latchkey.PUT('/api/v2/workspace/pages/{page_id}/markdown', {
    params: { path: { page_id: pageId } },
    headers,
    body: { markdown: summary.data.markdown },
  })
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
