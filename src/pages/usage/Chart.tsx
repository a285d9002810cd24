import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLanguage } from '../text/language.tsx'
import { number } from '../text/moments.ts'
import { getTop } from './sums.ts'

/** A part of each bar, such as the requests of one key. */
export interface Series {
  id: string
  label: string
  /** One value for each bar. */
  values: readonly number[]
  isBad?: boolean
}

interface ChartProps {
  /** The content of the chart, for screen readers. */
  label: string
  /** The name of each bar under the axis. Empty for one that is not named. */
  names: readonly string[]
  /** From the bottom up. */
  series: readonly Series[]
  /** The numbers of a bar, or of none. */
  getCaption: (place: number | undefined) => ComponentChildren
}

/** In pixels, because the chart is as wide as the page. */
const HEIGHT = 200
const TOP = 12
const AXIS = 44

/** Bars with a scale, and the numbers of the one under the pointer. */
export function Chart({ label, names, series, getCaption }: ChartProps) {
  const { language } = useLanguage()
  const [at, setAt] = useState<number>()
  const totals = names.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  const top = getTop(Math.max(1, ...totals))
  const toHeight = (value: number) => (value / top) * HEIGHT
  const compact = new Intl.NumberFormat(language, { notation: top >= 100_000 ? 'compact' : 'standard' })
  const classes = series.map(({ isBad }, index) => (isBad ? 'failed' : `series-${index}`))
  return (
    <figure class="chart">
      <div class="plot" onPointerLeave={() => setAt(undefined)}>
        <svg class="scale" height={HEIGHT + 2 * TOP} aria-hidden="true">
          {[0, 0.5, 1].map((part) => (
            <g key={part}>
              <line class="line" x1={AXIS} x2="100%" y1={TOP + HEIGHT * (1 - part)} y2={TOP + HEIGHT * (1 - part)} />
              <text x={AXIS - 8} y={TOP + HEIGHT * (1 - part) + 4} text-anchor="end">
                {compact.format(top * part)}
              </text>
            </g>
          ))}
        </svg>
        <svg class="bars" height={HEIGHT + TOP} role="img" aria-label={label}>
          {totals.map((_, place) => {
            const x = `${((place + 0.15) / names.length) * 100}%`
            const width = `${(0.7 / names.length) * 100}%`
            let y = TOP + HEIGHT
            return (
              <g key={place} class={place === at ? 'pointed' : ''}>
                {series.map(({ id, values }, index) => {
                  const height = toHeight(values[place] ?? 0)
                  y -= height
                  return (
                    height > 0 && <rect key={id} class={classes[index]} x={x} width={width} y={y} height={height} />
                  )
                })}
                <rect
                  class="touch"
                  x={`${(place / names.length) * 100}%`}
                  width={`${100 / names.length}%`}
                  height={HEIGHT + TOP}
                  onPointerEnter={() => setAt(place)}
                  onPointerDown={() => setAt(place)}
                />
              </g>
            )
          })}
        </svg>
      </div>
      <div class="days" aria-hidden="true">
        {names.map((name, place) => (
          <span key={place}>{name}</span>
        ))}
      </div>
      <figcaption>{getCaption(at)}</figcaption>
      <ul class="legend">
        {series.map(({ id, label: name }, index) => (
          <li key={id} class={classes[index]}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** The numbers of a bar, such as `: Make 3, n8n 5`, of those that are there. */
export const listValues = (series: readonly Series[], place: number, language: 'en' | 'ko'): string =>
  series
    .filter(({ values }) => values[place])
    .map(({ label, values }) => `${label} ${number(language, values[place] ?? 0)}`)
    .join(', ')
