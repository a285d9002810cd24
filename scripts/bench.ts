import { gzipSync } from 'node:zlib'
import { benchRequests } from './bench/requests.ts'
import { benchStartup } from './bench/startup.ts'
import { benchSync } from './bench/sync.ts'
import { buildWorker } from './support/build.ts'

/** `npm run bench`: the figures of the README, as ratios and sizes. No network, about two minutes. */
const worker = await buildWorker()
const requests = await benchRequests(worker)
const sync = await benchSync(worker)
const startup = await benchStartup()

const { forwarding, handwritten, latchkey } = requests
const ratio = (value: number, anchor: number) => (value / anchor).toFixed(2)
const us = (ms: number) => `${Math.round(ms * 1000)} us`
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

const rows = [
  ['what', 'anchor', 'by hand', 'latchkey', 'ratio', 'limit'],
  [
    'p50 of a proxied GET, one connection',
    us(forwarding.p50),
    `${us(handwritten.p50)} (${ratio(handwritten.p50, forwarding.p50)})`,
    us(latchkey.p50),
    ratio(latchkey.p50, forwarding.p50),
    '1.25',
  ],
  [
    'requests/s, 32 connections',
    forwarding.perSecond.toFixed(0),
    `${handwritten.perSecond.toFixed(0)} (${ratio(handwritten.perSecond, forwarding.perSecond)})`,
    latchkey.perSecond.toFixed(0),
    ratio(latchkey.perSecond, forwarding.perSecond),
    '0.58',
  ],
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
  ['size, minified and gzipped', '', '', kib(gzipSync(worker).byteLength), '', '70 KiB'],
]

const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
for (const row of rows)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
