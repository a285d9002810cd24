import { findings, searchAnswer } from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  gateway_doctor: findings,
  gateway_search: searchAnswer,
}
