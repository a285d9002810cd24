import newman from 'newman'
import converter from 'openapi-to-postmanv2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTurns } from '../../scripts/support/in-turns.ts'
import { subjects } from '../contract/subjects.ts'
import { PRO_KEY, startGateway } from '../scripts/started-gateway.ts'

/**
 * The document as a collection, imported with "Example" for the parameters (docs/importing.md), and every request sent as
 * imported to simulated products.
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
}

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway({ CREDENTIALS_KEY: 'A'.repeat(43).concat('=') })
}, 120_000)
afterAll(() => gateway?.stop())

it('every request of the collection that can succeed alone does', async () => {
  const document = await (await fetch(`${gateway.origin}/openapi.json`)).text()
  const collection = await toCollection(document)
  // One folder for each group. One of the requests waits for a transcription, and all at once would pass their deadlines.
  const answers = (await inTurns(collection.item, 3, ({ name }) => send(collection, name))).flat()
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

interface Collection {
  item: { name: string }[]
}

const toCollection = (data: string) =>
  new Promise<Collection>((resolve, reject) => {
    const options = { folderStrategy: 'Tags', parametersResolution: 'Example' } as const
    converter.convertV2({ type: 'string', data }, options, (error, conversion) => {
      const [made] = conversion?.output ?? []
      if (made) resolve(made.data as Collection)
      else reject(error ?? new Error(conversion?.reason))
    })
  })

interface Answer {
  name: string
  status: number
  text: string
}

const send = (collection: Collection, folder: string) =>
  new Promise<Answer[]>((resolve, reject) => {
    newman.run({ collection, folder, envVar: [{ key: 'apiKey', value: PRO_KEY }] }, (error, { run }) => {
      if (error) return reject(error)
      resolve(
        run.executions.map(({ item, response }) => ({
          name: item.name,
          status: response?.code ?? 0,
          text: response?.text() ?? '',
        })),
      )
    })
  })

/** A request of the collection has the summary of its operation as its name. */
function nameOf({ paths }: { paths: Record<string, Record<string, { operationId: string; summary: string }>> }) {
  const operations = Object.values(paths).flatMap(Object.values)
  const ids = new Map(operations.map(({ summary, operationId }) => [summary, operationId]))
  return (name: string) => ids.get(name) ?? name
}
