import { expect, it } from 'vitest'
import { SECRETS, VARIABLES } from '../../scripts/fleet/setting-names.ts'
import { SETTING_NAMES } from '../../src/groups/admin/setting-names.ts'

it('a fleet knows the variables and the secrets of the gateway', () => {
  // The setting of events is decided, whether or not the gateway of this checkout reads it.
  expect(new Set(VARIABLES)).toEqual(new Set([...SETTING_NAMES.var, 'EVENTS_POLL_SECONDS']))
  expect(new Set(SECRETS)).toEqual(new Set(SETTING_NAMES.secret))
})
