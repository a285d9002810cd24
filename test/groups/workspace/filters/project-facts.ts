import { projectPages } from '../projects.ts'

/** The facts about a row, read from the page itself: the reference for every filter. */
export interface Facts {
  id: string
  text(key: string): string | null
  number(key: string): number | null
  flag(key: string): boolean
  names(key: string): string[]
  ids(key: string): string[]
  /** Epoch milliseconds of the start. */
  date(key: string): number | null
}

/** A nested value in a page's JSON. */
function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner === null || inner === undefined ? undefined : Reflect.get(Object(inner), step)),
    value,
  )
}

const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A property's own value. */
function content(page: unknown, key: string): unknown {
  const property = dig(page, 'properties', key)
  const type = String(dig(property, 'type'))
  return dig(property, type)
}

const joined = (rich: unknown) =>
  array(rich)
    .map((piece) => String(dig(piece, 'plain_text')))
    .join('')

/** Names of options or files, or a status. */
function names(value: unknown): string[] {
  if (value === null || value === undefined) return []
  const state = dig(value, 'state')
  if (typeof state === 'string') return [state]
  return (Array.isArray(value) ? value : [value]).map((one) =>
    dig(one, 'type') === 'title' ? joined(dig(one, 'title')) : String(dig(one, 'name')),
  )
}

function ids(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap((one) => (dig(one, 'type') === 'people' ? ids(dig(one, 'people')) : [String(dig(one, 'id'))]))
}

function moment(value: unknown): number | null {
  const start = dig(value, 'start') ?? value
  return typeof start === 'string' ? Date.parse(start) : null
}

const TIMESTAMPS = ['created_time', 'last_edited_time']

export const projectFacts: Facts[] = projectPages.map((page) => ({
  id: String(page.id),
  text: (key) => {
    const value = content(page, key)
    return typeof value === 'string' || value === null ? value : joined(value)
  },
  number: (key) => {
    const value = content(page, key)
    const number = dig(value, 'number') ?? value
    return typeof number === 'number' ? number : null
  },
  flag: (key) => content(page, key) === true,
  names: (key) => names(content(page, key)),
  ids: (key) => ids(content(page, key)),
  date: (key) => moment(TIMESTAMPS.includes(key) ? dig(page, key) : content(page, key)),
}))
