const events = require('../events.json')
const { accountsOf } = require('./fields')
const { send } = require('./request')
const { isSigned } = require('./signature')

const PATH = '/api/v1/events/subscriptions'

const TABLE = {
  key: 'data_source_id',
  label: 'Table',
  helpText: 'Only rows of this table.',
  required: false,
  dynamic: 'list_tables.id.name',
}

const includeField = (include) => ({
  key: 'include',
  label: 'Include',
  helpText: 'Texts that come with the event.',
  required: false,
  list: true,
  choices: include,
})

const toAccounts = (products) => ({
  key: 'accounts',
  label: 'Accounts',
  helpText: 'Where a product has several accounts. Those that the key opens unless chosen.',
  required: false,
  list: true,
  dynamic: accountsOf(products),
})

/** Subscribes the address of the Zap. The response has the secret, which Zapier stores as `subscribeData`. */
async function subscribe(z, bundle, { type, label }) {
  const { data_source_id: table, accounts = [], include = [] } = bundle.inputData
  const subscription = await send(z, bundle, {
    method: 'POST',
    path: PATH,
    body: {
      url: bundle.targetUrl,
      types: [type],
      description: `Zapier: ${label}`.slice(0, 200),
      ...(accounts.length > 0 && { accounts }),
      ...(include.length > 0 && { include }),
      ...(table && { filter: { data_source_id: table } }),
    },
  })
  if (subscription.secret) return subscription
  // The same subscription exists, and its secret was lost: only a new one can verify deliveries.
  const { secret } = await send(z, bundle, { method: 'POST', path: `${PATH}/${subscription.id}/secret`, body: {} })
  return { ...subscription, secret }
}

const unsubscribe = (z, bundle) =>
  send(z, bundle, { method: 'DELETE', path: `${PATH}/${bundle.subscribeData.id}`, accepts: 404 })

/** The headers of a delivery by their lower-case names: Zapier adds "Http-" to each. */
const plainHeaders = (headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name
        .toLowerCase()
        .replace(/^http[-_]/, '')
        .replaceAll('_', '-'),
      value,
    ]),
  )

/** A delivery. It has the id of the event, so that a repeated delivery starts nothing. */
function receive(z, { rawRequest = {}, subscribeData }) {
  const headers = plainHeaders(rawRequest.headers ?? {})
  if (!isSigned(headers, rawRequest.content ?? '', subscribeData?.secret))
    throw new z.errors.Error('The signature of this delivery does not fit', 'bad_signature', 401)
  return [{ id: headers['webhook-id'], ...JSON.parse(rawRequest.content) }]
}

/** The newest events: a sample in the editor, and what Zapier polls where it has no hook. */
async function poll(z, bundle, { type, sample }) {
  const { data_source_id: table, accounts = [] } = bundle.inputData
  const { events: newest } = await send(z, bundle, {
    method: 'GET',
    path: '/api/v1/events',
    query: {
      order: 'newest',
      types: type,
      limit: 100,
      ...(accounts.length > 0 && { accounts: accounts.join(',') }),
    },
  })
  const wanted = newest.filter(({ data }) => !table || data.data_source_id === table)
  return wanted.length > 0 || !bundle.meta.isLoadingSample ? wanted : [sample]
}

const toTrigger = (event) => ({
  key: event.key,
  noun: event.noun,
  display: { label: event.label, description: event.description },
  operation: {
    type: 'hook',
    inputFields: [
      ...(event.hasTable ? [TABLE] : []),
      ...(event.include.length > 0 ? [includeField(event.include)] : []),
      ...(event.accounts.length > 0 ? [toAccounts(event.accounts)] : []),
    ],
    performSubscribe: (z, bundle) => subscribe(z, bundle, event),
    performUnsubscribe: async (z, bundle) => (await unsubscribe(z, bundle)) ?? {},
    perform: receive,
    performList: (z, bundle) => poll(z, bundle, event),
    sample: event.sample,
  },
})

module.exports = Object.fromEntries(events.map((event) => [event.key, toTrigger(event)]))
