import * as z from 'zod/mini'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { choice } from '../../gateway/http/fields.ts'
import { fetchDataSource, withDataSource } from './databases.ts'
import { target } from './group.ts'
import type { Connection } from './notion.ts'
import { decodedId, expectProperty, findProperty, type Property, quoted, refusal } from './property.ts'
import type { ColumnChange } from './records.outputs.ts'

/** What people call a type, and what the product calls it, where that differs. */
const PLAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['text', 'rich_text'],
  ['phone', 'phone_number'],
  ['id', 'unique_id'],
])

/** The types of new columns. A rollup needs columns that exist, and is left to the product's own app. */
const TYPES = [
  ...['title', 'text', 'number', 'select', 'multi_select', 'status', 'date', 'people', 'files', 'checkbox', 'url'],
  ...['email', 'phone', 'relation', 'formula', 'id', 'place'],
  ...['created_time', 'created_by', 'last_edited_time', 'last_edited_by'],
  ...PLAIN_NAMES.values(),
] as const

/** The field of a new column that only some types have. */
const OWN_FIELDS = [
  ['options', ['select', 'multi_select', 'status']],
  ['format', ['number']],
  ['data_source_id', ['relation']],
  ['expression', ['formula']],
  ['prefix', ['id', 'unique_id']],
] as const

/** Without these the type means nothing. */
const REQUIRED_FIELDS = [
  ['data_source_id', ['relation']],
  ['expression', ['formula']],
] as const

export const MOST_COLUMNS = 50
/** The product's limit for texts. */
const NAME = 2000
/** The product's limits for options. */
const OPTION = 100
const OPTIONS = 100

export const name = () =>
  z.string().check(
    z.refine((text) => text.trim() !== '', 'must not be empty'),
    z.maxLength(NAME, `must be at most ${NAME} characters`),
  )

export const optionNames = () =>
  z
    .array(
      z.string().check(
        z.refine((text) => text.trim() !== '', 'must not be empty'),
        z.maxLength(OPTION, `must be at most ${OPTION} characters`),
        z.refine((text) => !text.includes(','), 'must have no comma'),
      ),
    )
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(OPTIONS, `must hold at most ${OPTIONS}`),
      z.refine((all) => new Set(all).size === all.length, 'must not name an option twice'),
    )

