const { COLUMN } = require('./operation')
const { send } = require('./request')

const TYPES = { number: 'number', checkbox: 'boolean', date: 'datetime', rich_text: 'text' }

/** What the product computes by itself. */
const COMPUTED = /^(formula|rollup|created_|last_edited_|unique_id|button|verification)/

/** A key has letters, digits and underscores only. */
const toKey = (name) =>
  COLUMN + [...Buffer.from(name, 'utf8')].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join('')

/** A field for each column of the chosen table. */
async function columnFields(z, bundle) {
  const table = bundle.inputData.data_source_id
  if (!table) return []
  const path = `/api/v2/workspace/data-source/${encodeURIComponent(table)}/schema`
  const { properties } = await send(z, bundle, { method: 'GET', path })
  return properties
    .filter(({ type }) => !COMPUTED.test(type))
    .map(({ name, type, options = [] }) => ({
      key: toKey(name),
      label: name,
      type: TYPES[type] ?? 'string',
      ...((type === 'multi_select' || type === 'people' || type === 'relation') && { list: true }),
      ...(options.length > 0 && { choices: options }),
    }))
}

module.exports = { columnFields }
