import type { Browser } from '../../../groups/admin/browser.ts'
import type { Answer } from '../../../support/gateway.ts'
import { type Connector, isUnauthorized } from './connector.ts'

/** The owner's choice on the consent page. */
export interface Choice {
  groups?: string[]
  accounts?: string[]
  read_only?: boolean
  payments?: boolean
  confirm?: boolean
  limits?: { max_amount?: number; daily_amount?: number }
  label?: string
}

/** The client's request, as the consent page reads it. */
export const ask = (owner: Browser, request: string): Promise<Answer> =>
  owner.send('POST', '/api/v1/admin/grants/ask', { request })

/** What the consent page sends when the owner approves. */
export const agree = (owner: Browser, request: string, choice: Choice = {}): Promise<Answer> =>
  owner.send('POST', '/api/v1/admin/grants', { request, ...choice })

/** Where a client that is not let in sends the browser. */
export async function knock(connector: Connector): Promise<URL> {
  const error = await connector.connect().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const { sentTo } = connector.kept
  if (!isUnauthorized(error) || !sentTo)
    throw new Error('the client was not sent to the consent page', { cause: error })
  return sentTo
}

/** The whole way, from the 401 to a connection: as a person goes it. */
export async function letIn(owner: Browser, connector: Connector, choice: Choice = {}): Promise<void> {
  const { search } = await knock(connector)
  const { status, json, text } = await agree(owner, search.slice(1), choice)
  if (status !== 201) throw new Error(`the owner was refused: ${status} ${text}`)
  const callback = new URL(json.redirect_to)
  if (callback.searchParams.get('state') !== connector.kept.state) throw new Error('the state got lost')
  await connector.finish(callback)
  await connector.connect()
}
