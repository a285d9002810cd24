const actions = require('../actions.json')
const { findOperation, getCatalogue } = require('./catalogue')
const { accountList, inputFields, readValues } = require('./fields')
const {
  ACCOUNTS,
  accountHeader,
  listRequest,
  readCatalogue,
  run,
  toAccountChoices,
  toChoices,
  toRequest,
} = require('./openapi')
const { send } = require('./request')

/** How many items a list returns unless the person says otherwise. */
const LIMIT = 50
/** The longest dropdown. */
const MOST = 100

/** Calls an operation. Returns the items of a list, up to the limit of the person, or its object without an envelope. */
async function call(z, bundle, id) {
  const operation = findOperation(z, await getCatalogue(z, bundle, true), id)
  const { account, idempotency_key: key, limit } = bundle.inputData
  const request = toRequest(operation, readValues(operation, bundle.inputData))
  Object.assign(request.headers, toHeader(z, operation, account))
  if (operation.isOnce) request.headers['Idempotency-Key'] = String(key)
  // An action of Zapier returns one object, which has the entries of a write with their errors.
  const { outcomes: _, ...rest } = operation
  return run(rest, request, (page) => send(z, bundle, page), Number(limit) || LIMIT)
}

function toHeader(z, operation, account) {
  try {
    return accountHeader(operation, account)
  } catch (error) {
    throw new z.errors.Error(error.message, 'invalid_input', 400)
  }
}

const display = ({ id, product, label, summary }) => ({
  key: id,
  noun: product,
  display: { label, description: `${summary.replace(/\.$/, '')}.` },
})

const toCreate = (action) => ({
  ...display(action),
  operation: {
    inputFields: [inputFields(() => action.id)],
    perform: (z, bundle) => call(z, bundle, action.id),
    sample: action.sample,
  },
})

/** Zapier takes the first result, or all of them when the person chooses so. */
const toSearch = (action) => ({
  ...display(action),
  operation: {
    inputFields: [inputFields(() => action.id)],
    perform: async (z, bundle) => [await call(z, bundle, action.id)].flat(),
    sample: action.sample,
  },
})

/** Any operation of the deployment, also one that is newer than this integration. The chosen one decides which fields there are. */
const callAny = {
  key: 'call_operation',
  noun: 'Operation',
  display: { label: 'Latchkey: Call Any Operation', description: 'Calls one of all operations of the deployment.' },
  operation: {
    inputFields: [
      {
        key: 'operation',
        label: 'Operation',
        required: true,
        altersDynamicFields: true,
        dynamic: 'list_operations.id.name',
      },
      inputFields(({ inputData }) => inputData.operation),
    ],
    perform: async (z, bundle) => {
      const found = await call(z, bundle, bundle.inputData.operation)
      // Zapier takes one object from an action.
      return Array.isArray(found) ? { results: found } : found
    },
    sample: { ok: true },
  },
}

/** The products whose accounts the known operations take, separated by spaces, with the name of their group. */
const PRODUCTS = [
  ...new Map(
    readCatalogue(require('../document.json'))
      .operations.filter(({ accounts }) => accounts.length > 0)
      .map(({ accounts, product }) => [accounts.join(' '), product]),
  ),
]

/** Zapier fills dropdowns from hidden triggers. */
const toDropdown = (key, label, perform) => ({
  key: `list_${key}`,
  noun: label,
  display: { label, description: `Lists ${label.toLowerCase()} for a dropdown.`, hidden: true },
  operation: { perform, sample: { id: '1', name: 'Name' }, outputFields: [{ key: 'id' }, { key: 'name' }] },
})

const toResult = ({ name, value }) => ({ id: value, name })

const lists = require('../lists.json').map(({ name, label }) =>
  toDropdown(name, label, async (z, bundle) => {
    const { list, operation, request } = listRequest(await getCatalogue(z, bundle), name)
    // A trigger may have several accounts. The list of the first one is offered.
    const { account, accounts = [] } = bundle.inputData
    Object.assign(request.headers, toHeader(z, operation, account ?? accounts[0]))
    return toChoices(list, await run(operation, request, (page) => send(z, bundle, page), MOST)).map(toResult)
  }),
)

/** The accounts of one product each, since a dropdown does not know the action that it is for. */
const accounts = PRODUCTS.map(([product, title]) =>
  toDropdown(accountList(product), `Accounts of ${title}`, async (z, bundle) =>
    toAccountChoices({ accounts: product.split(' ') }, await send(z, bundle, ACCOUNTS)).map(toResult),
  ),
)

const operations = toDropdown('operations', 'Operations', async (z, bundle) => {
  const catalogue = await getCatalogue(z, bundle)
  return catalogue.operations.map(({ id, product, title }) => ({ id, name: `${product}: ${title}` }))
})

const byKey = (all) => Object.fromEntries(all.map((one) => [one.key, one]))

module.exports = {
  creates: byKey([...actions.filter(({ reads }) => !reads).map(toCreate), callAny]),
  searches: byKey(actions.filter(({ reads }) => reads).map(toSearch)),
  dropdowns: byKey([...lists, ...accounts, operations]),
}
