import { type Ask, toEventReader } from '../../../scripts/support/ask.ts'
import { chanceModule } from '../../../scripts/support/chance-module.ts'
import { clockModule } from '../../../scripts/support/clock-module.ts'
import { DEPLOYMENT_HEADER, deploymentsModule, SETTINGS_HEADER } from '../../../scripts/support/deployments-module.ts'
import { LOCAL_CREDENTIALS_KEY, startWorkers } from '../../../scripts/support/gateways.ts'
import { Log } from '../../../scripts/support/log.ts'
import { readLogLine } from '../../../scripts/support/log-line.ts'
import { type Description, readDescription } from '../../../scripts/support/openapi.ts'
import type { GatewayOptions } from '../../../scripts/support/workerd.ts'
import { CLOCK_SHIFT, runningClock } from '../../simulators/clock.ts'
import { brokenProducts } from './broken-products.ts'
import type { Cell, Outcome } from './cell.ts'
import type { Fault } from './exchange.ts'
import type { Subject } from './subjects.ts'

const NAME = 'broken'
export const KEY = 'faults-pro-key-91c2'
/** Longer than any deadline of the gateway, in milliseconds. */
const MOST_MS = 60_000

export interface Lab {
  description: Description
  /** Runs a request with a fault of the product, in a separate deployment. */
  run: (subject: Subject, fault: Fault | undefined) => Promise<Outcome>
  /** Assigns the log lines to the outcomes. Returns the lines that belong to no request. */
  readLog: (outcomes: readonly Outcome[]) => Promise<string[]>
  stop: () => Promise<void>
}

/**
 * The built Worker in front of products that break on demand.
 *
 * @param contents the Worker, from support/build.ts
 * @param before modules that wrap it (GatewayOptions)
 */
export async function startLab(contents: string, before: GatewayOptions['before'] = []): Promise<Lab> {
  const cells = new Map<string, Cell>()
  const clock = runningClock
  const log = new Log()
  const gateway = {
    name: NAME,
    settings: { API_KEY: KEY, LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY },
    outbound: brokenProducts((deployment) => cells.get(deployment), clock.now),
    before: [...before, chanceModule, deploymentsModule, clockModule(CLOCK_SHIFT)],
  }
  const runtime = await startWorkers(contents, [gateway], log)
  const origin = await runtime.unsafeGetDirectURL(NAME)
  const { ask, close } = toEventReader(origin, MOST_MS)
  const description = await readDescription(origin)
  await log.take(1)
  return {
    description,
    async run(subject, fault) {
      const { row, contract, operation } = subject
      const id = `${operation.operationId}-${cells.size}`
      const product = (row.simulate ?? contract.simulate)(clock)
      const cell: Cell = { id, subject, fault, product, calls: [], isOver: false, spared: new Map() }
      cells.set(id, cell)
      return send(ask, cell)
    },
    async readLog(outcomes) {
      const byId = new Map(outcomes.map((outcome) => [outcome.cell.id, outcome]))
      return (await log.take(outcomes.length)).filter((text) => {
        const line = readLogLine(text)
        return !line || byId.get(line.request_id)?.lines.push(line) === undefined
      })
    },
    async stop() {
      close()
      await runtime.dispose()
    },
  }
}

async function send(ask: Ask, cell: Cell): Promise<Outcome> {
  const { row, contract, operation } = cell.subject
  const headers = {
    ...(row.tier !== 'open' && { 'X-API-KEY': KEY }),
    ...(row.body !== undefined && { 'Content-Type': 'application/json' }),
    ...row.headers,
    'X-Request-Id': cell.id,
    [DEPLOYMENT_HEADER]: cell.id,
    [SETTINGS_HEADER]: JSON.stringify(row.connected ?? contract.connected),
  }
  const body = row.body === undefined ? {} : { body: Buffer.from(JSON.stringify(row.body)) }
  const request = { method: operation.method, target: row.path, headers: Object.entries(headers), ...body }
  try {
    return { cell, answer: await ask(request), lines: [] }
  } catch (error) {
    return { cell, answer: undefined, lost: String(error), lines: [] }
  } finally {
    cell.isOver = true
  }
}
