import {
  EVENT_TYPES,
  type EventType,
  isFiltered,
  isOfAllAccounts,
  OWNERS_GROUP,
  productsOf,
  TYPES,
} from '../../base/events.ts'
import { CATALOGUE, toSample as toEventSample } from '../../groups/events/catalogue.ts'
import { type Group, PRODUCTS, toLabel, toSample, toTitle } from '../../openapi/facts.ts'
import type { Json } from '../../openapi/json-schema.ts'
import { type Document, type Operation, readCatalogue } from './openapi.ts'

/** The actions that people want most, in that order. */
export const actionsOf = (document: Document) =>
  readCatalogue(document)
    .operations.filter(({ wanted }) => wanted)
    .sort((a, b) => (a.wanted ?? 0) - (b.wanted ?? 0))
    .map((operation) => {
      const { id, group, product, title, summary, reads } = operation
      return {
        id,
        group,
        product,
        title: toTitle(title),
        summary: toSentence(summary),
        reads,
        // The name of a search in Zapier.
        label: `${product}: ${toTitle(reads ? title.replace(/^Get (many )?/, 'Find ') : title)}`,
        isPaged: operation.pages !== undefined,
        isFile: operation.file !== undefined,
        hasTable: operation.table !== undefined,
        sample: sampleOf(document, operation),
      }
    })

/** The part of the example in the document that a person gets. */
export function sampleOf(document: Document, { id, items, outcomes, result }: Operation): Json {
  const documented = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id) as { responses?: Record<string, Success> } | undefined
  const success = Object.entries(documented?.responses ?? {}).findLast(([status]) => status.startsWith('2'))
  return toSample(success?.[1].content?.['application/json']?.example, {
    ...(items && { 'x-items': items }),
    ...(outcomes && { 'x-outcomes': outcomes }),
    ...(result && { 'x-result': result }),
  })
}

interface Success {
  content?: { 'application/json'?: { example?: unknown } }
}

/** A text with a capital first letter. */
const toSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The event types that a trigger waits for: all but the test event. */
export const EVENTS = TYPES.filter((type) => type !== 'latchkey.test' && EVENT_TYPES[type] !== OWNERS_GROUP).map(
  (type: EventType) => {
    const { description, include, example } = CATALOGUE[type]
    const [first = '', ...rest] = type.split('.')
    const product = PRODUCTS[first as Group]
    const what = toSentence(description.split(/[:,]/)[0] ?? '')
    return {
      key: type.replaceAll('.', '_'),
      type,
      noun: product ?? 'Latchkey',
      name: `${product ?? toLabel(first)} ${toLabel(rest.join(' '))}`,
      label: product ? `${product}: ${what}` : what,
      description: toSentence(description),
      include,
      hasTable: isFiltered(type),
      // Events about all accounts cannot be limited to some.
      accounts: isOfAllAccounts(type) ? [] : productsOf(type),
      sample: { id: 'evt_2cQ1m7', ...toEventSample(type), data: example as Json },
    }
  },
)

/** The first copy of a package: the document without answers and texts for programs. */
export const slim = (document: Document): Document => ({
  tags: document.tags,
  'x-lists': document['x-lists'],
  'x-column-kinds': document['x-column-kinds'],
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
          const { responses: _, description, ...rest } = operation as typeof operation & { responses?: unknown }
          return [method, rest]
        }),
      ),
    ]),
  ),
})
