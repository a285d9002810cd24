import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import { type Day, playDay } from '../../../scripts/typical-day/play.ts'
import { dayTable, total } from '../../../scripts/typical-day/table.ts'

/** `npm run typical-day`, of which a twentieth runs here. */
let day: Day
beforeAll(async () => {
  day = await playDay(0.05)
}, 60_000)

it('succeeds without a failure', () => {
  expect(day.lines.filter(({ failed }) => failed > 0)).toEqual([])
  for (const { habit, requests } of day.lines) expect(requests, habit.what).toBeGreaterThan(0)
})

it('counts what Cloudflare counts', () => {
  const { lines } = day
  const [polls] = lines
  // At its time of the day each poll is the first of its minute: the key and the account are read again.
  expect(polls?.kvReads).toBeGreaterThanOrEqual((polls?.requests ?? 0) * 2 - 1)
  expect(total(lines, 'objectCalls')).toBeGreaterThan(0)
  expect(total(lines, 'rowsRead')).toBeGreaterThan(0)
  expect(total(lines, 'rowsWritten')).toBeGreaterThan(0)
  expect(total(lines, 'outgoing')).toBeGreaterThan(0)
})

it('is in docs/operations.md, habit by habit', async () => {
  const page = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  const headings = dayTable(day).split('\n')[0] ?? ''
  expect(page).toContain(`\n${headings}\n`)
  for (const { habit } of day.lines) expect(page).toContain(`| ${habit.who}: ${habit.what} | `)
})
