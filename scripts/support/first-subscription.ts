import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/** The first poll of a simulated product takes less than a second. */
const LONGEST_FIRST_POLL_MS = 10_000

/** Subscribes a local endpoint to the events of its switches. Returns the secret. */
export async function subscribe(origin: string, key: string, url: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/events/subscriptions`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      url,
      types: ['recorder.file.ready', 'workspace.row.updated', 'payment.bill.paid'],
      include: ['summary'],
      description: 'The receiver of this machine',
    }),
  })
  assert.equal(response.status, 201, await response.clone().text())
  return ((await response.json()) as { secret: string }).secret
}

/** Sends a bill that a customer of the simulated product can pay. */
export async function sendBill(origin: string, key: string): Promise<void> {
  const response = await fetch(`${origin}/api/v1/payment/request`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'X-Payment-Mode': 'true', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      product_nm: 'Workbook',
      member_nm: 'Hong Gildong',
      phone: '010-1234-5678',
      price: 33_000,
      expire_dt: '2099-12-31',
    }),
  })
  assert.equal(response.status, 200, await response.clone().text())
}

/** Polls the sources now instead of in a minute or two. */
export async function askSources(origin: string, adminKey: string): Promise<void> {
  const headers = { Authorization: `Bearer ${adminKey}` }
  await fetch(`${origin}/api/v1/admin/events/poll`, { method: 'POST', headers })
}

/** Waits for the first polls, which report nothing, not even what happened just before. */
export async function awaitFirstPolls(origin: string, adminKey: string): Promise<void> {
  const headers = { Authorization: `Bearer ${adminKey}` }
  const until = Date.now() + LONGEST_FIRST_POLL_MS
  while (Date.now() < until) {
    const response = await fetch(`${origin}/api/v1/admin/events`, { headers })
    const { sources } = (await response.json()) as { sources: { is_watched: boolean; polled_at: string | null }[] }
    if (sources.every(({ is_watched, polled_at }) => !is_watched || polled_at !== null)) return
    await setTimeout(50)
  }
}
