const { columns: KINDS } = require('../account.json')
const { COLUMN } = require('./operation')
const { send } = require('./request')

const TYPES = { number: 'number', boolean: 'boolean', date: 'datetime', text: 'text' }

/** A key has letters, digits and underscores only. */
const toKey = (name) =>
  COLUMN + [...Buffer.from(name, 'utf8')].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join('')

/** A field for each column of the chosen table that the product does not compute by itself. */
async function columnFields(z, bundle) {
  const table = bundle.inputData.data_source_id
  if (!table) return []
  const path = `/api/v2/workspace/data-source/${encodeURIComponent(table)}/schema`
  const { properties } = await send(z, bundle, { method: 'GET', path })
  return properties
    .filter(({ type }) => KINDS[type])
    .map(({ name, type, options = [] }) => ({
      key: toKey(name),
      label: name,
      type: TYPES[KINDS[type]] ?? 'string',
      ...(KINDS[type] === 'list' && { list: true }),
      ...(options.length > 0 && { choices: options }),
    }))
}

module.exports = { columnFields }
