import pLimit from 'p-limit'
import { type Ask, toEventReader } from '../../../scripts/support/ask.ts'
import { getGroup, readDescription } from '../../../scripts/support/openapi.ts'
import type { SecretFinder } from '../../../scripts/support/secrets.ts'
import { sortLog } from './check-log.ts'
import { toChecks } from './checks.ts'
import type { Done, Finding, Outcome } from './finding.ts'
import { type Plan, toPlan } from './plan.ts'
import type { Target } from './target.ts'
import { type Trial, toTrial } from './trial.ts'

export interface Settings {
  seed: number
  count: number
  concurrency: number
  /** Only these operations, and those that they need. */
  only?: readonly string[]
}

export interface Run {
  plan: Plan
  done: Done[]
  findings: Finding[]
}

const toDone = ({ trial, answer, lines }: Outcome): Done => ({
  trial,
  status: answer?.status,
  reason: lines?.[0]?.reason,
  ms: answer?.ms ?? 0,
})

/** The longest allowed response time, in milliseconds. */
const MOST_MS = 30_000
/** The requests of a batch use only data from earlier batches, so that the order of responses does not matter. */
const BATCH = 100

/** Sends `count` requests to a gateway, and checks every response. */
export async function fuzz(target: Target, { seed, count, concurrency, only }: Settings): Promise<Run> {
  const description = await readDescription(target.origin)
  const plan = toPlan(target, description, seed, only)
  const { toValidationErrors, secretIn } = toChecks(target, description)
  const { ask, close } = toEventReader(target.origin, MOST_MS)
  const run: Run = { plan, done: [], findings: [] }
  await target.takeLog?.(1)

  for (let start = 0; start < count; start += BATCH) {
    const indices = Array.from({ length: Math.min(BATCH, count - start) }, (_, at) => start + at)
    const trials = indices.map((index) => toTrial(plan, index))
    const outcomes = await pLimit(concurrency).map(trials, (trial) => send(ask, trial))
    run.findings.push(...(await readLog(target, outcomes, secretIn)))
    for (const outcome of outcomes) {
      for (const [what, seen] of toValidationErrors(outcome)) run.findings.push({ what, seen, trial: outcome.trial })
      learn(plan, outcome)
    }
    for (const stray of target.takeStrays?.() ?? [])
      run.findings.push({ what: 'a call that no product knows', seen: stray })
    run.done.push(...outcomes.map(toDone))
    if (!(await isHealthy(target, ask))) {
      run.findings.push({ what: 'GET /health does not answer', seen: `after request ${start + indices.length}` })
      break
    }
  }
  close()
  return run
}

async function send(ask: Ask, trial: Trial): Promise<Outcome> {
  try {
    return { trial, answer: await ask(trial.request) }
  } catch (error) {
    return { trial, answer: undefined, lost: error instanceof Error ? error.message : String(error) }
  }
}

/** Assigns the log lines to the responses. Returns errors in the rest of the log. */
async function readLog({ takeLog }: Target, outcomes: Outcome[], secretIn: SecretFinder): Promise<Finding[]> {
  if (!takeLog) return []
  const log = await takeLog(outcomes.filter(({ answer }) => answer).length)
  const { findings, byId } = sortLog(log, outcomes)
  for (const outcome of outcomes) outcome.lines = byId.get(outcome.answer?.headers.get('x-request-id') ?? '') ?? []
  const told = log.flatMap((line) => secretIn(line) ?? [])
  return [...findings, ...told.map((seen) => ({ what: 'a secret is logged', seen }))]
}

/** Collects ids from successes. Large responses are cut. */
function learn({ pool }: Plan, { trial, answer }: Outcome): void {
  if (!answer || answer.status >= 300 || trial.mutations.length > 0 || answer.text === '') return
  pool.learn(getGroup(trial.operation), trial.operation.path, JSON.parse(answer.text))
}

/** Runs between batches, when no request is running, so that the clock of the target can be moved with it. */
async function isHealthy({ tick, takeLog }: Target, ask: Ask): Promise<boolean> {
  const headers = Object.entries(tick?.() ?? {})
  const answer = await ask({ method: 'GET', target: '/health', headers }).catch(() => undefined)
  await takeLog?.(1)
  return answer?.status === 200 && answer.text === '{"status":"ok"}'
}
