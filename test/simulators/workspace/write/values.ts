import { checkKeys, checkList, checkText } from '../body.ts'
import { getNone, invalid, missing, shouldBe } from '../errors.ts'
import { bodyId } from '../ids.ts'
import type { Notion } from '../product.ts'
import { isDate } from '../query/dates.ts'
import type { View } from '../query/query.ts'
import { attachUpload } from '../rest/file-uploads.ts'
import type { Column, Json } from '../state.ts'
import { getOptions } from '../table/value.ts'
import { readRichText } from './blocks.ts'

type Read = (value: unknown, path: string, column: Column, view: View) => unknown

const nullable =
  (read: Read): Read =>
  (value, path, column, view) =>
    value === null ? null : read(value, path, column, view)

const each =
  (read: Read): Read =>
  (value, path, column, view) =>
    checkList(value, path).map((one, index) => read(one, `${path}[${index}]`, column, view))

const line = (longest: number) => nullable((value, path) => checkText(value, path, longest))

const option: Read = (value, path, column, { notion }) => readOption(notion, column, value, path)

const date: Read = (value, path) => {
  const { start, end = null, time_zone = null } = checkKeys(value, path, ['start', 'end', 'time_zone'])
  if (!isDate(start)) throw shouldBe(`${path}.start`, 'a valid ISO 8601 date string', start)
  if (end !== null && !isDate(end)) throw shouldBe(`${path}.end`, 'a valid ISO 8601 date string', end)
  if (time_zone !== null && typeof time_zone !== 'string') throw shouldBe(`${path}.time_zone`, 'a string', time_zone)
  return { start, end, time_zone }
}

const person: Read = (value, path) => {
  const { id } = checkKeys(value, path, ['id', 'object', 'name'])
  return { id: bodyId(`${path}.id`, id) }
}

const related: Read = (value, path, column, { notion, connection }) => {
  const id = bodyId(`${path}.id`, checkKeys(value, path, ['id']).id)
  const page = notion.state.rows.find((row) => row.id === id && row.dataSourceId === column.config.data_source_id)
  if (!page) throw missing('page', id, connection.name)
  return { id }
}

const file: Read = (value, path, _column, view) => {
  const { name, external, file_upload } = checkKeys(value, path, ['type', 'name', 'external', 'file_upload'])
  if (file_upload !== undefined) {
    const id = bodyId(`${path}.file_upload.id`, checkKeys(file_upload, `${path}.file_upload`, ['id']).id)
    return attachUpload(view, id, name === undefined ? undefined : checkText(name, `${path}.name`, 100))
  }
  const { url } = checkKeys(external, `${path}.external`, ['url'])
  return {
    type: 'external',
    name: checkText(name, `${path}.name`, 100),
    external: { url: checkText(url, `${path}.external.url`, 2000) },
  }
}

const place: Read = (value, path) => {
  const keys = ['lat', 'lon', 'name', 'address', 'aws_place_id', 'google_place_id']
  const read = checkKeys(value, path, keys)
  for (const key of ['lat', 'lon']) {
    if (typeof read[key] !== 'number') throw shouldBe(`${path}.${key}`, 'a number', read[key])
  }
  return read
}

/** The writable types, and what each accepts. The limits are those of facts 7. */
const READ: Record<string, Read> = {
  title: (value, path) => readRichText(value, path),
  rich_text: (value, path) => readRichText(value, path),
  number: nullable((value, path) => {
    if (typeof value !== 'number') throw shouldBe(path, 'a number', value)
    return value
  }),
  checkbox: (value, path) => {
    if (typeof value !== 'boolean') throw shouldBe(path, 'a boolean', value)
    return value
  },
  select: nullable(option),
  status: nullable(option),
  multi_select: each(option),
  date: nullable(date),
  url: line(2000),
  email: line(200),
  phone_number: line(200),
  people: each(person),
  relation: each(related),
  files: each(file),
  place: nullable(place),
}

/** The value under the type key of `{[type]: value}`, or a refusal in the product's words. */
export function readValue(view: View, column: Column, given: unknown, path: string): unknown {
  const keys = Object.keys(READ)
  const { type, ...rest } = checkKeys(given, path, ['type', ...keys, column.type])
  const [key, second] = Object.keys(rest)
  const read = key === undefined ? undefined : READ[key]
  // The product does not accept values that it computes, whatever the column.
  if (key === undefined || !read) throw getNone(path, keys)
  if (second !== undefined) throw shouldBe(`${path}.${second}`, 'not present', rest[second])
  if (type !== undefined && type !== key) throw shouldBe(`${path}.type`, `"${key}"`, type)
  if (key !== column.type) throw invalid(`${column.name} is expected to be ${column.type}.`)
  return read(rest[key], `${path}.${key}`, column, view)
}

/** By id or name. A new name becomes an option of select and multi_select; a status has only its own. */
function readOption(notion: Notion, column: Column, value: unknown, path: string): Json {
  const { id, name } = checkKeys(value, path, ['id', 'name', 'color', 'description'])
  if (id === undefined && name === undefined) throw shouldBe(`${path}.name`, 'defined', name)
  const options = getOptions(column)
  const known = options.find((one) => (id === undefined ? one.name === name : one.id === id))
  if (known) return { id: known.id, name: known.name, color: known.color }
  if (id !== undefined) throw invalid(`${column.name} is an invalid ${column.type} option "${id}".`)
  const fresh = checkText(name, `${path}.name`, 100)
  if (column.type === 'status') throw invalid(`Invalid status option. Status option "${fresh}" does not exist.`)
  if (fresh.includes(',')) throw invalid(`Invalid ${column.type} option, commas not allowed: ${fresh}`)
  const made = { id: notion.newId(), name: fresh, color: 'default', description: null }
  options.push(made)
  return { id: made.id, name: made.name, color: made.color }
}
