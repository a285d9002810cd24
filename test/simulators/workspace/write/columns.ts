import { isObject } from '../../rest.ts'
import { checkKeys, checkList, checkText } from '../body.ts'
import { getNone, invalid, missing, shouldBe } from '../errors.ts'
import { bodyId } from '../ids.ts'
import type { View } from '../query/query.ts'
import type { Column, DataSource, Json } from '../state.ts'
import { findColumn, getOptions } from '../table/value.ts'

/** The types of columns that can be made (facts 13). Rollups and buttons are not simulated. */
const PLAIN = [
  ...['title', 'rich_text', 'number', 'select', 'multi_select', 'status', 'date', 'people', 'files', 'checkbox', 'url'],
  ...['email', 'phone_number', 'formula', 'relation', 'unique_id', 'place'],
  ...['created_time', 'created_by', 'last_edited_time', 'last_edited_by'],
]
const CHOICES = ['select', 'multi_select', 'status']

/** The `properties` of a new data source. */
export function readColumns(view: View, given: unknown): Column[] {
  const all = checkKeys(given ?? {}, 'body.initial_data_source.properties', Object.keys(Object(given)))
  const columns = Object.entries(all).map(([name, one]) =>
    readColumn(view, name, one, `body.initial_data_source.properties.${name}`),
  )
  checkTitle(columns)
  return columns
}

/** Changes of the columns: null removes one, `{name}` renames it, a type adds it or changes it. Nothing unless all fit. */
export function changeColumns(view: View, table: DataSource, given: unknown): void {
  const all = checkKeys(given, 'body.properties', Object.keys(Object(given)))
  let columns = [...table.columns]
  const renamed = new Map<string, string>()
  for (const [key, change] of Object.entries(all)) {
    const path = `body.properties.${key}`
    const known = findColumn(table, key)
    if (change === null) {
      if (!known) throw invalid(`${key} is not a property that exists.`)
      columns = columns.filter((one) => one.id !== known.id)
      continue
    }
    const { name, ...config } = checkKeys(change, path, ['name', 'type', 'description', ...PLAIN])
    const called = name === undefined ? (known?.name ?? key) : checkText(name, `${path}.name`, 2000)
    if (Object.keys(config).length === 0) {
      if (!known) throw invalid(`${key} is not a property that exists.`)
      columns = columns.map((one) => (one.id === known.id ? { ...one, name: called } : one))
    } else {
      const read = readColumn(view, called, config, path, known)
      columns = known ? columns.map((one) => (one.id === known.id ? read : one)) : [...columns, read]
    }
    if (known && known.name !== called) renamed.set(known.name, called)
  }
  checkTitle(columns)
  table.columns = columns
  for (const row of view.notion.state.rows.filter(({ dataSourceId }) => dataSourceId === table.id)) {
    const values = [...row.values].map(([name, value]) => [renamed.get(name) ?? name, value] as const)
    row.values = new Map(values.filter(([name]) => columns.some((column) => column.name === name)))
  }
}

function checkTitle(columns: readonly Column[]): void {
  const titles = columns.filter(({ type }) => type === 'title')
  if (titles.length !== 1) throw invalid('Title is not provided, or is provided more than once.')
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw invalid(`A property with the name ${twice} exists already.`)
}

function readColumn(view: View, name: string, given: unknown, path: string, known?: Column): Column {
  const {
    type: _type,
    description: _description,
    ...config
  } = checkKeys(given, path, ['type', 'description', ...PLAIN])
  const [type, second] = Object.keys(config)
  if (type === undefined) throw getNone(path, PLAIN)
  if (second !== undefined) throw shouldBe(`${path}.${second}`, 'not present', config[second])
  if (known?.type === 'title' && type !== 'title') throw invalid('Cannot change the type of the title property.')
  const id = known?.id ?? (type === 'title' ? 'title' : encodeURIComponent(view.notion.newId().slice(0, 4)))
  return { id, name, type, config: readConfig(view, type, config[type], `${path}.${type}`, known) }
}

function readConfig(view: View, type: string, given: unknown, path: string, known: Column | undefined): Json {
  if (!isObject(given)) throw shouldBe(path, 'an object', given)
  if (CHOICES.includes(type)) {
    const { options = [] } = checkKeys(given, path, ['options'])
    const old = known?.type === type ? getOptions(known) : []
    const read = checkList(options, `${path}.options`).map((one, index) => {
      const at = `${path}.options[${index}]`
      const { id, name, color = 'default' } = checkKeys(one, at, ['id', 'name', 'color', 'description'])
      const existing = old.find((option) => (id === undefined ? option.name === name : option.id === id))
      if (existing) return existing
      const words = checkText(name, `${at}.name`, 100)
      if (words.includes(',')) throw invalid(`Invalid ${type} option, commas not allowed: ${words}`)
      return { id: view.notion.newId(), name: words, color, description: null }
    })
    return { options: read, ...(type === 'status' && { groups: statusGroups(read.map((one) => one.id)) }) }
  }
  if (type === 'relation') {
    const keys = ['data_source_id', 'type', 'single_property', 'dual_property']
    const relation = checkKeys(given, path, keys)
    const id = bodyId(`${path}.data_source_id`, relation.data_source_id)
    const table = view.notion.state.dataSources.find((one) => one.id === id)
    if (!table || !view.connection.databaseIds.has(table.databaseId)) {
      throw missing('data_source', id, view.connection.name)
    }
    return { ...relation, database_id: table.databaseId }
  }
  return given
}

/** All options of a status that is made here land in the first group (facts 13). */
const statusGroups = (ids: readonly unknown[]) =>
  ['To-do', 'In progress', 'Complete'].map((name, index) => ({
    id: `group-${index}`,
    name,
    color: 'default',
    option_ids: index === 0 ? ids : [],
  }))
