import { createTiro, TIRO_KEYS } from '../simulators/notes/index.ts'
import type { Difference, GroupContract, UpstreamCase } from './contract.ts'

const reported = (more: Partial<Difference> = {}): Difference => ({
  status: 503,
  retryAfter: null,
  why: 'the doctor tells of a failure in its report',
  ...more,
})

const UPSTREAM_CASES: readonly UpstreamCase[] = [
  ...(['500', '503', '429 with Retry-After', '429 beyond the deadline', '401', 'no answer'] as const),
  ...(['a broken connection', 'a page', 'broken JSON', 'cut JSON', 'a redirect'] as const),
]

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
  rows: {
    gateway_doctor: {
      path: '/api/v1/doctor',
      tier: 'any',
      missing: null,
      failsAsSuccess: 'it tells how accounts are doing',
      differs: Object.fromEntries(UPSTREAM_CASES.map((name) => [name, reported()])),
      verdicts: {},
    },
    gateway_search: {
      path: '/api/v1/search?query=%EB%94%94%EC%9E%90%EC%9D%B8&groups=notes',
      tier: 'any',
      missing: null,
      rejected: null,
      failsAsSuccess: 'it tells which sources could not be searched',
      differs: Object.fromEntries(UPSTREAM_CASES.map((name) => [name, reported({ status: 200 })])),
      verdicts: {},
    },
  },
}
