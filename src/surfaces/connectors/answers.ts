import { at } from '../../base/lenient-json.ts'
import { describePages, listsIn } from '../client-codegen/paging.ts'
import { type Json, jsonSchema } from '../json-schema.ts'
import { recordedAnswer } from '../openapi/recorded.ts'
import type { Registered } from '../registered.ts'

/** The list of an answer, whose items are the results of a search. */
export function itemsOf({ operation }: Registered): string | undefined {
  if (operation.id === 'gateway_search') return 'results'
  const pages = describePages(operation)
  if (pages) return pages.items
  if (!operation.output || !/_(list|search)(_|$)/.test(operation.id)) return undefined
  const [only, second] = listsIn(jsonSchema(operation.output(), 'output'))
  return second ? undefined : only
}

/** The recorded answer of an operation, or the first item of its list. */
export function sampleOf({ operation }: Registered, items: string | undefined): Json {
  const answer = recordedAnswer(operation)
  const [first] = items ? (at(answer, ...items.split('.')) as Json[]) : [answer as Json]
  return typeof first === 'object' && first !== null && !Array.isArray(first) ? first : { ok: true }
}
