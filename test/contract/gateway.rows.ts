import { createTiro, TIRO_KEYS } from '../simulators/notes/index.ts'
import type { GroupContract } from './contract.ts'

export const gateway: GroupContract = {
  group: 'gateway',
  simulate: (clock) => createTiro({ clock }),
  connected: { NOTES_TOKEN: TIRO_KEYS.full },
  rejected: {
    settings: { NOTES_TOKEN: 'test-wrong.secret-of-nobody' },
    status: 503,
    error: /was rejected by its service/,
  },
  failure: (error, code) => ({ error, code }),
  roundTrips: {
    // The name of the workspace is read after the notes.
    gateway_doctor: ['3/3', '2/2'],
    gateway_list_accounts: ['0/0', '0/0'],
  },
  rows: {
    gateway_doctor: {
      path: '/api/v1/doctor',
      tier: 'any',
      missing: null,
      failsAsSuccess: 'it tells how accounts are doing',
      unavailable: { status: 503, why: 'the doctor tells of a failure in its report' },
      verdicts: {},
    },
    gateway_list_accounts: {
      path: '/api/v1/accounts',
      tier: 'any',
      missing: null,
      rejected: null,
      noUpstream: 'it tells what is stored of the accounts',
    },
    gateway_search: {
      path: '/api/v1/search?query=%EB%94%94%EC%9E%90%EC%9D%B8&groups=notes',
      tier: 'any',
      missing: null,
      rejected: null,
      failsAsSuccess: 'it tells which sources could not be searched',
      unavailable: { status: 200, why: 'it names the sources that could not be searched' },
      verdicts: {},
    },
  },
}
