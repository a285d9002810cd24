import { vi } from 'vitest'
import type { Env } from '../../../../src/base/env.ts'
import type { Stage } from '../stage.ts'

/**
 * Puts something before each step that requests ask of their record, in the test's own context.
 *
 * @param before is given the step and what makes it
 */
export function interceptSteps(
  { gateway }: Stage,
  before: (step: Step, make: () => Promise<unknown>) => Promise<unknown>,
): void {
  const { LEDGER } = gateway.env
  const getByName = LEDGER.getByName.bind(LEDGER)
  const intercepted = (stub: ReturnType<Env['LEDGER']['getByName']>) =>
    new Proxy(stub, {
      get: (target, property) =>
        isStep(property)
          ? (...given: unknown[]) => before(property, () => Reflect.apply(Reflect.get(target, property), target, given))
          : Reflect.get(target, property),
    })
  vi.spyOn(LEDGER, 'getByName').mockImplementation((name) => intercepted(getByName(name)))
}

const STEPS = [
  'locate',
  'begin',
  'send',
  'takeOver',
  'settle',
  'release',
  'reserve',
  'cancelReservation',
  'reserveAll',
  'cancelAll',
  'claimRecentBill',
  'dropRecentBill',
] as const
type Step = (typeof STEPS)[number]
const isStep = (property: string | symbol): property is Step => STEPS.some((step) => step === property)

/**
 * Loses what requests ask of their record.
 *
 * @param times how often, for each step
 * @param made whether the step is made, and only the answer to it is lost
 */
export function loseSteps(stage: Stage, times: Partial<Record<Step, number>>, made = false): void {
  const left = { ...times }
  interceptSteps(stage, async (step, make) => {
    const rest = left[step] ?? 0
    if (rest === 0) return make()
    left[step] = rest - 1
    if (made) await make()
    throw new Error('the object is unreachable')
  })
}
