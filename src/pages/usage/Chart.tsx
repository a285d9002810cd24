import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'
import { addUp, type DaySum, getTotal } from './sums.ts'

const HEIGHT = 120
const WIDTH = 720

/** A bar for each day: successes at the bottom, refusals and failures above, each with its own pattern. */
export function Chart({ days }: { days: readonly DaySum[] }) {
  const { usage } = useTexts()
  const { language } = useLanguage()
  const most = Math.max(1, ...days.map(getTotal))
  const step = WIDTH / days.length
  const all = addUp(days)
  const words = [getTotal(all), all.ok, all.refused, all.failed].map((count) => number(language, count))
  const [total = '', ok = '', refused = '', failed = ''] = words
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={usage.chart(total, ok, refused, failed)}
      >
        <defs>
          <pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="refused" width="6" height="6" />
            <rect class="gap" width="2" height="6" />
          </pattern>
        </defs>
        {days.map((day, place) => {
          const high = (count: number) => (count / most) * HEIGHT
          const bar = { x: place * step + step * 0.15, width: step * 0.7 }
          const [okHigh, refusedHigh, failedHigh] = [high(day.ok), high(day.refused), high(day.failed)]
          return (
            <g key={day.day}>
              <title>{`${day.day}: ${number(language, getTotal(day))}`}</title>
              <rect class="floor" {...bar} y={HEIGHT - 1} height={1} />
              <rect class="ok" {...bar} y={HEIGHT - okHigh} height={okHigh} />
              <rect fill="url(#stripes)" {...bar} y={HEIGHT - okHigh - refusedHigh} height={refusedHigh} />
              <rect class="failed" {...bar} y={HEIGHT - okHigh - refusedHigh - failedHigh} height={failedHigh} />
            </g>
          )
        })}
      </svg>
      <figcaption>
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </figcaption>
    </figure>
  )
}
