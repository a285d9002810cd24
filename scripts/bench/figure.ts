import { median } from './median.ts'

/** One line of the table. A limit is met if any of its conditions holds. */
export interface Figure {
  what: string
  print: (value: number) => string
  /** One value per round. */
  latchkey: readonly number[]
  anchor?: readonly number[]
  byHand?: readonly number[]
  limits?: readonly Limit[]
}

/**
 * The limit of the median: at most `most`, or at least `least`, relative to the baseline, relative to the handwritten
 * version, or absolute. `more`: at most so much more than the baseline of the same round.
 */
export interface Limit {
  over?: 'anchor' | 'byHand'
  most?: number
  least?: number
  more?: number
}

export const us = (ms: number) => `${Math.round(ms * 1000)} us`
export const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
export const perSecond = (value: number) => value.toFixed(0)
export const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`
export const count = (value: number) => value.toFixed(0)
export const times = (value: number) => value.toFixed(2)

/** The columns of a figure: medians, their ratio, the limit. */
export function getColumns(figure: Figure): string[] {
  const { what, print, latchkey, anchor, byHand, limits = [] } = figure
  const over = (values: readonly number[] | undefined) => (values ? times(median(latchkey) / median(values)) : '')
  return [
    what,
    anchor ? print(median(anchor)) : '',
    byHand ? print(median(byHand)) : '',
    print(median(latchkey)),
    over(anchor),
    over(byHand),
    limits.map((limit) => words(figure, limit)).join(' or '),
    limits.length === 0 ? '' : isReached(figure) ? 'reached' : 'MISSED',
  ]
}

export const HEAD = ['what', 'anchor', 'by hand', 'latchkey', 'ratio', 'over hand', 'limit', '']

export const isReached = (figure: Figure): boolean =>
  !figure.limits || figure.limits.some((limit) => holds(limit, valueFor(figure, limit)))

function valueFor({ latchkey, anchor, byHand }: Figure, { over, more }: Limit): number {
  if (more !== undefined) return median(latchkey.map((value, round) => value - (anchor?.[round] ?? Number.NaN)))
  const values = over === 'anchor' ? anchor : over === 'byHand' ? byHand : [1]
  return median(latchkey) / median(values ?? [])
}

const holds = (
  { more, most = more ?? Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Limit,
  value: number,
) => value <= most && value >= least

function words({ print }: Figure, { over, most, least, more }: Limit): string {
  if (more !== undefined) return `<= anchor + ${print(more)}`
  const bound = (value: number) => (over ? times(value) : print(value))
  const told = most === undefined ? `>= ${bound(least ?? Number.NaN)}` : `<= ${bound(most)}`
  return over === 'byHand' ? `${told} over hand` : told
}
