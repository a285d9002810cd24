import { sha256Hex } from '../../base/digest.ts'
import { notFound } from '../../base/errors.ts'
import { member, textMember } from '../../base/json-object.ts'
import { remembered } from '../../base/remembered.ts'
import { essentials } from '../../upstream/essentials.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { quoted } from './place.ts'

/** The data source that stands for a database. */
export interface FirstDataSource {
  readonly id: string
  /** Names the others, if there are any. */
  readonly warnings: readonly string[]
}

/** How long an isolate believes which data source is a database's first, in milliseconds. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 100

const rememberedFirsts = remembered(() => new Map<string, { first: FirstDataSource; until: number }>())

/** A database's first data source: from memory, else from the product. Enough for a read; a write asks anew. */
export async function readFirstDataSource(connection: Connection, databaseId: string): Promise<FirstDataSource> {
  const { platform, settings } = connection.outgoing
  const firsts = rememberedFirsts(settings)
  const key = await sha256Hex(`${databaseId} ${connection.token}`)
  const known = firsts.get(key)
  if (known && platform.now() < known.until) return known.first

  const first = await fetchFirstDataSource(connection, databaseId)
  firsts.delete(key)
  if (firsts.size >= MOST_REMEMBERED) firsts.clear()
  firsts.set(key, { first, until: platform.now() + REMEMBER_MS })
  return first
}

const essential = essentials('workspace', 'data_sources', 'data_sources[].id')

/** A database's first data source as the product tells it now. 404 when it has none to show. */
export async function fetchFirstDataSource(connection: Connection, databaseId: string): Promise<FirstDataSource> {
  const told = member(await connection.call({ path: `/databases/${databaseId}` }), 'data_sources')
  const sources: readonly unknown[] = essential('data_sources', Array.isArray(told) ? told : undefined)
  if (sources.length === 0) throw notFound('this database has no data source that X-Workspace-Token may see')
  const [first, ...others] = sources.flatMap((source) => {
    const id = asUuid(member(source, 'id'))
    return id ? [{ id, label: `${quoted(textMember(source, 'name') ?? '')} (${id})` }] : []
  })
  const { id, label } = essential('data_sources[].id', first)
  if (others.length === 0) return { id, warnings: [] }
  const list = others.map((other) => other.label).join(', ')
  return { id, warnings: [`database_id: has several data sources; ${label} was taken, not ${list}`] }
}
