const { findOperation, getCatalogue } = require('./catalogue')
const { accountHeader, fieldsOf, plain, typeOf } = require('./openapi')
const { send } = require('./request')

/** The columns of a row are fields of their own, whose keys begin like this. A key has letters, digits and underscores only. */
const COLUMN = 'column__'

const toKey = (name) =>
  COLUMN + [...Buffer.from(name, 'utf8')].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join('')

const toName = (key) => decodeURIComponent(key.slice(COLUMN.length).replaceAll('_', '%'))

const LONG = ['markdown', 'text', 'message']

const ONCE = {
  key: 'idempotency_key',
  label: 'Repeat Protection',
  helpText:
    'Map the ID of the item that starts the Zap. When Zapier replays the step with the same value, nothing is done twice: the first response is returned again for 24 hours.',
  required: true,
  type: 'string',
}

/** The name of the list of accounts of some products, separated by spaces. */
const accountList = (products) => `accounts_${products.replace(/\W/g, '_')}`

/** The hidden trigger that lists the accounts of some products. */
const accountsOf = (products) => `list_${accountList(products.join(' '))}.id.name`

const toAccount = (products) => ({
  key: 'account',
  label: 'Account',
  helpText: 'Where a product has several accounts. The first one unless chosen.',
  required: false,
  type: 'string',
  altersDynamicFields: true,
  dynamic: accountsOf(products),
})

const LIMIT = {
  key: 'limit',
  label: 'Limit',
  helpText: 'How many results to return at most.',
  required: false,
  type: 'integer',
  default: '50',
}

const toChoices = (values, names = {}) => {
  const known = values.filter((value) => value !== null).map(String)
  return known.length > 0 && { choices: known.map((value) => ({ value, sample: value, label: names[value] ?? value })) }
}

function toShape({ name, schema }) {
  if (schema['x-words']) return { type: 'string', list: true, ...toChoices(schema['x-words']) }
  if (schema['x-time'] || schema.format === 'date') return { type: 'datetime' }
  const initial = schema.default
  const shown = ['string', 'number', 'boolean'].includes(typeof initial) ? { default: String(initial) } : {}
  if (Array.isArray(schema.enum)) return { ...shown, ...toChoices(schema.enum, schema['x-choices']) }
  const type = typeOf(schema)
  if (type === 'array') return toListShape(name, plain(schema.items ?? {}))
  if (type === 'object' || type === undefined) return { type: 'json' }
  return { type: type === 'string' && LONG.includes(name) ? 'text' : type, ...shown }
}

/** A list of objects with known fields becomes line items, whose keys are unique in an action. */
function toListShape(name, items) {
  if (typeOf(items) !== 'object')
    return { type: typeOf(items) === 'integer' ? 'integer' : 'string', list: true, ...toChoices(items.enum ?? []) }
  const children = fieldsOf(items).map((field) => toInputField(field, `${name}__${field.name}`))
  return children.length > 0 ? { children } : { type: 'json' }
}

/** `list_bills.id.name`: the hidden trigger that fills a dropdown, and the fields of its results. */
function toInputField(field, key = field.name) {
  const { title, help, isRequired, schema } = field
  const shape = toShape(field)
  const list = schema['x-list']
  return {
    key,
    label: title,
    required: isRequired,
    ...(help && !shape.children && { helpText: help.slice(0, 1000) }),
    ...shape,
    ...(list && { dynamic: `list_${list}.id.name` }),
  }
}

/** A field for each of an operation, as the deployment describes it today, and for each column of the chosen table. */
const inputFields = (idOf) => async (z, bundle) => {
  const id = idOf(bundle)
  if (!id) return []
  const catalogue = await getCatalogue(z, bundle)
  const { accounts, fields, table, isOnce, pages } = findOperation(z, catalogue, id)
  const own = fields.filter(({ schema }) => !schema['x-columns']).map((field) => toInputField(field))
  if (table && !own.some(({ key }) => key === table))
    own.unshift({ key: table, label: 'Table', required: false, type: 'string', dynamic: 'list_tables.id.name' })
  return [
    ...own.map((field) => (field.key === table ? { ...field, altersDynamicFields: true } : field)),
    ...(isOnce ? [ONCE] : []),
    ...(pages ? [LIMIT] : []),
    ...(accounts.length > 0 ? [toAccount(accounts)] : []),
    ...(table && bundle.inputData[table] ? await columnFields(z, bundle, catalogue, bundle.inputData[table]) : []),
  ]
}

const TYPES = { number: 'number', boolean: 'boolean', date: 'datetime', text: 'text' }

async function columnFields(z, bundle, { operations, columnKinds }, table) {
  const reader = operations.find(({ id }) => id === 'workspace_get_schema')
  const headers = reader ? accountHeader(reader, bundle.inputData.account) : {}
  const path = `/api/v2/workspace/data-source/${encodeURIComponent(table)}/schema`
  const { properties } = await send(z, bundle, { method: 'GET', path, headers })
  return properties
    .filter(({ type }) => columnKinds[type])
    .map(({ name, type, options = [] }) => ({
      key: toKey(name),
      label: name,
      type: TYPES[columnKinds[type]] ?? 'string',
      ...(columnKinds[type] === 'list' && { list: true }),
      ...(options.length > 0 && { choices: options }),
    }))
}

const isEmpty = (value) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const filled = (entries, toField) =>
  Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)).map(([key, value]) => [toField(key), value]))

/** The values that a person filled in, by the names of the operation's fields. */
function readValues({ fields }, input) {
  const values = {}
  for (const { name, schema } of fields) {
    const value = input[name]
    if (schema['x-columns']) {
      const columns = filled(
        Object.entries(input).filter(([key]) => key.startsWith(COLUMN)),
        toName,
      )
      if (Object.keys(columns).length > 0) values[name] = schema['x-columns'] === 'list' ? [columns] : columns
    } else if (isEmpty(value)) continue
    else if (schema.format === 'date') values[name] = String(value).slice(0, 10)
    else if (Array.isArray(value) && value.every((item) => typeof item === 'object'))
      values[name] = value.map((item) => filled(Object.entries(item), (key) => key.replace(`${name}__`, '')))
    else values[name] = value
  }
  return values
}

module.exports = { accountList, accountsOf, inputFields, readValues }
