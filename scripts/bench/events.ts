import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { buildWorker } from '../support/build.ts'
import { type EventsInRuntime, type History, type Spent, withEvents } from './events-object.ts'

/**
 * `npm run bench:events`: what EVENTS delivers in a second, and what it reads and writes: docs/measurements.md and
 * docs/operations.md hold what it prints. The object ends before every alarm, as it does on Cloudflare.
 */

const BACKLOG = 1000
/** Alarms that are averaged; more than one pruning, every six hours, is among those of two sources at 120 s. */
const ALARMS = 200
const DELIVERIES = 200
const DAY_MS = 86_400_000

/** What forty days of 200 order sheets leave behind. */
const FULL: History = { marks: 8000, attempts: 5000 }

const worker = await buildWorker()

for (const ms of [0, 100]) {
  const times: number[] = []
  await withEndpoint(ms, times, async (url) =>
    withEvents(worker, 0, async (events) => {
      await events.subscribe(url)
      await events.keep(BACKLOG)
      while (times.length < BACKLOG) await pass(50)
    }),
  )
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  console.log(`backlog of ${BACKLOG}, endpoint of ${ms} ms: ${Math.round(BACKLOG / seconds)} deliveries per second`)
}

console.log(
  '\n| At rest | alarms a day | rows read by an alarm | at most | rows written by an alarm | rows read a day | rows written a day |',
)
console.log('|---|---:|---:|---:|---:|---:|---:|')
for (const [sources, history, name] of [
  [1, {}, '1 source, new'],
  [2, {}, '2 sources, new'],
  [3, {}, '3 sources, new'],
  [3, FULL, '3 sources, 8,000 seen keys, 5,000 attempts'],
  [3, { ...FULL, subscriptions: 49 }, 'the same with 50 subscriptions'],
] as const) {
  await withEvents(worker, sources, async (events) => {
    await begin(events, history)
    const spent: Spent[] = []
    let ms = 0
    for (let rung = 0; rung < ALARMS; rung++) {
      ms += Math.max(0, (await events.alarmIn()) ?? 0)
      spent.push(await events.ring())
    }
    const alarms = (ALARMS * DAY_MS) / ms
    const [read, written] = [mean(spent, 'rowsRead'), mean(spent, 'rowsWritten')]
    const most = Math.max(...spent.map(({ rowsRead }) => rowsRead))
    row(name, [alarms, read, most, written, alarms * read, alarms * written])
  })
}

console.log('\n| A delivery | rows read, mean | at most | rows written, mean |')
console.log('|---|---:|---:|---:|')
for (const [name, history] of [
  ['new', {}],
  ['8,000 seen keys, 5,000 attempts', FULL],
] as const) {
  await withEndpoint(0, [], (url) =>
    withEvents(worker, 0, async (events) => {
      await begin(events, history, url)
      const spent: Spent[] = []
      for (let delivered = 0; delivered < DELIVERIES; delivered++) {
        await events.keep(1)
        spent.push(await events.ring())
      }
      row(name, [
        mean(spent, 'rowsRead'),
        Math.max(...spent.map(({ rowsRead }) => rowsRead)),
        mean(spent, 'rowsWritten'),
      ])
    }),
  )
}

console.log('\n| One look at all subscriptions | rows read |')
console.log('|---|---:|')
for (const [name, events] of [
  ['50 subscriptions, nothing waits', 0],
  ['50 subscriptions, for 49 of which 20,000 events wait', 20_000],
] as const) {
  await withEvents(worker, 0, async (object) => {
    await begin(object, { subscriptions: 49, events })
    row(name, [(await object.list()).rowsRead])
  })
}

/** Subscribes, and lets pass what comes of that. */
async function begin(events: EventsInRuntime, history: History, url = 'https://hooks.example.com/'): Promise<void> {
  await events.subscribe(url)
  await events.ring()
  await events.fill(history)
}

async function withEndpoint(ms: number, times: number[], use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', async () => {
      if (ms > 0) await pass(ms)
      times.push(performance.now())
      outgoing.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  try {
    await use(`http://127.0.0.1:${port}/hook`)
  } finally {
    server.close()
  }
}

function mean(spent: readonly Spent[], name: keyof Spent): number {
  return spent.reduce((sum, one) => sum + one[name], 0) / spent.length
}

function row(name: string, values: readonly number[]): void {
  const cells = values.map((value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
