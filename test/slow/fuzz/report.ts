import { createHash } from 'node:crypto'
import { formatCurl } from './curl.ts'
import type { Done, Finding } from './finding.ts'
import type { Run } from './run.ts'

/** How many findings of one kind are shown with a command. The rest are counted. */
const SHOWN = 3
/** How many of the slowest requests are listed. */
const SLOWEST = 3

/** A line for each request and its result: the same for the same seed, count and target. */
export const getList = ({ done }: Run): string[] =>
  done.map(({ trial, status, reason }) => {
    const { index, request, mutations } = trial
    const body = request.body ? createHash('sha256').update(request.body).digest('hex').slice(0, 8) : '-'
    return [
      index,
      request.method,
      request.target.slice(0, 200),
      body,
      mutations.join('+') || 'valid',
      status,
      reason,
    ].join(' ')
  })

export function toReport(run: Run): string {
  const { done, findings, plan } = run
  const digest = createHash('sha256').update(getList(run).join('\n')).digest('hex').slice(0, 16)
  const slowest = done.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  return [
    `${done.length} requests of seed ${plan.seed}, list ${digest}`,
    section(
      'answers by status',
      counted(done, ({ status }) => String(status ?? 'none')),
    ),
    section(
      'of 5xx, by operation and reason',
      counted(
        done.filter(({ status = 0 }) => status >= 500),
        whyFailed,
      ),
    ),
    section('operations that never succeeded', idleOperations(run)),
    section(
      'slowest',
      slowest.map(({ trial, ms }) => `${Math.round(ms)} ms ${trial.operation.operationId}`),
    ),
    section(`findings: ${findings.length}`, getFindings(run)),
  ].join('\n\n')
}

const section = (title: string, lines: readonly string[]) => [title, ...lines.map((line) => `  ${line}`)].join('\n')

const whyFailed = ({ trial, status, reason }: Done) => `${trial.operation.operationId} ${status} ${reason ?? ''}`

/** Counts, largest first. */
function counted<Item>(items: readonly Item[], getName: (item: Item) => string): string[] {
  return [...Map.groupBy(items, getName)]
    .map(([name, alike]) => [name, alike.length] as const)
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([name, number]) => `${String(number).padStart(5)} ${name}`)
}

function idleOperations({ plan, done }: Run): string[] {
  const succeeded = new Set(
    done.flatMap(({ trial, status = 0 }) =>
      status >= 200 && status < 300 && trial.request.method === trial.operation.method
        ? [trial.operation.operationId]
        : [],
    ),
  )
  return plan.operations.map(({ operation }) => operation.operationId).filter((id) => !succeeded.has(id))
}

function getFindings({ findings, plan }: Run): string[] {
  const { origin, secrets } = plan.target
  const getCommand = ({ trial }: Finding) =>
    trial ? [`    ${formatCurl(origin, trial.request, secrets, `fuzz-${plan.seed}-${trial.index}`)}`] : []
  const formatTitle = ({ what, trial }: Finding) => `${what}${trial ? `: ${trial.operation.operationId}` : ''}`
  return [...Map.groupBy(findings, formatTitle)].flatMap(([title, alike]) => [
    `${title} (${alike.length})`,
    ...alike.slice(0, SHOWN).flatMap((finding) => {
      const spoiled = finding.trial ? ` [#${finding.trial.index} ${finding.trial.mutations.join(', ') || 'valid'}]` : ''
      return [`  ${finding.seen}${spoiled}`, ...getCommand(finding)]
    }),
  ])
}
