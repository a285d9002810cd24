import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outbound } from '../../../scripts/support/outbound.ts'

/** A delivery that an endpoint was sent, and whether it took it. */
export interface Received {
  host: string
  headers: Record<string, string>
  body: string
  change: number
  /** The poll that found the change. */
  poll: number
  isTaken: boolean
  /** The number of polls so far. */
  asked: number
}

/** A poll finds at most this many changes. */
const PAGE = 20

/** The product and the endpoints, which fail at random while told to. */
export class Outside {
  readonly outbound: Outbound = {
    type: 'node-handler',
    handler: (incoming, response) => void this.#answer(incoming, response),
  }
  readonly received: Received[] = []
  /** Changes that have happened, each by its number from 1. */
  changes = 0
  /** The last change that a poll returned. */
  told = 0
  /** Whether they fail. One event is refused twice at most by an endpoint, since a third time sets it apart. */
  fails = true
  readonly #random: () => number
  readonly #refused = new Map<string, number>()
  readonly #polls = new Map<number, number>()
  #asked = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** The changes that a host has taken. */
  taken(host: string): Received[] {
    return this.received.filter((one) => one.host === host && one.isTaken)
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = incoming.headers.host ?? ''
    if (host === 'product.test') return this.#product(incoming.url ?? '', response)
    let body = ''
    for await (const chunk of incoming) body += chunk
    const { change, poll } = JSON.parse(body).data
    const fault = host === 'hangs.example.com' ? 'hang' : this.#fault(host, change)
    const headers = incoming.headers as Record<string, string>
    this.received.push({
      ...{ host, headers, body, change, poll },
      isTaken: fault === undefined || fault === 'lost',
      asked: this.#asked,
    })
    if (fault === 'hang') return
    if (fault === 'lost') return void response.destroy()
    response.writeHead(fault ?? 200, fault === 429 ? { 'Retry-After': '10' } : {}).end()
  }

  /** How an endpoint fails an event: it may take it and never say so. */
  #fault(host: string, change: number): number | 'hang' | 'lost' | undefined {
    const chance = this.#random()
    const name = `${host} ${change}`
    const refused = this.#refused.get(name) ?? 0
    if (!this.fails || host !== 'flaky.example.com' || refused >= 2 || chance > 0.15) return undefined
    this.#refused.set(name, refused + 1)
    if (chance < 0.003) return 'hang'
    if (chance < 0.01) return 'lost'
    return chance < 0.05 ? 429 : 500
  }

  #product(path: string, response: ServerResponse): void {
    const chance = this.#random()
    if (this.fails && chance < 0.01) return
    if (this.fails && chance < 0.1) return void response.writeHead(500).end()
    const after = new URL(path, 'http://product.test').searchParams.get('after')
    const first = after === 'now' ? this.changes : Number(after)
    const last = Math.min(this.changes, first + PAGE)
    const changes = Array.from({ length: last - first }, (_, at) => first + at + 1)
    // A lost poll finds the same changes again. They count from the first poll that returned them.
    this.#asked += 1
    this.told = Math.max(this.told, last)
    const poll = this.#polls.get(last) ?? this.#asked
    if (changes.length > 0) this.#polls.set(last, poll)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ changes, last, poll, isMore: last < this.changes }))
  }
}
