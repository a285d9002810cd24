import { gzipSync } from 'node:zlib'
import { median } from './bench/median.ts'
import { benchRequests } from './bench/requests.ts'
import { benchStartup } from './bench/startup.ts'
import { benchSync } from './bench/sync.ts'
import { buildWorker } from './support/build.ts'
import { readCommand } from './support/usage.ts'

/** `npm run bench`: the figures of docs/measurements.md, as ratios and sizes. No network, about two minutes. */
readCommand({ usage: 'npm run bench\n\nPrints the figures of the gateway on this machine.', options: {} })
const worker = await buildWorker()
const requests = await benchRequests()
const sync = await benchSync(worker)
const startup = await benchStartup()

const { forwarding, handwritten, latchkey } = requests
const ratio = (value: number, anchor: number) => (value / anchor).toFixed(2)
const us = (ms: number) => `${Math.round(ms * 1000)} us`
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

type Figure = keyof typeof forwarding

/** A figure of the requests: the anchor, the Worker written by hand, and the gateway; ratios are the middle one of all rounds. */
function requestRow(what: string, figure: Figure, print: (value: number) => string, limit: string): string[] {
  const anchors = forwarding[figure]
  const over = (values: number[]) =>
    median(values.map((value, round) => value / (anchors[round] ?? Number.NaN))).toFixed(2)
  return [
    what,
    print(median(anchors)),
    `${print(median(handwritten[figure]))} (${over(handwritten[figure])})`,
    print(median(latchkey[figure])),
    over(latchkey[figure]),
    limit,
  ]
}

const rows = [
  ['what', 'anchor', 'by hand', 'latchkey', 'ratio', 'limit'],
  requestRow('p50 of a proxied GET, 32 connections', 'p50', us, '1.25'),
  requestRow('requests/s, 32 connections', 'perSecond', (value) => value.toFixed(0), '0.58'),
  requestRow('p50 of a proxied GET, one connection', 'alone', us, '1.25'),
  [
    'sync of 20, upstream in 100 ms',
    `${sync.ideal} ms`,
    '',
    `${sync.measured.toFixed(0)} ms`,
    ratio(sync.measured, sync.ideal),
    '1.3',
  ],
  [
    'start-up CPU, non-idle',
    `${startup.reference.toFixed(1)} ms`,
    '',
    `${startup.latchkey.toFixed(1)} ms`,
    ratio(startup.latchkey, startup.reference),
    '1.5',
  ],
  ['size, minified', '', '', kib(Buffer.byteLength(worker)), '', ''],
  ['size, minified and gzipped', '', '', kib(gzipSync(worker).byteLength), '', '160 KiB'],
]

const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
for (const row of rows)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
