import { Client, LogLevel } from '@notionhq/client'
import { NOTION_TOKENS, type NotionSimulator } from './index.ts'

/** The product's own client, its requests handed to the simulator. */
export const officialClient = (notion: NotionSimulator, auth: string = NOTION_TOKENS.full) =>
  new Client({
    auth,
    retry: false,
    logLevel: LogLevel.ERROR,
    logger: () => {},
    fetch: async (url, init) => {
      const { agent: _agent, body, ...rest } = init ?? {}
      const answer = await notion.fetch(new Request(url, { ...rest, ...(typeof body === 'string' && { body }) }))
      return { ok: answer.ok, status: answer.status, headers: answer.headers, text: () => answer.text() }
    },
  })
