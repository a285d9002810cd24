const operations = require('../operations.json')
const { columnFields } = require('./columns')
const { call } = require('./operation')

const hasColumns = ({ fields }) => Object.values(fields).some(([, kind]) => kind === 'columns' || kind === 'row')

const display = ({ key, noun, label, description }) => ({ key, noun, display: { label, description } })

const inputFields = (operation) => [...operation.inputFields, ...(hasColumns(operation) ? [columnFields] : [])]

const toCreate = (operation) => ({
  ...display(operation),
  operation: {
    inputFields: inputFields(operation),
    perform: (z, bundle) => call(z, bundle, operation),
    sample: operation.sample,
  },
})

/** Zapier takes the first result, or all of them when the person chooses so. */
const toSearch = (operation) => ({
  ...display(operation),
  operation: {
    inputFields: inputFields(operation),
    perform: async (z, bundle) => [await call(z, bundle, operation)].flat(),
    sample: operation.sample,
  },
})

const others = operations.filter(({ kind }) => kind === 'other')

/** All other operations. The chosen one decides which fields there are. */
const callOther = {
  key: 'call_operation',
  noun: 'Operation',
  display: {
    label: 'Latchkey: Call Any Other Operation',
    description: 'Calls one of the operations that have no action of their own.',
  },
  operation: {
    inputFields: [
      {
        key: 'operation',
        label: 'Operation',
        required: true,
        altersDynamicFields: true,
        choices: others.map(({ key, label }) => ({ value: key, sample: key, label })),
      },
      async (_z, bundle) => {
        const operation = others.find(({ key }) => key === bundle.inputData.operation)
        return operation ? operation.inputFields : []
      },
    ],
    perform: async (z, bundle) => {
      const operation = others.find(({ key }) => key === bundle.inputData.operation)
      if (!operation) throw new z.errors.Error(`There is no operation ${bundle.inputData.operation}`, 'bad_input', 400)
      const found = await call(z, bundle, operation)
      // Zapier takes one object from an action.
      return Array.isArray(found) ? { results: found } : found
    },
    sample: { ok: true },
  },
}

const byKey = (all) => Object.fromEntries(all.map((one) => [one.key, one]))
const ofKind = (kind) => operations.filter((operation) => operation.kind === kind)

module.exports = {
  creates: byKey([...ofKind('create').map(toCreate), callOther]),
  searches: byKey(ofKind('search').map(toSearch)),
}
