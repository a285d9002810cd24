import { narrowingFields, type Operation } from '../../../gateway/operation-type.ts'
import { type JsonSchema, jsonSchema } from '../../json-schema.ts'
import { getOutput } from '../../outputs.ts'

/** How the pages of a listing follow each other (`x-pages`). */
export interface Pages {
  readonly place: 'query' | 'json'
  readonly items: string
  readonly next: readonly (readonly [field: string, path: string])[]
}

/**
 * How the pages of an operation follow each other. Undefined when it returns no paged list. It is derived from the
 * declaration: the input field marked `narrows: 'position'`, the output fields whose names start with `next`, and the
 * list of objects next to them. Throws when there are several lists.
 */
export function describePages(operation: Operation, output = getOutput(operation)): Pages | undefined {
  const { id } = operation
  const places = operation.input()
  const position = narrowingFields(places).find(({ narrows }) => narrows === 'position')?.name
  if (!position || !output) return undefined
  const place = places.query && position in places.query.shape ? 'query' : 'json'
  const fields = Object.keys(places[place]?.shape ?? {})

  const answer = jsonSchema(output, 'output')
  const next = pointersIn(answer).flatMap(({ name, path }) => {
    const field = fieldAfter(name, fields) ?? (name === 'next_cursor' ? position : undefined)
    return field ? [[field, path] as const] : []
  })
  next.sort(([a], [b]) => Number(b === position) - Number(a === position))
  const lists = listsIn(answer)
  if (next[0]?.[0] !== position || lists.length === 0) return undefined
  const [items, second] = lists
  if (!items || second) throw new Error(`${id}: ${lists.join(' and ')} are lists: only one can have pages`)
  return { place, items, next }
}

/** `skip` for `next_skip`, `pageIndex` for `nextPageIndex`, if the input has a field with this name. */
function fieldAfter(pointer: string, fields: readonly string[]): string | undefined {
  const name = pointer.replace(/^next_?/, '')
  return fields.find((field) => field === name || field === name.charAt(0).toLowerCase() + name.slice(1))
}

/** The fields of a response, or of an object in it, that point to the next page. */
const pointersIn = (answer: JsonSchema): { name: string; path: string }[] =>
  fieldsIn(answer).flatMap(({ path }) => {
    const name = path.split('.').at(-1) ?? ''
    return /^next(_|[A-Z])/.test(name) ? [{ name, path }] : []
  })

/** The paths of the lists in a response, except lists of plain strings such as warnings. */
export const listsIn = (answer: JsonSchema): string[] =>
  fieldsIn(answer).flatMap(({ path, schema }) =>
    schema.type === 'array' && (schema.items as JsonSchema | undefined)?.type !== 'string' ? [path] : [],
  )

/** The fields of an object and of its nested objects, by path. */
const fieldsIn = ({ properties = {} }: JsonSchema, above = ''): { path: string; schema: JsonSchema }[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    { path: above + name, schema },
    ...fieldsIn(schema, `${above}${name}.`),
  ])
