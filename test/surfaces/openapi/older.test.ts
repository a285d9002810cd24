import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AREAS } from '../../../src/base/groups.ts'
import { toSchema30 } from '../../../src/surfaces/openapi/older.ts'
import { createGateway } from '../../support/gateway.ts'
import { getOperations, readDocument } from './document.ts'

/** Decisions.md section 10: the documents in OpenAPI 3.0. */
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

describe('a schema of OpenAPI 3.0', () => {
  it.each([
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      { type: ['string', 'number', 'null'], description: 'A' },
      {
        description: 'A',
        anyOf: [
          { type: 'string', nullable: true },
          { type: 'number', nullable: true },
        ],
      },
    ],
    [
      { type: 'boolean', const: true },
      { type: 'boolean', enum: [true] },
    ],
    [
      { type: 'null', const: null },
      { type: 'string', nullable: true, enum: [null] },
    ],
    [
      { type: 'integer', exclusiveMinimum: 0 },
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
    ],
    [
      { type: 'integer', exclusiveMaximum: 9 },
      { type: 'integer', maximum: 9, exclusiveMaximum: true },
    ],
    [
      { type: 'string', examples: ['a', 'b'] },
      { type: 'string', example: 'a' },
    ],
    [
      { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], description: 'When' },
      { type: 'string', format: 'date-time', description: 'When', nullable: true },
    ],
    [
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'integer' }, { type: 'null' }] },
      {
        anyOf: [
          { type: 'string', enum: ['a', null], nullable: true },
          { type: 'integer', nullable: true },
        ],
      },
    ],
    [
      { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: ['integer', 'null'] } },
      { type: 'object', additionalProperties: { type: 'integer', nullable: true } },
    ],
    [
      { type: 'object', properties: { const: { type: 'array', items: { const: 1, type: 'integer' } } } },
      { type: 'object', properties: { const: { type: 'array', items: { enum: [1], type: 'integer' } } } },
    ],
  ])('for %j', (schema, older) => {
    expect(toSchema30(schema)).toEqual(older)
  })
})

describe.each(['/openapi.json', ...AREAS.map((group) => `/openapi/${group}.json`)])('%s?openapi=3.0', (path) => {
  it('has the operations of 3.1, with the same examples, for this deployment', async () => {
    const [newest, older] = await Promise.all([readDocument(path), readDocument(`${path}?openapi=3.0`)])
    expect(older).toMatchObject({ openapi: '3.0.3', servers: [{ url: 'https://latchkey.test' }] })
    const read = (document: typeof newest) =>
      getOperations(document).map(({ operationId, parameters, requestBody }) => [
        operationId,
        parameters.map(({ name, example }) => [name, example]),
        requestBody?.content['application/json']?.example,
      ])
    expect(read(older)).toEqual(read(newest))
    expect(read(older).length).toBeGreaterThan(0)
  })
})

it('an unknown version is 400, and an empty one is the newest', async () => {
  const gateway = createGateway()
  const { status, json } = await gateway.call('/openapi.json?openapi=2.0', { key: null })
  expect([status, json.error]).toEqual([400, 'openapi: must be one of 3.1, 3.0'])
  expect((await gateway.call('/openapi.json?openapi=', { key: null })).json.openapi).toBe('3.1.0')
})
