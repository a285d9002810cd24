import { expect, it } from 'vitest'
import * as z from 'zod'
import { formatComment } from '../../../src/surfaces/client-codegen/comment.ts'
import { getRoot, toMethodName, toTypeName } from '../../../src/surfaces/client-codegen/names.ts'
import { getType, NAMED } from '../../../src/surfaces/client-codegen/type.ts'
import { type JsonSchema, jsonSchema } from '../../../src/surfaces/json-schema.ts'
import { registered } from '../../contract/subjects.ts'

const flat = (type: string) => type.replace(/\s+/g, ' ')

it.each<[z.ZodType, string]>([
  [z.string(), 'string'],
  [z.int(), 'number'],
  [z.boolean().nullable(), 'boolean | null'],
  [z.literal('success'), '"success"'],
  [z.enum(['a', 'b']), '"a" | "b"'],
  [z.union([z.int(), z.string()]), 'number | string'],
  [z.unknown(), 'unknown'],
  [z.array(z.string()), 'string[]'],
  [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
  [z.array(z.string().nullable()), '(string | null)[]'],
  [z.array(z.array(z.int())), 'number[][]'],
  [z.array(z.object({ a: z.int() })), '{ a: number }[]'],
  [z.object({ a: z.int(), 'b-c': z.string().optional() }), '{ a: number "b-c"?: string }'],
  [z.object({}), 'Record<never, never>'],
  [z.looseObject({ a: z.int() }), '{ a: number [name: string]: unknown }'],
  [z.record(z.string(), z.int()), '{ [name: string]: number }'],
  [z.record(z.string(), z.unknown()).nullable(), '{ [name: string]: unknown } | null'],
])('a response of %# has the type %s', (schema, type) => {
  expect(flat(getType(jsonSchema(schema, 'output'), 'output'))).toBe(type)
})

it('input may be read-only, and optional fields may be undefined', () => {
  const schema = z.object({ ids: z.array(z.string()), name: z.string().optional() })
  expect(flat(getType(jsonSchema(schema, 'input'), 'input'))).toBe(
    '{ ids: readonly string[] name?: string | undefined }',
  )
})

it.each<[JsonSchema, string]>([
  [{ allOf: [{ pattern: '^a' }], type: 'string' }, 'string'],
  [{ oneOf: [{ type: 'string' }, { type: 'string', pattern: '^a' }, { type: 'null' }] }, 'string | null'],
  [{ anyOf: [{ type: 'string' }, {}] }, 'unknown'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { [NAMED]: 'Item' } }, 'Item[]'],
  [{ type: 'array' }, 'unknown[]'],
  [{ type: 'object' }, '{ [name: string]: unknown }'],
  [{ $ref: '#/elsewhere' }, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(flat(getType(schema, 'output'))).toBe(type)
})

it('a comment contains what is known about a field, and does not end too early', () => {
  expect(formatComment({ description: 'seconds to wait', minimum: 5, maximum: 60, default: 30 }, '')).toBe(
    '/**\n * Seconds to wait.\n * At least 5, at most 60.\n * @default 30\n */\n',
  )
  expect(formatComment({ description: 'next_cursor of the page before' }, '  ')).toBe(
    '  /** next_cursor of the page before. */\n',
  )
  expect(formatComment({ description: 'Such as */ this' }, '')).toBe('/** Such as *\\/ this. */\n')
  expect(formatComment({}, '')).toBe('')
})

it('every name in the client is one of a kind', () => {
  const keyed = registered.filter(({ operation }) => operation.group !== 'admin')
  const names = keyed.map(({ operation }) => `${operation.group}.${toMethodName(operation.id)}`)
  const types = keyed.map(({ operation }) => toTypeName(operation.id))
  expect(names).toContain('recorder.listFiles')
  expect([new Set(names).size, new Set(types).size]).toEqual([keyed.length, keyed.length])
  // A call by path, next to the calls by name.
  expect(names.filter((name) => /\.(get|post|put|patch|delete)$/.test(name))).toEqual([])
})

it('a second version of a group has its calls by path apart', () => {
  const roots = registered.map(({ method, route, operation }) => getRoot({ method, path: route, operation })?.name)
  expect([...new Set(roots)].filter((name) => /workspace/.test(name ?? ''))).toEqual(['workspace', 'workspaceV2'])
})
