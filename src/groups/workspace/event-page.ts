import { asUuid } from '../../base/accounts.ts'
import { isObject, member, parsed, textMember } from '../../base/json.ts'
import { flattenProperties, flattenValue } from './flatten.ts'
import { bool, text } from './group.ts'

/** The product rounds edit times down to the minute. */
export const MINUTE_MS = 60_000

/** The fields of a page that events need. */
export interface SeenPage {
  readonly id: string
  readonly native: unknown
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly editedAt: number
  readonly inTrash: boolean
  /** Only rows have one. */
  readonly dataSourceId: string | undefined
}

/** The stored state of a page between two polls. */
export interface PageMark {
  editedAt: number
  /** Whether it was read after the minute of its edit, so nothing else can have changed within that minute. */
  isSettled: boolean
  inTrash: boolean
  /** A hash of each property's value, by property id. */
  properties: Readonly<Record<string, string>>
  /** Since when a change of the content has been waiting for the end of its minute, in epoch milliseconds. */
  waitsSince?: number | undefined
}

/** Undefined for anything but a page, and for a page without its id or times. */
export function readPage(native: unknown): SeenPage | undefined {
  const id = asUuid(member(native, 'id'))
  const [createdAt, editedAt] = ['created_time', 'last_edited_time'].map((name) => Date.parse(text(native, name) ?? ''))
  if (!id || createdAt === undefined || editedAt === undefined || Number.isNaN(createdAt + editedAt)) return undefined
  const inTrash = bool(native, 'in_trash') ?? bool(native, 'archived') ?? false
  return {
    id,
    native,
    createdAt,
    editedAt,
    inTrash,
    dataSourceId: asUuid(member(member(native, 'parent'), 'data_source_id')),
  }
}

export const toMark = (page: SeenPage, now: number): PageMark => ({
  editedAt: page.editedAt,
  isSettled: now >= page.editedAt + MINUTE_MS,
  inTrash: page.inTrash,
  properties: getHashes(page),
})

export const printMark = ({ editedAt, isSettled, inTrash, properties, waitsSince }: PageMark): string =>
  JSON.stringify([editedAt, isSettled ? 1 : 0, inTrash ? 1 : 0, properties, ...(waitsSince ? [waitsSince] : [])])

/** Undefined for an unreadable mark. */
export function readMark(text: string | undefined): PageMark | undefined {
  const value = text === undefined ? undefined : parsed(text)
  if (!Array.isArray(value)) return undefined
  const [editedAt, isSettled, inTrash, properties, waitsSince] = value
  if (typeof editedAt !== 'number' || !isObject(properties)) return undefined
  const hashes = Object.entries(properties).map(([id, hash]) => [id, String(hash)])
  return {
    editedAt,
    isSettled: isSettled === 1,
    inTrash: inTrash === 1,
    properties: Object.fromEntries(hashes),
    ...(typeof waitsSince === 'number' && { waitsSince }),
  }
}

/** The names of the properties whose values differ from a mark. */
export function changedProperties({ native }: SeenPage, before: PageMark, after: PageMark): string[] {
  return parseProperties(native).flatMap(([name, value]) => {
    const id = textMember(value, 'id') ?? name
    const hash = after.properties[id]
    return hash === undefined || hash === before.properties[id] ? [] : [name]
  })
}

/** The `data` of an event: the page as it was read at that time. */
export function pageData({ id, native, inTrash, dataSourceId }: SeenPage, changed: string[] | null, now: number) {
  const parent = member(native, 'parent')
  const properties = member(native, 'properties')
  const title = parseProperties(native).find(([, value]) => member(value, 'type') === 'title')
  const plainTitle = title && flattenValue(title[1])
  return {
    id,
    title: typeof plainTitle === 'string' ? plainTitle : null,
    url: text(native, 'url'),
    parent: isObject(parent) ? parent : null,
    data_source_id: dataSourceId ?? null,
    created_time: text(native, 'created_time'),
    last_edited_time: text(native, 'last_edited_time'),
    in_trash: inTrash,
    is_archived: bool(native, 'is_archived'),
    simple_properties: dataSourceId === undefined ? null : flattenProperties(properties, new Set()),
    changed_properties: changed,
    as_of: new Date(now).toISOString(),
  }
}

const parseProperties = (native: unknown): [string, unknown][] => {
  const properties = member(native, 'properties')
  return isObject(properties) ? Object.entries(properties) : []
}

/** Values that are derived from others, or from the edit itself. */
const DERIVED: ReadonlySet<string> = new Set([
  'formula',
  'rollup',
  'created_time',
  'created_by',
  'last_edited_time',
  'last_edited_by',
  'unique_id',
  'button',
])

const getHashes = ({ native }: SeenPage): Record<string, string> =>
  Object.fromEntries(
    parseProperties(native).flatMap(([name, value]) => {
      const type = textMember(value, 'type')
      if (type === undefined || DERIVED.has(type)) return []
      return [[textMember(value, 'id') ?? name, hash(JSON.stringify(member(value, type), lasting) ?? '')]]
    }),
  )

/** Removes what changes by itself: signatures and expiry times of URLs, and people's current names. */
function lasting(key: string, value: unknown): unknown {
  if (key === 'expiry_time') return undefined
  if (key === 'url' && typeof value === 'string') return value.split('?', 1)[0]
  return textMember(value, 'object') === 'user' ? textMember(value, 'id') : value
}

/**
 * A 53-bit hash to detect changes (cyrb53). It is used instead of base/crypto.ts because whole tables are hashed,
 * property by property, and the fingerprint is a hundred times slower.
 */
function hash(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & other) + (one >>> 0)).toString(36)
}
