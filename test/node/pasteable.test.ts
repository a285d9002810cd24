import { expect, it } from 'vitest'
import { PASTED_FIELDS, pasteable } from '../../scripts/support/pasteable.ts'
import { ACCOUNT_CONNECTORS } from '../../src/registry.ts'

it('what npm start prints to be pasted has the accounts and fields of the management app', () => {
  expect(PASTED_FIELDS).toEqual(Object.fromEntries(ACCOUNT_CONNECTORS.map(({ account, fields }) => [account, fields])))
  expect(pasteable({ NOTES_TOKEN: 'a.b' })).toContain('  notes\n    token: a.b\n')
})
