import { checkKeys, checkText } from '../body.ts'
import { invalid, shouldBe } from '../errors.ts'
import type { Notion } from '../product.ts'
import type { Column, Json } from '../state.ts'
import { getOptions } from '../table/columns.ts'

/** By id or name. A new name becomes an option of select and multi_select; a status has only its own. */
export function readOption(notion: Notion, column: Column, value: unknown, path: string): Json {
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
