import converter from 'openapi-to-postmanv2'
import postman, { type Collection, type CollectionDefinition, type Item } from 'postman-collection'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTurns } from '../../../scripts/support/in-turns.ts'
import { subjects } from '../../contract/subjects.ts'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'

/**
 * The document as a collection, imported with "Example" for the parameters (docs/guides/en/importing.md), and every request sent to
 * simulated products as Postman's own library reads it: address, path variables, headers, authorization and body.
 */

const NO_SUBSCRIPTION =
  'a gateway makes up the ids of its subscriptions and events, so those of the examples exist nowhere'

/** The operations that cannot succeed alone. */
const NEED_STATE: Readonly<Record<string, string>> = {
  events_get_subscription: NO_SUBSCRIPTION,
  events_change_subscription: NO_SUBSCRIPTION,
  events_delete_subscription: NO_SUBSCRIPTION,
  events_test_subscription: NO_SUBSCRIPTION,
  events_roll_secret: NO_SUBSCRIPTION,
  events_list_deliveries: NO_SUBSCRIPTION,
  events_redeliver_event: NO_SUBSCRIPTION,
  events_redeliver_failed: NO_SUBSCRIPTION,
}

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway({ CREDENTIALS_KEY: 'A'.repeat(43).concat('=') })
}, 120_000)
afterAll(() => gateway?.stop())

it('every request of the collection that can succeed alone does', async () => {
  const document = await (await fetch(`${gateway.origin}/openapi.json`)).text()
  const collection = await toCollection(document)
  expect(collection.variables.get('baseUrl')).toBe(gateway.origin)
  // One folder for each group. One of the requests waits for a transcription, and all at once would pass their deadlines.
  const folders = Map.groupBy(itemsOf(collection), (item) => item.parent())
  const answers = (await inTurns([...folders.values()], 3, send)).flat()
  const named = nameOf(JSON.parse(document))
  const failed = answers.filter(({ status }) => status >= 300).map(({ name, ...answer }) => [named(name), answer])
  expect(Object.fromEntries(failed)).toEqual(
    Object.fromEntries(
      Object.keys(NEED_STATE).map((id) => [
        id,
        { status: 404, text: expect.stringMatching(/there is no (sub|event)/) },
      ]),
    ),
  )
  expect(answers.length).toBe(subjects.filter(({ operation }) => operation.group !== 'admin').length)
}, 120_000)

const toCollection = (data: string) =>
  new Promise<Collection>((resolve, reject) => {
    const options = { folderStrategy: 'Tags', parametersResolution: 'Example' } as const
    converter.convertV2({ type: 'string', data }, options, (error, conversion) => {
      const [made] = conversion?.output ?? []
      if (made) resolve(new postman.Collection(made.data as CollectionDefinition))
      else reject(error ?? new Error(conversion?.reason))
    })
  })

function itemsOf(collection: Collection): Item[] {
  const items: Item[] = []
  collection.forEachItem((item) => void items.push(item))
  return items
}

interface Answer {
  name: string
  status: number
  text: string
}

/** Sends the requests one after the other. */
async function send(items: readonly Item[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const item of items) {
    const { url, method, body } = item.request
    const auth = item.getAuth()?.parameters()
    const key =
      auth?.get('in') === 'header' && auth.get('value') === '{{apiKey}}' ? { [auth.get('key')]: PRO_KEY } : undefined
    const response = await fetch(`${gateway.origin}${url.getPathWithQuery()}`, {
      method,
      headers: { ...item.request.getHeaders({ enabled: true }), ...key },
      ...(body?.raw && { body: body.raw }),
    })
    answers.push({ name: item.name, status: response.status, text: await response.text() })
  }
  return answers
}

/** A request of the collection has the summary of its operation as its name. */
function nameOf({ paths }: { paths: Record<string, Record<string, { operationId: string; summary: string }>> }) {
  const operations = Object.values(paths).flatMap(Object.values)
  const ids = new Map(operations.map(({ summary, operationId }) => [summary, operationId]))
  return (name: string) => ids.get(name) ?? name
}
