import { fail } from '../support/usage.ts'
import type { AdminApi } from './api.ts'
import { type Key, keyTable } from './table.ts'

interface Given {
  id: string
  name?: string | undefined
  licence?: string | undefined
  groups?: string | undefined
  'read-only': boolean
  expires?: string | undefined
  'overlap-hours': string
}

/** The API's response, and its form for people. */
interface Done {
  answer: unknown
  text: string
}

type Command = (api: AdminApi, given: Given) => Promise<Done>

const keys = async (api: AdminApi) => (await api('GET', '/keys')) as { keys: Key[] }

const shown = (key: string) => `The key, shown only once:\n\n${key}\n`

interface Owned {
  id: string
  host: string
  types: string[]
  enabled: boolean
}

/** The subscriptions of a key. An earlier version of the gateway does not return them. */
const setUp = (owned: readonly Owned[] = []) =>
  owned.length === 0
    ? ''
    : `\n\nIts subscriptions to events:\n${owned
        .map(
          ({ id, host, types, enabled }) => `  ${id}  ${host}  ${types.join(', ')}  ${enabled ? 'active' : 'paused'}`,
        )
        .join('\n')}`

const list: Command = async (api) => {
  const answer = await keys(api)
  return { answer, text: answer.keys.length > 0 ? keyTable(answer.keys) : 'There are no named keys.' }
}

const make: Command = async (api, { name, licence, groups, expires, 'read-only': readOnly }) => {
  if (name === undefined) fail('--name is missing: what the key is for')
  const answer = (await api('POST', '/keys', {
    name,
    ...(licence !== undefined && { licence }),
    ...(groups !== undefined && { groups: groups.split(',').map((group) => group.trim()) }),
    ...(readOnly && { read_only: true }),
    ...(expires !== undefined && { expires_at: expires }),
  })) as { key: string; record: Key }
  return { answer, text: `${keyTable([answer.record])}\n\n${shown(answer.key)}` }
}

const roll: Command = async (api, { id, 'overlap-hours': overlap }) => {
  const { id: found } = await findKey(api, id)
  const body = { overlap_hours: /^\d+$/.test(overlap) ? Number(overlap) : overlap }
  const answer = (await api('POST', `/keys/${found}/roll`, body)) as {
    key: string
    record: Key
    previous: Key
    subscriptions?: Owned[]
  }
  const table = keyTable([answer.record, answer.previous])
  return { answer, text: `${table}${setUp(answer.subscriptions)}\n\n${shown(answer.key)}` }
}

const revoke: Command = async (api, { id }) => {
  const key = await findKey(api, id)
  const answer = (await api('DELETE', `/keys/${key.id}`)) as { subscriptions?: Owned[] } | undefined
  const text = `${keyTable([key])}\n\nis deleted, and rejected everywhere within two minutes.`
  return { answer, text: text + setUp(answer?.subscriptions) }
}

/** The key with this id, or the only one with this name. */
async function findKey(api: AdminApi, word: string): Promise<Key> {
  const { keys: all } = await keys(api)
  const named = all.filter(({ name }) => name === word)
  const found = all.find(({ id }) => id === word) ?? (named.length === 1 ? named[0] : undefined)
  if (found) return found
  return fail(
    named.length > 1
      ? `${word}: several keys have this name: use an id\n\n${keyTable(named)}`
      : `${word}: there is no API key with this id or name`,
  )
}

export const COMMANDS = { list, make, roll, revoke } satisfies Record<string, Command>

export const isCommand = (word: string): word is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, word)
