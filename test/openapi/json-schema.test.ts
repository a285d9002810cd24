import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  choice,
  clamped,
  clampedNumber,
  id,
  instant,
  jsonBoolean,
  jsonFlag,
  textCount,
  textFlag,
} from '../../src/gateway/http/fields.ts'
import { jsonSchema } from '../../src/openapi/json-schema.ts'

const getField = (schema: z.ZodMiniType) => jsonSchema(z.object({ field: schema }), 'input')

const INSTANT = {
  anyOf: [
    { type: 'integer', format: 'int64', description: 'Epoch milliseconds' },
    { type: 'string', format: 'date-time', description: 'ISO 8601 with an offset' },
  ],
}

describe('input', () => {
  it('is shown as JSON Schema, each type in its own form', () => {
    for (const [what, schema, expected, required] of [
      ['a moment', instant(), INSTANT, true],
      [
        'a moment, optional',
        z.optional(instant()).check(z.meta({ description: 'When' })),
        { ...INSTANT, description: 'When' },
        false,
      ],
      [
        'count',
        textCount(20).check(z.meta({ description: 'How many' })),
        { type: 'integer', minimum: 0, default: 20, description: 'How many' },
        false,
      ],
      [
        'clamped',
        clamped(5, 1, 20).check(z.meta({ description: '1 to 20' })),
        { type: 'integer', default: 5, description: '1 to 20' },
        false,
      ],
      ['clampedNumber', clampedNumber(3, 2, 30), { type: 'integer', default: 3 }, false],
      ['flag', textFlag(true), { type: 'boolean', default: true }, false],
      ['jsonFlag', jsonFlag(false), { type: 'boolean', default: false }, false],
      ['jsonBoolean', jsonBoolean(), { type: 'boolean' }, true],
      ['choice', z._default(choice(['a', 'b']), 'a'), { type: 'string', enum: ['a', 'b'], default: 'a' }, false],
      ['id', id('Which'), { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$', description: 'Which' }, true],
      ['any integer', z.int(), { type: 'integer' }, true],
      ['an integer with bounds', z.int().check(z.gte(1), z.lte(9)), { type: 'integer', minimum: 1, maximum: 9 }, true],
      ['a field with examples', z.string().check(z.meta({ examples: ['a'] })), { type: 'string' }, true],
      [
        'a field with examples, optional',
        z.optional(z.string().check(z.meta({ examples: ['a'] }))),
        { type: 'string' },
        false,
      ],
      [
        'a flag with examples',
        textFlag(false).check(z.meta({ examples: [true] })),
        { type: 'boolean', default: false },
        false,
      ],
      [
        'an overridden field, nullish',
        z.nullish(z.custom().check(z.meta({ override: { type: 'object' } }))),
        { type: ['object', 'null'] },
        false,
      ],
    ] as [string, z.ZodMiniType, object, boolean][])
      expect.soft(getField(schema), what).toEqual({
        type: 'object',
        properties: { field: expected },
        ...(required && { required: ['field'] }),
      })
  })
})

describe('output', () => {
  it('may gain fields, at any depth', () => {
    const schema = z.object({ list: z.array(z.object({ a: z.string() })), loose: z.looseObject({}) })
    expect(jsonSchema(schema, 'output')).toEqual({
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
        loose: { type: 'object', properties: {}, additionalProperties: {} },
      },
      required: ['list', 'loose'],
    })
  })

  it('is described by its override', () => {
    const told = z
      .optional(z.unknown())
      .check(z.meta({ description: 'A title', override: { type: ['string', 'null'] } }))
    expect(jsonSchema(z.object({ told }), 'output')).toEqual({
      type: 'object',
      properties: { told: { type: ['string', 'null'], description: 'A title' } },
    })
  })

  it('contains no reference, even to a schema that is used twice', () => {
    const shared = z.object({ a: z.string() })
    expect(JSON.stringify(jsonSchema(z.object({ one: shared, two: shared }), 'output'))).not.toContain('$')
  })
})
