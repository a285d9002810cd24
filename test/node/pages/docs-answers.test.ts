import { describe, expect, it } from 'vitest'
import { asksFor, type OpenApi, type OpenApiOperation, readReference } from '../../../src/pages/docs/document.ts'
import { firstValue, getAccount, getChoices } from '../../../src/pages/docs/operation/values.ts'
import { getFiles } from '../../../src/pages/docs/request.ts'
import { readPrinted } from './docs-reference.ts'

/** What the reference page makes of the document and of responses, without a browser. */
const operation = (parts: object): OpenApiOperation => ({
  operationId: 'recorder_get',
  tags: ['recorder'],
  summary: 'Get',
  description: '',
  'x-tier': 'pro',
  'x-read-only': true,
  'x-destructive': false,
  parameters: [],
  responses: {},
  ...parts,
})

describe('an example of the response', () => {
  const getExample = (content: object, components = {}) => {
    const responses = { 200: { content: { 'application/json': content } } }
    const document: OpenApi = {
      info: { version: '1', description: '' },
      tags: [{ name: 'recorder', description: '' }],
      paths: { '/x': { get: operation({ responses }) } },
      components,
    }
    return readReference(document).groups[0]?.operations[0]?.success.example
  }

  it.each([
    ['by itself', { example: { a: 1 } }],
    ['the first of several', { examples: { one: { value: { a: 1 } }, two: { value: 2 } } }],
    ['of the components', { examples: { one: { $ref: '#/components/examples/it' } } }],
  ])('is read: %s', (_, content) => {
    expect(getExample(content, { examples: { it: { value: { a: 1 } } } })).toEqual({ a: 1 })
  })

  it('may be missing', () => {
    expect(getExample({})).toBeUndefined()
  })
})

it.each([
  ['payment_request_bill', { tags: ['payment'], 'x-read-only': false }, 'money'],
  ['payment_read_bill', { tags: ['payment'] }, undefined],
  ['social_delete_post', { 'x-read-only': false, 'x-destructive': true }, 'delete'],
  ['recorder_trash_files', { 'x-read-only': false, 'x-destructive': true }, 'delete'],
  ['recorder_rename_file', { 'x-read-only': false, 'x-destructive': true }, 'change'],
  ['recorder_create_tag', { 'x-read-only': false }, undefined],
])('%s asks: %o', (id, parts, expected) => {
  expect(asksFor(id, operation(parts))).toBe(expected)
})

describe('the field of a parameter', () => {
  const header = { in: 'header', required: false, description: '' } as const

  it('offers true and false, or the few values', () => {
    expect(getChoices({ type: 'boolean' })).toEqual(['true', 'false'])
    expect(getChoices({ enum: [0, 1] })).toEqual(['0', '1'])
    expect(getChoices({ type: 'string' })).toBeUndefined()
  })

  it('contains its example if a request needs it, but never one of an account', () => {
    const mode = { ...header, name: 'X-Payment-Mode', schema: {}, example: true, 'x-needed': true } as const
    expect(firstValue(mode)).toBe('true')
    const query = { in: 'query', description: '', name: 'query', schema: {}, example: 'harbour' } as const
    expect(firstValue({ ...query, required: true })).toBe('harbour')
    expect(firstValue({ ...query, required: false })).toBe('')
    for (const name of ['X-Workspace-Token', 'X-Payment-Api-Key'])
      expect(firstValue({ ...header, required: true, name, schema: {}, example: 'ntn_example' })).toBe('')
  })

  it('is shared if it belongs to an account', () => {
    expect(getAccount({ ...header, name: 'X-Workspace-Token', schema: {} })).toBeDefined()
    expect(getAccount({ ...header, name: 'Idempotency-Key', schema: {} })).toBeUndefined()
    const named = (example: string) => getAccount({ ...header, name: 'X-Account', schema: {}, example })
    expect(named('workspace')).toBe(named('workspace'))
    expect(named('workspace')).not.toBe(named('social'))
  })
})

describe('the files of a response', () => {
  const parseNames = (answer: unknown) => getFiles('it', JSON.stringify(answer)).map(({ name }) => name)
  const utterances = [{ start_time: 0, end_time: 1500, speaker: '민아', content: '안녕하세요' }]
  const SRT = '1\n00:00:00,000 --> 00:00:01,500\n민아: 안녕하세요\n'

  it('are the requested subtitles', () => {
    const files = getFiles('it', JSON.stringify({ content: utterances, text: SRT, format: 'srt' }))
    expect(files.map(({ name }) => name)).toEqual(['it.srt', 'it.json'])
    expect(files[0]?.text).toBe(SRT)
    expect(parseNames({ content: 'WEBVTT', format: 'vtt' })).toEqual(['it.vtt', 'it.json'])
  })

  it('are subtitles made of the utterances, in milliseconds or in seconds', () => {
    expect(getFiles('it', JSON.stringify({ content: utterances }))[0]?.text).toBe(SRT)
    const segments = [{ start: 0, duration: 1.5, text: '안녕하세요' }]
    expect(getFiles('it', JSON.stringify({ format: 'json', content: segments }))[0]).toMatchObject({
      name: 'it.srt',
      text: SRT.replace('민아: ', ''),
    })
  })

  it('are only the response without a transcript', () => {
    expect(parseNames({ files: [], content: [null, 1] })).toEqual(['it.json'])
    expect(parseNames(null)).toEqual(['it.json'])
    expect(getFiles('it', 'no JSON').map(({ name }) => name)).toEqual(['it.txt'])
  })
})

it('the page shows what a creation returns, and no success among its failures', async () => {
  const { operation } = await readPrinted()
  const { success, failures } = operation('events_create_subscription')
  expect(success).toMatchObject({ status: '201', example: { secret: expect.stringMatching(/^whsec_/) } })
  expect(failures.filter(({ status }) => status.startsWith('2'))).toEqual([])
})
