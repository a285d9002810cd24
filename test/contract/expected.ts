import { expect } from 'vitest'
import * as z from 'zod/mini'
import errors from '../../docs/errors.md?raw'
import { at } from '../../src/base/json.ts'
import { findBatch } from '../../src/openapi/json-schema.ts'
import { getOutput } from '../../src/openapi/registered.ts'
import type { Answer } from '../support/gateway.ts'
import type { Subject } from './subjects.ts'

/** The operation's own status, its output schema with no field beside it, and the group's envelope. */
export function expectSuccess({ operation, contract }: Subject, answer: Answer) {
  expect(answer.status, answer.text).toBe(operation.status)
  const output = getOutput(operation)
  if (!output) return expect(answer.text).toBe('')
  expect(z.parse(output, answer.json)).toEqual(answer.json)
  if (contract.success) expect(contract.success(answer.json), answer.text).toBe(true)
}

/** The statuses of each code, as docs/errors.md says. */
const STATUSES = new Map(
  [...errors.matchAll(/^## (\w+)\n\nStatus ([^.]+)\./gm)].map(([, code = '', text = '']) => {
    const [first = 0, last = 0, ...more] = text.match(/\d{3}/g)?.map(Number) ?? []
    const range = / to /.test(text)
      ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
      : [first, last]
    return [code, [...range, ...more]]
  }),
)

/** The message about the field `zzz_unknown`, over HTTP and MCP. */
export const UNKNOWN = /^zzz_unknown: is not known: (known are [\w-]+(, [\w-]+)*|there are none here)$/

/** Expects the error envelope of the subject's group, with this message. */
export function expectFailure(subject: Subject, answer: Answer, status: number, error: string | RegExp = /./) {
  const message = typeof error === 'string' ? error : expect.stringMatching(error)
  const code = answer.headers.get('X-Error-Code') ?? ''
  expect(STATUSES.get(code), code).toContain(status)
  const body = subject.contract.failure(message, code)
  const output = getOutput(subject.operation)
  const list = output && findBatch(output)
  const items = list && at(answer.json, ...list.split('.'))
  if (!Array.isArray(items)) return expect({ status: answer.status, body: answer.json }).toEqual({ status, body })
  // A write of several things adds what became of each.
  const { result: _, ...envelope } = body as { result?: null }
  expect({ status: answer.status, body: answer.json }).toMatchObject({ status, body: envelope })
  expect(items).toEqual(items.map((item) => ({ ...item, error: message })))
}

/** Expects a failure of the account or product, which some operations return in the form of a success. */
export function expectProductFailure(subject: Subject, answer: Answer, status: number, error: string | RegExp = /./) {
  const { row, operation } = subject
  if (!row.failsAsSuccess) return expectFailure(subject, answer, status, error)
  const output = getOutput(operation)
  expect({ status: answer.status, body: output && z.parse(output, answer.json) }).toEqual({
    status,
    body: answer.json,
  })
  expect(answer.text).toMatch(error)
}
