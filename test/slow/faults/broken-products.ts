import type { IncomingMessage, ServerResponse } from 'node:http'
import { DEPLOYMENT_HEADER } from '../../../scripts/support/deployments-module.ts'
import { answerAs, type Outbound, readRequest } from '../../../scripts/support/outbound.ts'
import type { Call } from '../../simulators/simulator.ts'
import { type Cell, CellCall } from './cell.ts'
import { formatPlace } from './subjects.ts'

/** The response time of a working product, in milliseconds. It is long enough that concurrent calls overlap. */
const HEALTHY_MS = 150

/**
 * The products of all deployments of a Worker, each broken as its cell says.
 *
 * @param getCell returns the cell of a deployment
 * @param now the clock of the gateway, in epoch milliseconds
 */
export function brokenProducts(getCell: (deployment: string) => Cell | undefined, now: () => number): Outbound {
  let events = 0

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const cell = getCell(String(incoming.headers[DEPLOYMENT_HEADER.toLowerCase()]))
    const request = await readRequest(incoming, outgoing)
    if (!cell) throw new Error(`a call of no deployment: ${request.url}`)
    const { product, subject, fault, calls } = cell
    const { method, headers } = request
    const call: Call = { method, headers, url: new URL(request.url), body: await request.clone().text() }
    const own = new CellCall(call, events++)
    own.isLate = cell.isOver
    if (!subject.contract.isUpkeep?.(call)) calls.push(own)
    own.broken = fault !== undefined && subject.hits(call) && !spare(cell, call)
    if (own.broken) return fault?.serve({ incoming, outgoing, now: now(), heard: heardIn(call) })
    if (!fault) await new Promise((go) => setTimeout(go, HEALTHY_MS))
    await answerAs(outgoing, await product.fetch(request)).catch(() => incoming.destroy())
    own.answered = events++
  }

  return {
    type: 'node-handler',
    handler(incoming, outgoing) {
      serve(incoming, outgoing).catch((error) => {
        console.error(error)
        incoming.destroy()
      })
    },
  }
}

/** Whether a call gets a normal response once more. */
function spare({ subject, spared }: Cell, call: Call): boolean {
  const place = formatPlace(call)
  const before = spared.get(place) ?? 0
  spared.set(place, before + 1)
  return before < (subject.spared.get(place) ?? 0)
}

/** Everything in a call. */
const heardIn = ({ url, headers, body }: Call) =>
  [url.href, ...[...headers].map((header) => header.join(': ')), body].join('\n')
