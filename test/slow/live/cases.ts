import { expect } from 'vitest'
import * as z from 'zod/mini'
import { isObject } from '../../../src/base/json.ts'
import { type JsonSchema, jsonSchema } from '../../../src/openapi/json-schema.ts'
import { getOutput } from '../../../src/openapi/registered.ts'
import type { Row } from '../../contract/contract.ts'
import { type Subject, subjects } from '../../contract/subjects.ts'
import type { LiveAnswer } from './gateways.ts'

/** An operation, or another way through it, on the real runtime. */
export interface Case {
  name: string
  subject: Subject
  row: Row
}

/**
 * Where a link has to be made before (test/slow/live/admin.test.ts), a call has to wait (test/gateway/auth/confirmation.test.ts),
 * or CREDENTIALS_KEY has to change (test/slow/live/wrong-key.test.ts).
 */
const prepared = subjects.filter(({ row }) => row.needsLink || row.keptConfirmation || row.isClosed)

/** Rows about data of a fake EVENTS. test/groups/events/delivered.test.ts tests the real one. */
const ofStandIn = subjects.filter(({ row }) => /\/events(\?|\/poll|\/subscriptions|\/evt_|$)/.test(row.path))

/** One for every operation, and one for every variant of its row. */
export const cases: readonly Case[] = subjects
  .filter((subject) => !prepared.includes(subject) && !ofStandIn.includes(subject))
  .flatMap((subject) => [
    { name: subject.id, subject, row: subject.row },
    ...Object.entries(subject.row.variants ?? {}).map(([what, over]) => ({
      name: `${subject.id}, ${what}`,
      subject,
      row: { ...subject.row, ...over },
    })),
  ])

/** The response when the same request is sent again. */
export const getAgain = ({ subject, row }: Case) => row.again?.status ?? subject.operation.status

/** A success matches its schema, and its lists are not empty: an empty list would prove no mapping. */
export function expectPromised({ subject, row, name: of }: Case, { status, text, json }: LiveAnswer) {
  const { operation, contract } = subject
  if (status >= 400) return
  const output = getOutput(operation)
  if (!output) return expect(text).toBe('')
  expect(z.parse(output, json)).toEqual(json)
  if (contract.success) expect(contract.success(json), text).toBe(true)
  for (const [name, list] of listsIn(jsonSchema(output, 'output'), json)) {
    if (TROUBLES.includes(name) || row.empty?.includes(name)) continue
    const advice = `seed the product in test/simulators/${operation.group} with something to answer`
    expect(list, `${of}: ${name} is empty, so nothing tests its mapping: ${advice}`).not.toEqual([])
  }
}

/** Lists of what went wrong, which are rightly empty. */
const TROUBLES = ['errors', 'not_ready', 'warnings']

/** The lists that a schema promises at the top, or inside its `result`. */
const listsIn = ({ properties = {} }: JsonSchema, json: Record<string, unknown>): [string, unknown][] =>
  Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const value = json[name]
    if (schema.type === 'array' && value !== undefined) return [[name, value]]
    return name === 'result' && isObject(value) ? listsIn(schema, value) : []
  })
