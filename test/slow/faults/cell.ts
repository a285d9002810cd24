import type { RawAnswer } from '../../../scripts/support/ask.ts'
import type { LogLine } from '../../../scripts/support/log-line.ts'
import type { Call, Simulator } from '../../simulators/simulator.ts'
import type { Fault } from './exchange.ts'
import type { Subject } from './subjects.ts'

/** One request with one broken product. */
export interface Cell {
  /** The id of the deployment, and of the request. */
  id: string
  subject: Subject
  /** Undefined for a working product. */
  fault: Fault | undefined
  product: Simulator
  /** The calls of the operation itself, whatever responded. */
  calls: CellCall[]
  /** Whether the gateway has responded. */
  isOver: boolean
  /** How often a call was spared, by path. */
  spared: Map<string, number>
}

/** A call, and when it arrived and got its response, as positions in the order of the cell's events. */
export class CellCall {
  readonly call: Call
  readonly came: number
  answered: number | undefined
  /** Whether the fault applied to it. */
  broken = false
  /** Whether it came after the response, such as from an alarm. */
  isLate = false

  constructor(call: Call, came: number) {
    this.call = call
    this.came = came
  }

  answeredBefore({ came }: CellCall): boolean {
    return this.answered !== undefined && this.answered < came
  }
}

/** The result of a cell. */
export interface Outcome {
  cell: Cell
  answer: RawAnswer | undefined
  /** Why there is no response. */
  lost?: string
  /** The log lines with the request's id. */
  lines: LogLine[]
}

/** How many calls that never end are counted. */
const MOST_WAITED_FOR = 4

export const HEALTHY = 'healthy'

export const faultName = ({ fault }: Cell): string => fault?.name ?? HEALTHY

/**
 * A line of the expected results: the status, the number of distinct calls before the response, and how often the same call
 * met the fault at most. A 409 is what the gateway answers after it looked until its deadline, and how often it did depends on
 * the machine, as does how many of several calls it can wait for. The total number of calls is left out, because it depends on
 * which of several concurrent calls fails first.
 */
export function formatResult({ answer, cell }: Outcome): string {
  const alike = Map.groupBy(
    cell.calls.filter(({ isLate }) => !isLate),
    ({ call }) => getText(call),
  )
  const most = Math.max(0, ...[...alike.values()].map((calls) => calls.filter(({ broken }) => broken).length))
  const times = answer?.status === 409 ? '+' : most
  const calls = cell.fault?.load === 'waits' && alike.size > MOST_WAITED_FOR ? `${MOST_WAITED_FOR}+` : alike.size
  return `${answer?.status ?? 'lost'}/${calls}${most > 1 ? `x${times}` : ''}`
}

/** Identifies a call: the same text means that the call was repeated. */
export const getText = ({ method, url, body }: Call): string => `${method} ${url.href} ${body}`
