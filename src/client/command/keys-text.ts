import { formatTable } from './table.ts'

export interface Key {
  id: string
  prefix: string | null
  name: string
  licence: string
  groups: string[] | null
  accounts: string[] | null
  read_only: boolean
  expires_at: string | null
  disabled: boolean
  last_used_at: string | null
  requests_30d: number | null
}

/** The answer of an operation of keys. Each operation returns some of the fields. */
export interface KeyAnswer {
  keys?: Key[]
  key?: string
  record?: Key
  previous?: Key
  /** The subscriptions of a key that was rolled or deleted. */
  subscriptions?: { id: string; host: string; types: string[]; enabled: boolean }[]
  /** The credentials that a deleted key created at a product. */
  created?: { operation: string; target: string; at: string }[]
}

/** The outcome for people. `deleted` is the key that was named, where the API returns none. */
export function formatOutcome(answer: KeyAnswer, deleted?: Key): string {
  const { keys, key, record, previous, subscriptions = [], created = [] } = answer
  if (keys) return keys.length > 0 ? formatKeys(keys) : 'There are no named keys.'
  const rows = [record ?? deleted, previous].filter((row) => row !== undefined)
  const owned = subscriptions.map(
    ({ id, host, types, enabled }) => `\n  ${id}  ${host}  ${types.join(', ')}  ${enabled ? 'active' : 'paused'}`,
  )
  const left = created.map(({ operation, target, at }) => `\n  ${target}  ${operation}  ${at}`)
  return [
    formatKeys(rows),
    ...(record ? [] : ['is deleted, and rejected everywhere within two minutes.']),
    ...(owned.length > 0 ? [`Its subscriptions to events:${owned.join('')}`] : []),
    ...(left.length > 0 ? [`What it created at a product, which stays there:${left.join('')}`] : []),
    ...(key === undefined ? [] : [`The key, shown only once:\n\n${key}\n`]),
  ].join('\n\n')
}

const HEADINGS = ['ID', 'KEY', 'NAME', 'LICENCE', 'GROUPS', 'ACCOUNTS', 'MAY', 'STATE', 'LAST USED', '30 DAYS']

/** Headings, and a line for each key. Times are in the time zone of this machine. */
export const formatKeys = (keys: readonly Key[]): string =>
  formatTable([
    HEADINGS,
    ...keys.map((key) => [
      key.id,
      key.prefix ? `${key.prefix}...` : '-',
      key.name,
      key.licence,
      key.groups?.join(',') ?? 'all',
      key.accounts?.join(',') ?? 'first',
      key.read_only ? 'read' : 'read, write',
      formatState(key),
      toMinute(key.last_used_at),
      String(key.requests_30d ?? '-'),
    ]),
  ])

function formatState({ disabled, expires_at }: Key): string {
  if (disabled) return 'disabled'
  if (expires_at === null) return 'no end'
  return `${Date.parse(expires_at) <= Date.now() ? 'ended' : 'until'} ${toMinute(expires_at)}`
}

/** Swedish writes dates as ISO 8601 does. */
const toMinute = (instant: string | null): string =>
  instant === null ? '-' : new Date(instant).toLocaleString('sv', { dateStyle: 'short', timeStyle: 'short' })
