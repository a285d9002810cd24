import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Figure, isBroken, printTable, replaceRun } from '../../../scripts/bench/page.ts'
import { ROOT } from '../../../scripts/support/build.ts'

const page = readFileSync(join(ROOT, 'docs/measurements.md'), 'utf8')
const run = { date: '2026-01-31', commit: '0123abcd', isChanged: false, processors: 2 }
const ms = (value: number) => `${value} ms`
const ALONE: Figure = { what: 'the upload', latchkey: 3, print: ms, most: 2 }
const COMPARED: Figure = { what: 'a start', latchkey: 8, print: ms, beside: 'an empty one', anchor: 2, most: 4 }

describe('docs/measurements.md', () => {
  it('is written by the bench: it has the date and the commit of its run, and a limit for each kind of work', () => {
    expect(page).toMatch(
      /\n\nMeasured on 20\d\d-\d\d-\d\d at commit [0-9a-f]{8}, on a machine with \d+ processors:\n\n\|/,
    )
    const limits = [...page.matchAll(/^\| (.+?) \|.*\| ([^|]+) \|$/gm)].flatMap(([, what = '', limit = '']) =>
      /\d/.test(limit) ? [[what.replace(/one of [\d,]+ .*/, 'one of many'), limit.trim()]] : [],
    )
    expect(Object.fromEntries(limits)).toEqual({
      'CPU of a warm GET': '1.25',
      'CPU of 100 rows': '1.45',
      'CPU of 3,000 utterances as json': '2.00',
      'CPU of 3,000 utterances as srt': '3.60',
      'CPU of a start': '4.00',
      'CPU of one of many': '1.50',
      'the upload': '2.00 MiB',
    })
  })

  it('keeps what is not of the run', () => {
    const written = replaceRun(page, run, [ALONE])
    const outside = (text: string) => text.replace(/(<!-- Written .*? -->)[\s\S]*(<!-- End -->)/, '$1$2')
    expect(outside(written)).toBe(outside(page))
    expect(written).toContain('\n\nMeasured on 2026-01-31 at commit 0123abcd, on a machine with 2 processors:\n\n|')
    expect(written).toContain('|\n\n<!-- End -->')
    expect(replaceRun(written, run, [ALONE])).toBe(written)
    expect(replaceRun(page, { ...run, isChanged: true }, [])).toContain('commit 0123abcd with changes,')
  })

  it('is not written without both marks', () => {
    expect(() => replaceRun(page.replace('<!-- End -->', ''), run, [])).toThrow('<!-- End -->')
  })
})

it('a figure is printed with its ratio, or alone', () => {
  expect(printTable([ALONE, COMPARED]).split('\n').slice(2)).toEqual([
    '| the upload | 3 ms |  |  |  | 2 ms |',
    '| a start | 8 ms | an empty one | 2 ms | 4.00 | 4.00 |',
  ])
})

it('a limit counts as it is printed', () => {
  expect([ALONE, COMPARED, { ...COMPARED, latchkey: 8.009 }, { ...COMPARED, latchkey: 8.011 }].map(isBroken)).toEqual([
    true,
    false,
    false,
    true,
  ])
})
