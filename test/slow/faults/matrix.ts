import pLimit from 'p-limit'
import type { Outcome } from './cell.ts'
import type { Fault } from './exchange.ts'
import type { Lab } from './lab.ts'
import { furtherSubjects, type Subject } from './subjects.ts'

/**
 * How many cells run at the same time. Healthy products: few enough that concurrent calls arrive together. Waiting
 * costs nothing. The rest share two processors while some wait to repeat a read, and large responses use them fully.
 */
const AT_ONCE = { healthy: 12, waits: Infinity, heavy: 6, usual: 48 }
/**
 * The delay between the starts of two cells, in milliseconds: about what a cell takes of the processor, so that requests do not
 * pile up.
 */
const APART_MS = 40

/**
 * Runs every subject with every fault. Cells that wait for the deadline run together, without others, so that no other
 * work delays them.
 *
 * @param isPlayed whether a subject meets a fault
 */
export async function runMatrix(
  lab: Lab,
  subjects: readonly Subject[],
  faults: readonly Fault[],
  isPlayed: (subject: Subject, fault: Fault) => boolean,
): Promise<Outcome[]> {
  const run = async (some: readonly Subject[], broken: readonly (Fault | undefined)[], load: keyof typeof AT_ONCE) => {
    // By subject, so that not all repeat at the same time.
    const pairs = some.flatMap((subject) =>
      broken.filter((fault) => !fault || isPlayed(subject, fault)).map((fault) => [subject, fault] as const),
    )
    return pLimit(AT_ONCE[load]).map(pairs, async ([subject, fault], at) => {
      if (at < AT_ONCE[load]) await new Promise((go) => setTimeout(go, at * APART_MS))
      return lab.run(subject, fault)
    })
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
