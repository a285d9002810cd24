import { sha256Hex } from '../../base/digest.ts'
import { notFound } from '../../base/errors.ts'
import { member, textMember } from '../../base/json-object.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'
import type { Connection } from './connection.ts'
import { asUuid } from './convert/uuid.ts'
import { quoted } from './field-path.ts'

/** The data source that stands for a database. */
export interface FirstDataSource {
  readonly id: string
  /** Names the others, if there are any. */
  readonly warnings: readonly string[]
}

/** A first data source, and whether it is as old as the memory of the isolate. */
export interface KnownDataSource extends FirstDataSource {
  readonly isRemembered: boolean
}

/** How long an isolate believes which data source is a database's first, in milliseconds. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 100

const rememberedFirsts = perIsolateCache(() => new Map<string, { first: FirstDataSource; until: number }>())

/** One caller's database is never another's, and no token stands in memory (schema-cache.ts). */
const getKey = ({ token }: Connection, databaseId: string) => sha256Hex(`${asUuid(databaseId) ?? databaseId} ${token}`)

/** A database's first data source: from memory, else from the product. Enough for a read; a write asks anew. */
export async function readFirstDataSource(connection: Connection, databaseId: string): Promise<KnownDataSource> {
  const known = await rememberedFirstDataSource(connection, databaseId)
  return known ? { ...known, isRemembered: true } : fetchFirstDataSource(connection, databaseId)
}

/** Undefined where the isolate has not asked for it lately. */
export async function rememberedFirstDataSource(
  connection: Connection,
  databaseId: string,
): Promise<FirstDataSource | undefined> {
  const { platform, settings } = connection.upstream
  const known = rememberedFirsts(settings).get(await getKey(connection, databaseId))
  return known && platform.now() < known.until ? known.first : undefined
}

/** A database's first data source as the product tells it now, remembered. 404 when it has none to show. */
export async function fetchFirstDataSource(connection: Connection, databaseId: string): Promise<KnownDataSource> {
  const { platform, settings } = connection.upstream
  const firsts = rememberedFirsts(settings)
  const key = await getKey(connection, databaseId)
  // What the product refuses to tell now is not to be believed from memory.
  firsts.delete(key)
  const first = toFirst(connection, await connection.call({ path: `/databases/${databaseId}` }))
  if (firsts.size >= MOST_REMEMBERED) firsts.clear()
  firsts.set(key, { first, until: platform.now() + REMEMBER_MS })
  return { ...first, isRemembered: false }
}

const required = requiredFields('workspace', 'data_sources', 'data_sources[].id')

function toFirst({ tokenName }: Connection, database: unknown): FirstDataSource {
  const told = member(database, 'data_sources')
  const sources: readonly unknown[] = required('data_sources', Array.isArray(told) ? told : undefined)
  if (sources.length === 0) throw notFound(`this database has no data source that ${tokenName} may see`)
  const [first, ...others] = sources.flatMap((source) => {
    const id = asUuid(member(source, 'id'))
    return id ? [{ id, label: `${quoted(textMember(source, 'name') ?? '')} (${id})` }] : []
  })
  const { id, label } = required('data_sources[].id', first)
  if (others.length === 0) return { id, warnings: [] }
  const list = others.map((other) => other.label).join(', ')
  return { id, warnings: [`database_id: has several data sources; ${label} was taken, not ${list}`] }
}
