import { expect, it } from 'vitest'
import { accountHeader, type Document, readCatalogue, toAccountChoices } from '../../src/connectors/shared/openapi.ts'

/** The account of a step in n8n and Zapier. */

const operation = (operationId: string, facts: object) => ({
  operationId,
  tags: ['workspace'],
  summary: 'a summary',
  'x-wanted': 1,
  ...facts,
})
const document: Document = {
  tags: [{ name: 'workspace', 'x-title': 'Notion' }],
  paths: {
    '/api/v2/workspace/search': { post: operation('workspace_search', { 'x-accounts': ['workspace'] }) },
    '/api/v1/events/types': { get: operation('events_list_types', {}) },
  },
  'x-lists': {},
  'x-column-kinds': {},
}
const [search, events] = readCatalogue(document).operations
if (!search || !events) throw new Error('the document has two operations')

it('is sent when one was chosen, and must be one of the product', () => {
  expect(accountHeader(search, 'workspace:business')).toEqual({ 'X-Account': 'workspace:business' })
  for (const none of ['', undefined, null]) expect(accountHeader(search, none)).toEqual({})
  for (const wrong of ['notes:business', 'workspaces', 'workspace-2:a'])
    expect(() => accountHeader(search, wrong)).toThrow(`${wrong} is no account for`)
  expect(() => accountHeader(events, 'workspace')).toThrow('is no account for')
})

it('is chosen among those of the product that the key opens', () => {
  const answer = {
    accounts: [
      { account: 'workspace', identity: 'Kim' },
      { account: 'notes:two', identity: 'Lee' },
      { account: 'workspace:business', identity: null },
    ],
  }
  expect(toAccountChoices(search, answer)).toEqual([
    { name: 'workspace, Kim', value: 'workspace' },
    { name: 'workspace:business', value: 'workspace:business' },
  ])
})
