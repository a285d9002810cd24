import type { DeployOutcome } from './deploy.ts'
import { type CustomerOutcome, isWell } from './outcome.ts'

/** What was done, what was not, and how to continue. */
export function deployText(
  { outcomes, left, withoutAlarms }: DeployOutcome,
  { order, again }: { order: readonly string[]; again: (from: string) => string },
): string {
  // Concurrent customers finish in any order.
  const named = (one: CustomerOutcome['result']) =>
    order.filter((name) => outcomes.some((outcome) => outcome.name === name && outcome.result === one))
  const undone = [...outcomes.filter((outcome) => !isWell(outcome)).map(({ name }) => name), ...left]
  const next = order.find((name) => undone.includes(name))
  const lines: (readonly [what: string, names: readonly string[]])[] = [
    ['Deployed', named('deployed')],
    ['Up to date before', named('current')],
    ['Rolled back', named('rolled back')],
    ['Failed, nothing changed', named('unchanged')],
    ['FAILED, THE NEW VERSION RUNS', named('left')],
    ['Interrupted', named('interrupted')],
    ['Not started', left],
    ['WITHOUT ALARMS', withoutAlarms],
  ]
  return [
    ...lines
      .filter(([, names]) => names.length > 0)
      .map(([what, names]) => `${what} (${names.length}): ${names.join(', ')}`),
    ...(next === undefined ? [] : [`Fix this, then continue with: ${again(next)}`]),
  ].join('\n')
}

/** 0 when everything was done. */
export const deployCode = ({ outcomes, left, withoutAlarms }: DeployOutcome): number =>
  outcomes.every(isWell) && left.length === 0 && withoutAlarms.length === 0 ? 0 : 1
