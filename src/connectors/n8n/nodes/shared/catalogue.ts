import { sleep } from 'n8n-workflow'
import known from './document.json'
import { type Catalogue, createReader, type Document, type Operation, type Values } from './openapi'
import { type Context, getOrigin, request, send } from './request'

const read = createReader(known as unknown as Document, sleep)

/** How long the editor waits for the document of the deployment, and how long a workflow that runs. */
const EDITOR_MS = 10_000
const RUN_MS = 1500

export async function getCatalogue(context: Context, isRunning = false): Promise<Catalogue> {
  const address = await getOrigin(context)
  const get = async () => {
    const { statusCode, body } = await send(context, { method: 'GET', path: '/openapi.json' })
    if (statusCode !== 200) throw new Error(`${address} has no document`)
    return body as Document
  }
  return read(address, get, isRunning ? RUN_MS : EDITOR_MS)
}

export function findOperation({ operations }: Catalogue, id: string): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`The deployment has no operation ${id}`)
  return found
}

/** Sends requests of the shared file. */
export const asking =
  (context: Context, headers: Record<string, string> = {}, itemIndex?: number) =>
  (given: Values) =>
    request(context, { ...given, headers: { ...(given.headers as object), ...headers } } as never, itemIndex)
