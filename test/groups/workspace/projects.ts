import type { Env } from '../../../src/base/env.ts'
import { platform } from '../../../src/base/platform.ts'
import { Settings } from '../../../src/base/settings.ts'
import { fetchSchema } from '../../../src/groups/workspace/databases.ts'
import type { Connection } from '../../../src/groups/workspace/notion.ts'
import { UpstreamContext } from '../../../src/upstream/context.ts'
import { Clock } from '../../simulators/clock.ts'
import { api } from '../../simulators/workspace/call.ts'
import { createNotion, DATA_SOURCES, NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import type { Json } from '../../simulators/workspace/state.ts'

/** The seeded workspace on Saturday, 21 November 2026, 09:00 UTC. */
export const notion = createNotion({ clock: new Clock() })

/** The gateway's connection to it. */
export const connection: Connection = {
  upstream: new UpstreamContext(new Settings({} as Env), platform),
  token: NOTION_TOKENS.full,
  tokenName: 'X-Workspace-Token',
  accountName: async () => NOTION_TOKENS.full,
  call: async ({ method = 'GET', path, body }) => (await api(notion, `${method} /v1${path}`, body)).body,
}

/** The properties of the data source with a column of every type. */
export const projectProperties = (await fetchSchema(connection, DATA_SOURCES.projects)).properties

/** Its pages, as the product shows them. */
export const projectPages = await readPages(DATA_SOURCES.projects)

/** The pages of a data source, as the product returns them. */
export async function readPages(dataSourceId: string): Promise<Json[]> {
  const { results } = (await api(notion, `POST /v1/data_sources/${dataSourceId}/query`, {})).body
  return Array.isArray(results) ? results : []
}
