import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { buildWorker } from '../support/build.ts'
import { type EventsInRuntime, type History, type Spent, withEvents } from './events-object.ts'

/**
 * `npm run bench:events`: measures how much EVENTS delivers in a second, and what it reads and writes. Its output is in
 * docs/measurements.md and docs/operations.md. The object is evicted before every alarm, as on Cloudflare.
 */

const BACKLOG = 1000
/**
 * How many alarms are averaged. For two sources at 120 s they include more than one pruning, which runs every six
 * hours.
 */
const ALARMS = 200
const DELIVERIES = 200
const DAY_MS = 86_400_000
const MIB = 1024 ** 2

/** The data left by forty days of 200 order sheets each. */
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
    row(name, [alarms, read, most(spent), written, alarms * read, alarms * written])
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
      row(name, [mean(spent, 'rowsRead'), most(spent), mean(spent, 'rowsWritten')])
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

await year()

/** A year of use: 50 subscriptions, of which 48 fail and have a backlog, and stores at their maximum size. */
async function year(): Promise<void> {
  const [delivered, failed]: [number[], number[]] = [[], []]
  await withEndpoint(0, delivered, (url) =>
    withEndpoint(
      0,
      failed,
      (failing) =>
        withEvents(worker, 3, async (events) => {
          await begin(events, { ...FULL, subscriptions: 1 }, url)
          await events.fill({ subscriptions: 48, events: 20_000, endpoint: failing })
          console.log('\n| A year | |')
          console.log('|---|---:|')
          row('EVENTS, MiB', [(await events.size()) / MIB])
          row('USAGE, MiB', [(await events.fillUsage({ days: 35, keys: 1000 })) / MIB])
          await look(events, '/events?limit=100', 'first page of /events')
          const end = await look(events, '/events?limit=100&types=account.rejected', '/events, a type that never was')
          const { next_after } = JSON.parse(end) as { next_after: string }
          await look(events, `/events?limit=100&after=${next_after}`, '/events from the end')
          await look(events, '/events/subscriptions', '/events/subscriptions')
          for (const days of [1, 7, 30]) await look(events, `/admin/usage?days=${days}`, `/admin/usage of ${days} days`)
          const quiet: Spent[] = []
          const all: Spent[] = []
          for (let rung = 0; rung < ALARMS; rung++) {
            const before = failed.length
            const spent = await events.ring()
            all.push(spent)
            if (failed.length === before) quiet.push(spent)
          }
          row(`attempts at the failing endpoints in the first ${ALARMS} alarms`, [failed.length])
          row('rows read by one of these alarms, mean', [mean(all, 'rowsRead')])
          row('rows read by one of them that attempts nothing, mean', [mean(quiet, 'rowsRead')])
          row('the same, at most', [most(quiet)])
          const deliveries: Spent[] = []
          while (deliveries.length < DELIVERIES / 4) {
            await events.keep(1)
            const before = [delivered.length, failed.length]
            const spent = await events.ring()
            if (delivered.length > Number(before[0]) && failed.length === before[1]) deliveries.push(spent)
          }
          row('rows read by an alarm that delivers an event to two endpoints, mean', [mean(deliveries, 'rowsRead')])
          row('the same, at most', [most(deliveries)])
          row('rows written by it, mean', [mean(deliveries, 'rowsWritten')])
        }),
      500,
    ),
  )
}

/** Requests a path once to warm up, and then three times. */
async function look(events: EventsInRuntime, path: string, name: string): Promise<string> {
  const { text, bytes } = await events.get(path)
  const times = [await events.get(path), await events.get(path), await events.get(path)].map(({ ms }) => ms)
  row(`${name}, ms`, [times.sort((one, other) => one - other)[1] ?? 0])
  row(`${name}, KiB`, [bytes / 1024])
  return text
}

/** Subscribes, and waits for the effects. */
async function begin(events: EventsInRuntime, history: History, url = 'https://hooks.example.com/'): Promise<void> {
  await events.subscribe(url)
  await events.ring()
  await events.fill(history)
}

async function withEndpoint(
  ms: number,
  times: number[],
  use: (url: string) => Promise<void>,
  status = 200,
): Promise<void> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', async () => {
      if (ms > 0) await pass(ms)
      times.push(performance.now())
      outgoing.writeHead(status).end()
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

function most(spent: readonly Spent[]): number {
  return Math.max(...spent.map(({ rowsRead }) => rowsRead))
}

function mean(spent: readonly Spent[], name: keyof Spent): number {
  return spent.reduce((sum, one) => sum + one[name], 0) / spent.length
}

function row(name: string, values: readonly number[]): void {
  const cells = values.map((value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
