const operations = require('../operations.json')
const { list } = require('./operation')

/** The lists that a person chooses from: the operation, its input, and the name and value of an item. */
const LISTS = {
  list_recordings: ['recorder_list_files', { limit: 100 }, ({ filename }) => filename, 'id'],
  list_folders: ['recorder_list_tags', {}, ({ name }) => name, 'id'],
  list_notes: ['notes_list_notes', {}, ({ title }) => title, 'guid'],
  list_tables: ['workspace_search', { type: 'data_source' }, ({ title }) => title, 'id'],
  list_pages: ['workspace_search', { type: 'page' }, ({ title }) => title, 'id'],
  list_posts: ['social_list_posts', { limit: 100 }, ({ text }) => text, 'id'],
  list_bills: ['payment_list_bills', {}, ({ member_nm, product_nm }) => `${member_nm}: ${product_nm}`, 'bill_id'],
  list_carriers: ['shop_list_carriers', {}, ({ name }) => name, 'code'],
}

/** Zapier fills dropdowns from hidden triggers. */
const toDropdown = ([key, [id, input, name, value]]) => {
  const operation = operations.find((one) => one.key === id)
  return [
    key,
    {
      key,
      noun: operation.noun,
      display: { label: operation.label, description: operation.description, hidden: true },
      operation: {
        perform: async (z, bundle) =>
          (await list(z, bundle, operation, input)).map((item) => ({
            id: String(item[value]),
            name: String(name(item) || item[value]).slice(0, 100),
          })),
        sample: { id: '1', name: 'Name' },
        outputFields: [{ key: 'id' }, { key: 'name' }],
      },
    },
  ]
}

module.exports = Object.fromEntries(Object.entries(LISTS).map(toDropdown))