export const newColumn = () =>
  z
    .strictObject({
      name: name().check(z.meta({ description: 'Name of the column', examples: ['Stage'] })),
      type: choice(TYPES).check(
        z.meta({ description: 'What it holds; each table has one title, the name of the row', examples: ['select'] }),
      ),
      options: z
        .nullish(optionNames())
        .check(z.meta({ description: 'Of a select, multi_select or status: names of its options' })),
      format: z
        .nullish(z.string().check(z.regex(/^[a-z_]{1,40}$/, 'must be a format of the service, as won or percent')))
        .check(z.meta({ description: 'Of a number: how it is shown, as number, percent, won or dollar' })),
      data_source_id: target('Of a relation: the table whose rows it names'),
      expression: z
        .nullish(z.string().check(z.minLength(1, 'must not be empty')))
        .check(z.meta({ description: "Of a formula, in the service's own words" })),
      prefix: z
        .nullish(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits')))
        .check(z.meta({ description: 'Of an id: what stands before its number' })),
    })
    .check(
      ...OWN_FIELDS.map(([field, types]) =>
        z.refine<Readonly<Record<string, unknown>>>((column) => column[field] == null || isOneOf(types, column.type), {
          error: `goes only with the type ${types.join(' or ')}`,
          path: [field],
        }),
      ),
      ...REQUIRED_FIELDS.map(([field, types]) =>
        z.refine<Readonly<Record<string, unknown>>>((column) => column[field] != null || !isOneOf(types, column.type), {
          error: `is required for the type ${types.join(' or ')}`,
          path: [field],
        }),
      ),
    )

const isOneOf = (types: readonly string[], type: unknown) => types.some((one) => one === type)

export type NewColumn = z.output<ReturnType<typeof newColumn>>

export const EXAMPLE_COLUMNS = [
  { name: 'Title', type: 'title' },
  { name: 'Stage', type: 'select', options: ['Idea', 'Draft', 'Published'] },
  { name: 'Due', type: 'date' },
]

export const columnChanges = () =>
  z
    .strictObject({
      add: z
        .nullish(z.array(newColumn()).check(z.maxLength(MOST_COLUMNS, `must hold at most ${MOST_COLUMNS}`)))
        .check(z.meta({ description: 'New columns', examples: [[{ name: 'Words', type: 'number' }]] })),
      rename: z
        .nullish(
          z
            .array(
              z.strictObject({
                column: z.string().check(z.meta({ description: 'The column, by its name or id' })),
                name: name().check(z.meta({ description: 'Its new name' })),
              }),
            )
            .check(z.maxLength(MOST_COLUMNS, `must hold at most ${MOST_COLUMNS}`)),
        )
        .check(z.meta({ description: 'New names of columns' })),
      add_options: z
        .nullish(
          z
            .array(
              z.strictObject({
                column: z.string().check(z.meta({ description: 'A select or multi_select, by its name or id' })),
                options: optionNames().check(z.meta({ description: 'Names of the new options' })),
              }),
            )
            .check(z.maxLength(MOST_COLUMNS, `must hold at most ${MOST_COLUMNS}`)),
        )
        .check(z.meta({ description: 'New options of columns; those that are there stay' })),
    })
    .check(
      z.refine(({ add, rename, add_options }) => [add, rename, add_options].some((list) => list && list.length > 0), {
        error: 'is required, or rename or add_options',
        path: ['add'],
      }),
    )

export type ColumnChanges = z.output<ReturnType<typeof columnChanges>>

const nativeType = (type: string) => PLAIN_NAMES.get(type) ?? type

/** The product's configuration of a new column. `at` is its path in the request. */
async function nativeColumn(connection: Connection, column: NewColumn, at: string): Promise<JsonObject> {
  const type = nativeType(column.type)
  return { [type]: await nativeConfig(connection, type, column, at) }
}

async function nativeConfig(connection: Connection, type: string, column: NewColumn, at: string): Promise<JsonObject> {
  const { options, format, data_source_id, expression, prefix } = column
  if (options) return { options: options.map((one) => ({ name: one })) }
  if (format) return { format }
  if (expression) return { expression }
  if (prefix) return { prefix }
  if (type !== 'relation' || !data_source_id) return {}
  const related = await findRelated(connection, data_source_id).catch((error) => {
    if (!hasStatus(error, 400) && !hasStatus(error, 404)) throw error
    const message = `${at}.data_source_id: ${error.message.replace(/^data_source_id: /, '')}`
    throw new GatewayError(error.status, message, { reason: error.reason })
  })
  return { data_source_id: related, type: 'single_property', single_property: {} }
}

/** The id of a table that is there. Callers confuse the ids of databases and data sources. */
const findRelated = (connection: Connection, given: string) =>
  withDataSource(connection, given, async (id) => {
    await fetchDataSource(connection, id)
    return id
  })

/** The title that a table gets when none of its columns has this type. */
const USUAL_TITLE = 'Name'

/** The product's `properties` of a new table. Throws 400 for a name that is given twice, or for several titles. */
export async function nativeColumns(connection: Connection, columns: readonly NewColumn[]): Promise<JsonObject> {
  const titles = columns.filter(({ type }) => type === 'title')
  const [, second] = titles
  const place = (column: NewColumn, field: string) => ({
    at: `columns[${columns.indexOf(column)}].${field}`,
    warnings: new Set<string>(),
  })
  if (second) throw refusal(place(second, 'type'), 'a table has one title')
  const all: readonly NewColumn[] =
    titles.length === 0 ? [{ name: USUAL_TITLE, type: 'title' as const }, ...columns] : columns
  for (const column of columns) {
    const twin = all.find((one) => one.name === column.name)
    if (twin === column) continue
    const message =
      titles.length === 0 && twin === all[0]
        ? `a table needs a title, which is called ${USUAL_TITLE}: give this column the type title`
        : `${quoted(column.name)} is given twice`
    throw refusal(place(column, 'name'), message)
  }
  const natives = await Promise.all(
    all.map(async (one) => {
      const at = `columns[${columns.indexOf(one)}]`
      return [one.name, await nativeColumn(connection, one, at)] as const
    }),
  )
  return Object.fromEntries(natives)
}

/** What a change of columns sends, and what it does to each. */
export interface PlannedChanges {
  readonly native: JsonObject
  readonly changes: readonly ColumnChange[]
}

/**
 * Compares the wanted columns with those of the table. What is there already is not sent, so that the same request
 * changes nothing twice. Throws 400 for what does not fit.
 */
export async function planChanges(
  connection: Connection,
  properties: readonly Property[],
  { add, rename, add_options }: ColumnChanges,
): Promise<PlannedChanges> {
  const native = new Map<string, JsonObject>()
  const changes: ColumnChange[] = []
  const note = (column: Pick<Property, 'name'>, change: ColumnChange['change'], config?: JsonObject) => {
    if (config) native.set(column.name, { ...native.get(column.name), ...config })
    changes.push({ column: column.name, change })
  }
  const names = new Set(properties.map((one) => one.name))
  const taken = new Set(names)
  // The columns that are renamed, by the names that they have before and after.
  const renamed = new Map<string, Property>()
  const find = (key: string) => findProperty(properties, key) ?? renamed.get(key)
  for (const [index, { column, name: wanted }] of (rename ?? []).entries()) {
    const at = `rename[${index}]`
    const isDone = !findProperty(properties, column) && names.has(wanted)
    const known = expectProperty(properties, isDone ? wanted : column, `${at}.column`)
    if ([...renamed.values()].includes(known)) {
      throw refusal(where(`${at}.column`), `${quoted(known.name)} is given twice`)
    }
    for (const key of [column, known.name, wanted]) renamed.set(key, known)
    if (known.name === wanted) {
      note(known, 'none')
      continue
    }
    if (taken.has(wanted)) throw refusal(where(`${at}.name`), `there is a column ${quoted(wanted)} already`)
    checkNoId(properties, wanted, `${at}.name`, known)
    taken.add(wanted)
    note(known, 'renamed', { name: wanted })
  }
  const withOptions = (known: Property, options: readonly string[], at: string) => {
    const old = known.options ?? []
    const fresh = options.filter((option) => !old.some((one) => one.name === option))
    if (fresh.length === 0) return note(known, 'none')
    if (known.type === 'status') {
      const message = `${quoted(known.name)} is a status, whose options the workspace service does not list in full, so that new ones could remove others: add them in its app`
      throw refusal(where(at), message)
    }
    const earlier = native.get(known.name)?.[known.type]
    if (earlier) throw refusal(where(at), `${quoted(known.name)} is given twice`)
    // An option that is not sent would be removed.
    const all = [
      ...old.map(({ id, name: called }) => (id ? { id } : { name: called })),
      ...fresh.map((called) => ({ name: called })),
    ]
    note(known, 'options_added', { [known.type]: { options: all } })
  }
  for (const [index, { column, options }] of (add_options ?? []).entries()) {
    const at = `add_options[${index}]`
    const known = find(column) ?? expectProperty(properties, column, `${at}.column`)
    if (!CHOICES.has(known.type)) {
      throw refusal(where(`${at}.column`), `${quoted(known.name)} is a ${known.type}, which has no options`)
    }
    withOptions(known, options, `${at}.options`)
  }
  for (const [index, column] of (add ?? []).entries()) {
    const at = `add[${index}]`
    const type = nativeType(column.type)
    const isRenamed = (rename ?? []).some(
      ({ column: old, name: wanted }) =>
        wanted !== column.name && (old === column.name || find(old)?.name === column.name),
    )
    if (isRenamed) {
      throw refusal(where(`${at}.name`), `${quoted(column.name)} is renamed by this request: add it with another one`)
    }
    const known = properties.find((one) => one.name === column.name)
    if (known && known.type !== type) {
      throw refusal(where(`${at}.name`), `there is a column ${quoted(column.name)} of the type ${known.type} already`)
    }
    if (known) {
      withOptions(known, column.options ?? [], `${at}.options`)
      continue
    }
    if (type === 'title') throw refusal(where(`${at}.type`), 'the table has a title: rename it')
    if (taken.has(column.name)) throw refusal(where(`${at}.name`), `${quoted(column.name)} is given twice`)
    checkNoId(properties, column.name, `${at}.name`)
    taken.add(column.name)
    note(column, 'added', await nativeColumn(connection, column, at))
  }
  return { native: Object.fromEntries(native), changes }
}

/** Throws 400 for a name that is the id of a column: the product would take it for that one. */
function checkNoId(properties: readonly Property[], wanted: string, at: string, own?: Property): void {
  const twin = properties.find(({ id }) => id === wanted || decodedId(id) === wanted)
  if (twin && twin !== own)
    throw refusal(where(at), `is the id of the column ${quoted(twin.name)}: choose another name`)
}

const where = (at: string) => ({ at, warnings: new Set<string>() })

const CHOICES: ReadonlySet<string> = new Set(['select', 'multi_select', 'status'])
