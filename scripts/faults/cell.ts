import type { Call, Simulator } from '../../test/upstreams/simulator.ts'
import type { RawAnswer } from '../support/ask.ts'
import type { LogLine } from '../support/log-line.ts'
import type { Fault } from './exchange.ts'
import type { Subject } from './subjects.ts'

/** One request on one broken product. */
export interface Cell {
  /** Of the deployment that is asked, and of the request. */
  id: string
  subject: Subject
  /** Undefined for a product that works. */
  fault: Fault | undefined
  product: Simulator
  /** Calls of the operation itself, whoever answered them. */
  calls: CellCall[]
  /** How often a call was spared, by what it asks. */
  spared: Map<string, number>
}

/** A call, and when it came and was answered, in the order of what happened in the cell. */
export class CellCall {
  readonly call: Call
  readonly came: number
  answered: number | undefined
  /** Whether the fault hit it. */
  broken = false

  constructor(call: Call, came: number) {
    this.call = call
    this.came = came
  }

  answeredBefore({ came }: CellCall): boolean {
    return this.answered !== undefined && this.answered < came
  }
}

/** What came of a cell. */
export interface Outcome {
  cell: Cell
  answer: RawAnswer | undefined
  /** Why there is no answer. */
  lost?: string
  /** The lines that name the request. */
  lines: LogLine[]
}

export const HEALTHY = 'healthy'

export const faultName = ({ fault }: Cell): string => fault?.name ?? HEALTHY

/**
 * As it stands in the file of what is expected: the status, how many calls differ, and how often the same one met the
 * fault at most. How many calls there are in all depends on which of some that are made at once fails first.
 */
export function formatResult({ answer, cell }: Outcome): string {
  const alike = Map.groupBy(cell.calls, ({ call }) => getText(call))
  const most = Math.max(0, ...[...alike.values()].map((calls) => calls.filter(({ broken }) => broken).length))
  return `${answer?.status ?? 'lost'}/${alike.size}${most > 1 ? `x${most}` : ''}`
}

/** All that tells a call from another one: the same text twice is the same call again. */
export const getText = ({ method, url, body }: Call): string => `${method} ${url.href} ${body}`
