const { lists } = require('../account.json')
const operations = require('../operations.json')
const { toChoice } = require('./answer')
const { call } = require('./operation')

/** Zapier fills dropdowns from hidden triggers. */
const toDropdown = ([key, { operation: id, input, ...choice }]) => {
  const operation = operations.find((one) => one.key === id)
  return [
    `list_${key}`,
    {
      key: `list_${key}`,
      noun: operation.noun,
      display: { label: operation.label, description: operation.description, hidden: true },
      operation: {
        perform: async (z, bundle) =>
          (await call(z, bundle, operation, { ...input, limit: 100 })).map((item) => {
            const [value, name] = toChoice(choice, item)
            return { id: value, name }
          }),
        sample: { id: '1', name: 'Name' },
        outputFields: [{ key: 'id' }, { key: 'name' }],
      },
    },
  ]
}

module.exports = Object.fromEntries(Object.entries(lists).map(toDropdown))
