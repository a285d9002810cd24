import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDayName, number } from '../text/moments.ts'
import { type DaySum, getTotal } from './sums.ts'

/** The numbers of the chart. */
export function DayTable({ days }: { days: readonly DaySum[] }) {
  const { usage: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <details>
      <summary>{texts.byDay}</summary>
      <table class="numbers">
        <caption class="unseen">{texts.byDay}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            {[texts.total, texts.refused, texts.failed].map((words) => (
              <th scope="col" class="number" key={words}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDayName(language, day.day)}</th>
              {[getTotal(day), day.refused, day.failed].map((count, place) => (
                <td class="number" key={place}>
                  {number(language, count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
