import type { Description } from '../../../scripts/support/openapi.ts'
import { type Fault, promiseCheck } from '../../../scripts/support/promise.ts'
import { secretFinder } from '../../../scripts/support/secrets.ts'
import { causeFault } from './check-cause.ts'
import { headerFaults } from './check-headers.ts'
import { logFaults } from './check-log.ts'
import type { Outcome } from './finding.ts'
import type { Target } from './target.ts'

/** All checks of a request's outcome. */
export function toChecks(target: Target, description: Description) {
  const checkPromise = promiseCheck(description)
  const secretIn = secretFinder(target.secrets)

  function* getFaults(outcome: Outcome): Iterable<Fault> {
    const { trial, answer, lost = '', lines } = outcome
    if (!answer) return yield ['no answer', lost]
    const { request, expected } = trial
    if (expected && !expected.includes(answer.status))
      yield ['another status than the right one', `${answer.status} in place of ${expected.join(' or ')}`]
    yield* checkPromise(request, answer)
    yield* headerFaults(target, trial, answer)
    yield* logFaults(outcome)
    const cause = causeFault(answer, lines?.[0])
    if (cause) yield ['a failure that no product caused', cause]
    const secret = secretIn([answer.text, ...[...answer.headers].flat()].join('\n'))
    if (secret) yield ['a secret is told', secret]
  }
  return { toValidationErrors: getFaults, secretIn }
}
