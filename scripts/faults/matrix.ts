import { inTurns } from '../support/in-turns.ts'
import { HEALTHY, type Outcome } from './cell.ts'
import type { Fault } from './exchange.ts'
import type { Lab } from './lab.ts'
import { furtherSubjects, type Subject } from './subjects.ts'

/**
 * How many cells run at once. On a product that works the calls that are made together must arrive together; a cell that
 * waits costs nothing; the others share two processors, and large answers take them whole.
 */
const AT_ONCE = { healthy: 12, waits: 400, heavy: 6, usual: 48 }
/** How long after another one a cell begins, in milliseconds: what stands in line is not yet asked. */
const APART_MS = 15

/**
 * Runs every subject with every fault. What waits for the deadline does so all at once, and alone, so that no other work
 * makes it late.
 *
 * @param tell is told of each part that is done
 */
export async function runMatrix(
  lab: Lab,
  subjects: readonly Subject[],
  faults: readonly Fault[],
  tell: (what: string) => void = () => {},
): Promise<Outcome[]> {
  const run = async (some: readonly Subject[], broken: readonly (Fault | undefined)[], load: keyof typeof AT_ONCE) => {
    const started = performance.now()
    const pairs = broken.flatMap((fault) => some.map((subject) => [subject, fault] as const))
    const outcomes = await inTurns(pairs, AT_ONCE[load], async ([subject, fault], at) => {
      if (at < AT_ONCE[load]) await new Promise((go) => setTimeout(go, at * APART_MS))
      return lab.run(subject, fault)
    })
    const names = broken.map((fault) => fault?.name ?? HEALTHY)
    tell(`${Math.round(performance.now() - started)} ms: ${names.join(', ') || 'nothing'}`)
    return outcomes
  }
  const healthy = await run(subjects, [undefined], 'healthy')
  const all = healthy.flatMap(({ cell }) => [cell.subject, ...furtherSubjects(cell.subject, cell.calls)])
  const ofLoad = (wanted: keyof typeof AT_ONCE) => faults.filter(({ load = 'usual' }) => load === wanted)
  return [
    ...healthy,
    ...(await run(all, ofLoad('waits'), 'waits')),
    ...(await run(all, ofLoad('usual'), 'usual')),
    ...(await run(all, ofLoad('heavy'), 'heavy')),
  ]
}
