import { hmac } from '../rest.ts'
import type { Notion } from './product.ts'
import { WORKSPACES } from './seed/ids.ts'

/** What goes wrong on the way from the product to an endpoint (facts 12). */
interface WebhookSwitches {
  /** The share of deliveries that get lost, 0 to 1. */
  lost: number
  /** Which part is delivered twice. */
  doubled: number
  /** Deliveries that wait are sent in any order. */
  isDisordered: boolean
  /** Several pending changes of the same kind of a page are one delivery. */
  isAggregated: boolean
}

/** How a delivery is made; a test hands in the gateway. */
type Send = (url: string, init: { method: string; headers: Record<string, string>; body: string }) => Promise<Response>

interface Noted {
  id: string
  type: string
  entity: { id: string; type: string }
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

export interface Webhooks {
  switches: WebhookSwitches
  /** The owner enters a URL, and the product sends its token there once. Returns the status. */
  subscribe(url: string, send: Send): Promise<number>
  /** The owner pastes the token: from then on deliveries are made. False for another token. */
  verify(token: string): boolean
  /** Queues a change. Nothing is queued before the subscription is verified. */
  note(type: string, entity: { id: string; type: string }, data: Readonly<Record<string, unknown>>): void
  /**
   * Sends what is queued. Returns the statuses of the responses. A refused delivery is repeated the next time, at most
   * 8 times.
   */
  flush(): Promise<number[]>
}

const MOST_ATTEMPTS = 8

/** @param random from 0 to 1, for lost, duplicate and reordered deliveries */
export function createWebhooks(notion: Pick<Notion, 'clock' | 'newId'>, random: () => number = Math.random): Webhooks {
  const subscription = { url: '', token: '', isVerified: false }
  let deliver: Send | undefined
  let waiting: { noted: Noted; attempt: number }[] = []
  const switches: WebhookSwitches = { lost: 0, doubled: 0, isDisordered: false, isAggregated: true }
  const post = async (body: string): Promise<number> => {
    const headers = {
      'Content-Type': 'application/json',
      'X-Notion-Signature': await signature(subscription.token, body),
    }
    const answer = await deliver?.(subscription.url, { method: 'POST', headers, body })
    await answer?.text()
    return answer?.status ?? 0
  }
  return {
    switches,
    async subscribe(url, send) {
      Object.assign(subscription, { url, token: `secret_${notion.newId().replaceAll('-', '')}`, isVerified: false })
      deliver = send
      return post(JSON.stringify({ verification_token: subscription.token }))
    },
    verify(token) {
      subscription.isVerified = token !== '' && token === subscription.token
      return subscription.isVerified
    },
    note(type, entity, data) {
      if (!subscription.isVerified) return
      const noted = { id: notion.newId(), type, entity, timestamp: new Date(notion.clock.now()).toISOString(), data }
      const isSame = (one: Noted) => one.type === type && one.entity.id === entity.id
      const isOne = switches.isAggregated && type.endsWith('_updated')
      const before = isOne ? waiting.find((one) => isSame(one.noted) && one.attempt === 1) : undefined
      if (before) before.noted = { ...noted, id: before.noted.id }
      else waiting.push({ noted, attempt: 1 })
    },
    async flush() {
      const due = switches.isDisordered ? waiting.toSorted(() => random() - 0.5) : waiting
      waiting = []
      const statuses: number[] = []
      for (const { noted, attempt } of due) {
        if (random() < switches.lost) continue
        const body = JSON.stringify(told(noted, attempt))
        const times = random() < switches.doubled ? 2 : 1
        for (let time = 0; time < times; time++) {
          const status = await post(body)
          statuses.push(status)
          const isRefused = status < 200 || status > 299
          if (time === 0 && isRefused && attempt < MOST_ATTEMPTS) waiting.push({ noted, attempt: attempt + 1 })
        }
      }
      return statuses
    },
  }
}

const told = ({ id, type, entity, timestamp, data }: Noted, attempt_number: number) => ({
  ...{ id, timestamp, workspace_id: WORKSPACES.haneul, workspace_name: 'Haneul' },
  ...{ subscription_id: 'sub-of-the-simulator', integration_id: 'integration-of-the-simulator', type },
  ...{ authors: [], attempt_number, api_version: '2025-09-03', entity, data },
})

/** HMAC-SHA-256 of the body with the token of the handshake, in hex. */
export const signature = async (token: string, body: string) => `sha256=${await hmac(token, body)}`
