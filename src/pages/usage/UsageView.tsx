import { useState } from 'preact/hooks'
import { fetchUsage } from '../api/admin.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime, number } from '../text/moments.ts'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { Chart } from './Chart.tsx'
import { addUp, getDays, getLastDay, getTotal } from './sums.ts'
import { UsageTable } from './UsageTable.tsx'

const RANGES = [7, 30]

export function UsageView() {
  const { usage: texts, views } = useTexts()
  const { language } = useLanguage()
  const [range, setRange] = useState(7)
  const { value, error, reload } = useLoaded(async () => ({ range, ...(await fetchUsage(range)) }), [range])
  const sum = value && addUp(value.days)
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.usage}</h1>
        <fieldset class="switch">
          <legend class="unseen">{texts.range}</legend>
          {RANGES.map((days) => (
            <button key={days} type="button" aria-pressed={days === range} onClick={() => setRange(days)}>
              {texts.days(days)}
            </button>
          ))}
        </fieldset>
      </div>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!value && error === undefined && <Loading />}
      {value && sum && (
        <>
          <section class="card" aria-label={views.usage}>
            <dl class="sums">
              {(
                [
                  ['total', texts.total, getTotal(sum)],
                  ['ok', texts.ok, sum.ok],
                  ['refused', texts.refused, sum.refused],
                  ['failed', texts.failed, sum.failed],
                ] as const
              ).map(([look, words, count]) => (
                <div key={look} class={look}>
                  <dt>{words}</dt>
                  <dd>{number(language, count)}</dd>
                </div>
              ))}
            </dl>
            <Chart days={getDays(value.days, value.range, getLastDay(value.days, value.complete_until))} />
            <p class="soft">{texts.until(formatDateTime(language, value.complete_until))}</p>
          </section>
          {value.days.length > 0 ? <UsageTable rows={value.days} /> : <p class="empty card">{texts.empty}</p>}
        </>
      )}
    </>
  )
}
