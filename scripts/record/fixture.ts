import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { parseExact } from './exact-json.ts'

/** A call of the gateway and its response. JSON bodies are stored as JSON. */
export interface FixtureCall {
  method: string
  host: string
  path: string
  query?: string
  body?: unknown
  status: number
  type: string
  gzip?: true
  answer: unknown
}

/** One call of an operation. */
export interface Fixture {
  operation: string
  request: { method: string; target: string; body?: unknown }
  calls: FixtureCall[]
}

/** The calls that connect the account before its first operation: its region, and its token exchange. */
export interface Connection {
  /** ISO 8601, UTC. A replay runs at this time. */
  recorded_at: string
  account: Account
  calls: FixtureCall[]
}

/** A whole group as files, by name. */
export interface Recording {
  connection: Connection
  fixtures: Fixture[]
}

const CONNECTION = 'connection.json'

/** The texts of a recording's files, by name. */
export const getFiles = ({ connection, fixtures }: Recording): Map<string, string> =>
  new Map([
    [CONNECTION, printed(connection)],
    ...fixtures.map((fixture) => [`${fixture.operation}.json`, printed(fixture)] as const),
  ])

const printed = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of files) await writeFile(join(folder, name), text)
}

export async function readRecording(folder: string): Promise<Recording> {
  const read = async (name: string) => parseExact(await readFile(join(folder, name), 'utf8'))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== CONNECTION)
  return {
    connection: (await read(CONNECTION)) as Connection,
    fixtures: (await Promise.all(names.sort().map(read))) as Fixture[],
  }
}
