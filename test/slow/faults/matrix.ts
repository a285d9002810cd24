import pLimit from 'p-limit'
import { HEALTHY, type Outcome } from './cell.ts'
import type { Fault } from './exchange.ts'
import type { Lab } from './lab.ts'
import { furtherSubjects, type Subject } from './subjects.ts'

/**
 * How many cells run at the same time. Healthy products: few enough that concurrent calls arrive together. Waiting
 * costs nothing. The rest share two processors, and large responses use them fully.
 */
const AT_ONCE = { healthy: 12, waits: 400, heavy: 6, usual: 16 }
/** The delay between the starts of two cells, in milliseconds, so that requests do not pile up. */
const APART_MS = 15

/**
 * Runs every subject with every fault. Cells that wait for the deadline run together, without others, so that no other
 * work delays them.
 *
 * @param tell called after each part
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
    const outcomes = await pLimit(AT_ONCE[load]).map(pairs, async ([subject, fault], at) => {
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
