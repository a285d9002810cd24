import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { runningClock } from '../../simulators/clock.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { createNotion, DATA_SOURCES, NOTION_TOKENS, PAGES } from '../../simulators/workspace/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * The workspace's source on the real runtime, by pushes and polls (docs/spec/events.md, "Events of the workspace" and
 * "The workspace pushes").
 */

const ADMIN_KEY = 'live-admin-key-of-this-test-alone'
/** `EDITS=1000 KILLS=5` plays more. */
const EDITS = Number(process.env.EDITS ?? 300)
const BATCH = 50
/** This many edits of a batch are followed at once by another edit of the same page. */
const SUPERSEDED = 10
const KILLS = Number(process.env.KILLS ?? 2)
const TYPES = ['workspace.row.updated', 'workspace.page.updated'] as const

interface Received {
  type: string
  page: string
  /** The number of the edit, in the page. */
  edit: number
  changed: string[]
  id: string
}

it('edits arrive, each under one id, while pushes are lost, doubled and disordered and the runtime is killed', {
  timeout: 600_000,
}, async () => {
  const storage = await mkdtemp(join(tmpdir(), 'latchkey-workspace-'))
  const random = seeded(Number(process.env.SEED ?? 1))
  const notion = createNotion({ clock: runningClock, random })
  const rows = Array.from({ length: 40 }, (_, n) => notion.createRow(DATA_SOURCES.leads2026, { Amount: -n - 1 }).id)
  const pages = Array.from({ length: 20 }, (_, n) => notion.createPage(PAGES.handbook, `Page ${n}`).id)
  const received: Received[] = []
  const texts: { text: string; headers: Record<string, string> }[] = []
  const endpoint: Simulator = {
    ...notion,
    fetch: async (request) => {
      const text = await request.text()
      const headers = Object.fromEntries(request.headers)
      const { type, data } = JSON.parse(text)
      texts.push({ text, headers })
      const edit =
        data.simple_properties === null ? Number(data.title.replace('Edit ', '')) : data.simple_properties.Amount
      received.push({ type, page: data.id, edit, changed: data.changed_properties, id: headers['webhook-id'] ?? '' })
      return new Response(null, { status: 204 })
    },
  }
  const productAt = (host: string) =>
    notion.answersFor(host) ? notion : host === 'hooks.example.com' ? endpoint : undefined
  const settings = { WORKSPACE_TOKEN: NOTION_TOKENS.full, ADMIN_KEY, LICENCE: 'pro', EVENTS_POLL_SECONDS: '30' }
  let gateways: LiveRuntime | undefined
  const start = async () => {
    gateways = await startGateways([{ name: 'one', settings, productAt }], storage)
  }
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'X-API-KEY': LIVE_KEY, Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' }
    const answer = await gateways?.ask('one', `/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer?.status, answer?.text).toBeLessThan(300)
    return JSON.parse(answer?.text ?? '')
  }
  /** A push to a stopped gateway is refused, and the product repeats it. */
  const push = async (url: string, init: RequestInit) => {
    const answer = await gateways?.ask('one', new URL(url).pathname, init).catch(() => undefined)
    return new Response(answer?.text ?? '', { status: answer?.status ?? 503 })
  }
  try {
    await start()
    const { secret } = await send('POST', '/events/subscriptions', {
      url: 'https://hooks.example.com/in',
      types: TYPES,
    })
    expect(await notion.webhooks.subscribe((await send('GET', '/admin/webhooks/workspace')).url, push)).toBe(200)
    const { verification_token } = await send('GET', '/admin/webhooks/workspace')
    expect(notion.webhooks.verify(verification_token)).toBe(true)
    await vi.waitFor(
      async () => {
        const { sources } = await send('GET', '/admin/events')
        const own = sources.find(({ name }: { name: string }) => name === 'workspace.pages')
        expect(own.polled_at).not.toBeNull()
      },
      { timeout: 30_000, interval: 100 },
    )
    Object.assign(notion.webhooks.switches, { lost: 1 / 3, doubled: 1 / 5, isDisordered: true, isAggregated: false })

    const made = new Map<string, Set<number>>()
    let edits = 0
    const edit = (page: string) => {
      edits += 1
      if (rows.includes(page)) notion.editRow(page, { Amount: edits })
      else notion.renamePage(page, `Edit ${edits}`)
      made.set(page, (made.get(page) ?? new Set()).add(edits))
      return { page, edit: edits }
    }
    const outlived: { page: string; edit: number }[] = []
    for (let batch = 1; batch <= EDITS / BATCH; batch++) {
      const chosen = [...rows, ...pages].sort(() => random() - 0.5).slice(0, BATCH - SUPERSEDED)
      for (const page of chosen.slice(0, SUPERSEDED)) edit(page)
      const last = chosen.map(edit)
      outlived.push(...last)
      const flushing = notion.webhooks.flush()
      if (batch % Math.floor(EDITS / BATCH / KILLS) === 0) {
        await gateways?.stop()
        await start()
      }
      await flushing
      await vi.waitFor(
        async () => {
          await send('POST', '/admin/events/poll')
          const seen = new Set(received.map(({ type, page, edit: n }) => `${type} ${page} ${n}`))
          const wanted = last.flatMap(({ page, edit: n }) => [
            `workspace.page.updated ${page} ${n}`,
            ...(rows.includes(page) ? [`workspace.row.updated ${page} ${n}`] : []),
          ])
          expect(wanted.filter((one) => !seen.has(one))).toEqual([])
        },
        { timeout: 60_000, interval: 100 },
      )
      await notion.webhooks.flush()
    }
    expect(edits).toBe(EDITS)

    // Each edit that was not replaced within its window, with its types.
    const ids = Map.groupBy(received, ({ type, page, edit: n }) => `${type} ${page} ${n}`)
    for (const { page, edit: n } of outlived) {
      expect(ids.has(`workspace.page.updated ${page} ${n}`)).toBe(true)
      expect(ids.has(`workspace.row.updated ${page} ${n}`)).toBe(rows.includes(page))
    }
    // None twice with different ids, none wrong, and each signed.
    expect([...ids.values()].filter((own) => new Set(own.map(({ id }) => id)).size !== 1)).toEqual([])
    expect(received.filter(({ page, edit: n }) => !made.get(page)?.has(n))).toEqual([])
    expect(
      received.filter(({ page, changed }) => changed.join() !== (rows.includes(page) ? 'Amount' : 'title')),
    ).toEqual([])
    for (const { text, headers } of texts) {
      const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature } = headers
      expect(signature).toBe(new Webhook(secret).sign(id, new Date(Number(at) * 1000), text))
    }
    console.log(
      JSON.stringify({
        edits,
        outlived: outlived.length,
        deliveries: received.length,
        events: ids.size,
        calls: notion.calls.length,
      }),
    )
  } finally {
    await gateways?.stop()
    await rm(storage, { recursive: true })
  }
})

/** Numbers in [0, 1) that are the same for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
