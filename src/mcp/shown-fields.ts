import { isObject } from '../base/json.ts'
import type { ShownFields } from '../gateway/operation-type.ts'
import { changeAt } from './paths.ts'

/** The fields that a response has by default, since each one costs a model tokens. `fields: "all"` returns the rest. */

/** The fields of one object: the names to try in order, and whether empty values are left out. */
const parseShown = (names: string): { ways: string[]; isSparse: boolean }[] =>
  names.split(' ').map((name) => ({ ways: name.replace(/\?$/, '').split('|'), isSparse: /[?|]/.test(name) }))

/** The names of all listed fields. */
export const getShownNames = (names: string): string[] => parseShown(names).flatMap(({ ways }) => ways)

/** Removes all other fields from the objects at these paths. */
export function selectShown(answer: unknown, shown: ShownFields): unknown {
  const { '': top, ...inside } = shown
  for (const [path, names] of Object.entries(inside)) changeAt(answer, path, (value) => select(value, names))
  return top === undefined ? answer : select(answer, top)
}

function select(value: unknown, names: string): unknown {
  if (!isObject(value)) return value
  const chosen = parseShown(names).flatMap(({ ways, isSparse }) => {
    const own = ways.filter((name) => Object.hasOwn(value, name) && !(isSparse && isEmpty(value[name])))
    return own.slice(0, 1)
  })
  return Object.fromEntries(chosen.map((name) => [name, value[name]]))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)

const SIGNED = /[?&](?:x-amz-|x-goog-)?(?:signature|sig)=/i

/** Whether JSON text may contain a link that works without a credential. */
export const mayHoldSignedLinks = (json: string): boolean => SIGNED.test(json)

/** Replaces signed links in a text by the names of their files, because such a link works for anyone who has it. */
export const withoutSignedLinks = (text: string): string =>
  text.replace(/https?:\/\/[^\s"<>()]+/g, (link) => {
    if (!SIGNED.test(link)) return link
    const [path = ''] = link.split('?', 1)
    return `signed:${path.slice(path.lastIndexOf('/') + 1)}`
  })
