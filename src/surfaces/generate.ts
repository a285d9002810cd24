import { AREAS } from '../base/groups.ts'
import { groupFile, OPENAPI_FILE } from './generated.ts'
import { toDocument } from './openapi/document.ts'
import type { Registered } from './registered.ts'

/**
 * The files that describe these operations, by path below `public/`: an OpenAPI document of all, one for each group, and
 * the summaries with which the management app names operations. Only scripts and tests import this, so no JSON Schema
 * generator is part of the Worker.
 */
export function generateAll(operations: readonly Registered[]): ReadonlyMap<string, string> {
  return new Map([
    [OPENAPI_FILE, JSON.stringify(toDocument(operations.filter(isKeyed)))],
    ...AREAS.map((group): [string, string] => [
      groupFile(group),
      JSON.stringify(toDocument(operations.filter(({ operation }) => operation.group === group))),
    ]),
    ...(['en', 'ko'] as const).map((language): [string, string] => [
      `/operations/${language}.json`,
      JSON.stringify(operationNames(operations, language)),
    ]),
  ])
}

/** The management app is only for the owner. It has its own document, and no agent can use it. */
export const isKeyed = ({ operation }: Registered) => operation.group !== 'admin'

const operationNames = (operations: readonly Registered[], language: 'en' | 'ko'): Record<string, string> =>
  Object.fromEntries(
    operations.map(({ operation }) => {
      const { summary, ko } = operation.texts
      return [operation.id, language === 'ko' ? ko : summary]
    }),
  )
