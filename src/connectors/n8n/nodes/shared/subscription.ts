import type { IDataObject, IHookFunctions } from 'n8n-workflow'
import { find, request } from './request'

const PATH = '/api/v1/events/subscriptions'

/** The stored part of a trigger's subscription. The secret is shown only once. */
interface Stored extends IDataObject {
  subscriptionId?: string
  secret?: string
  /** Whether the person chose accounts. A subscription has accounts without that, too. */
  hasAccounts?: boolean
}

const storedBy = (context: IHookFunctions) => context.getWorkflowStaticData('node') as Stored

/** The choices of the person in the node. */
function readWanted(context: IHookFunctions) {
  const {
    include = [],
    table,
    columns,
  } = context.getNodeParameter('options', {}) as {
    include?: string[]
    table?: string
    columns?: string
  }
  const properties = (columns ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const accounts = context.getNodeParameter('accounts', []) as string[]
  const filter = { ...(table && { data_source_id: table }), ...(properties.length > 0 && { properties }) }
  return {
    url: context.getNodeWebhookUrl('default') as string,
    types: context.getNodeParameter('events') as string[],
    ...(accounts.length > 0 && { accounts }),
    ...(include.length > 0 && { include }),
    ...(Object.keys(filter).length > 0 && { filter }),
  }
}

/** Whether the stored subscription still does what the node wants. */
export async function isSubscribed(context: IHookFunctions): Promise<boolean> {
  const { subscriptionId, secret, hasAccounts } = storedBy(context)
  if (!subscriptionId || !secret) return false
  const subscription = await find(context, { method: 'GET', path: `${PATH}/${subscriptionId}` })
  if (subscription?.enabled !== true) return false
  const { accounts, ...rest } = subscription
  return isSame({ ...rest, ...(hasAccounts && { accounts }) }, readWanted(context))
}

const isSame = (subscription: IDataObject, wanted: IDataObject) => toComparable(subscription) === toComparable(wanted)

const toComparable = ({ url, types, accounts, include, filter }: IDataObject) => {
  const { data_source_id, properties } = (filter ?? {}) as IDataObject
  const sorted = (list: unknown) => [...((list as string[] | undefined) ?? [])].sort()
  const table = String(data_source_id ?? '')
    .replaceAll('-', '')
    .toLowerCase()
  return JSON.stringify([url, sorted(types), sorted(accounts), sorted(include), table, sorted(properties)])
}

/** Subscribes, and removes what an earlier activation left at the same address. */
export async function createSubscription(context: IHookFunctions): Promise<void> {
  const wanted = readWanted(context)
  const { subscriptions } = await request(context, { method: 'GET', path: PATH })
  for (const { id, url } of subscriptions as IDataObject[])
    if (url === wanted.url) await find(context, { method: 'DELETE', path: `${PATH}/${id}` })
  const { id, secret } = await request(context, {
    method: 'POST',
    path: PATH,
    body: { ...wanted, description: `n8n: ${context.getWorkflow().name ?? ''}`.slice(0, 200) },
  })
  Object.assign(storedBy(context), { subscriptionId: id, secret, hasAccounts: wanted.accounts !== undefined })
}

export async function deleteSubscription(context: IHookFunctions): Promise<void> {
  const stored = storedBy(context)
  if (stored.subscriptionId) await find(context, { method: 'DELETE', path: `${PATH}/${stored.subscriptionId}` })
  delete stored.subscriptionId
  delete stored.secret
  delete stored.hasAccounts
}
