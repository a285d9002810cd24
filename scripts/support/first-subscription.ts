import assert from 'node:assert/strict'

/** Subscribes an endpoint of this machine to what its switches make happen; answers the secret. */
export async function subscribe(origin: string, key: string, url: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/events/subscriptions`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      url,
      types: ['recorder.file.ready', 'payment.bill.paid'],
      include: ['summary'],
      description: 'The receiver of this machine',
    }),
  })
  assert.equal(response.status, 201, await response.clone().text())
  return ((await response.json()) as { secret: string }).secret
}

/** Has the sources asked at once, in place of in a minute or two. */
export async function askSources(origin: string, adminKey: string): Promise<void> {
  const headers = { Authorization: `Bearer ${adminKey}` }
  await fetch(`${origin}/api/v1/admin/events/poll`, { method: 'POST', headers })
}
