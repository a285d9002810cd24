import { readProperties } from '../../../src/groups/workspace/property.ts'
import { Clock } from '../../upstreams/clock.ts'
import { api } from '../../upstreams/workspace/call.ts'
import { createNotion, DATA_SOURCES } from '../../upstreams/workspace/index.ts'
import type { Json } from '../../upstreams/workspace/state.ts'

/** The seeded workspace on Saturday, 21 November 2026, 09:00 UTC. */
export const notion = createNotion({ clock: new Clock() })

/** The data source with a column of every type, as the product describes it. */
export const projectSource = (await api(notion, `GET /v1/data_sources/${DATA_SOURCES.projects}`)).body

export const projectProperties = readProperties(projectSource.properties)

const answer = (await api(notion, `POST /v1/data_sources/${DATA_SOURCES.projects}/query`, {})).body

/** Its pages, as the product shows them. */
export const projectPages: Json[] = Array.isArray(answer.results) ? answer.results : []
