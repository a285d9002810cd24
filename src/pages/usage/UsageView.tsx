import { useState } from 'preact/hooks'
import { fetchUsage } from '../api/admin.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime, number } from '../text/moments.ts'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { useLoaded } from '../ui/task.ts'
import { Chart } from './Chart.tsx'
import { DayTable } from './DayTable.tsx'
import { PartTable } from './PartTable.tsx'
import { getSeries, usePartName } from './parts.ts'
import { addUp, getDays, getLastDay, getTotal, SPLITS, type Split } from './sums.ts'

const RANGES = [7, 30]

export function UsageView() {
  const { usage: texts, views } = useTexts()
  const { language } = useLanguage()
  const [range, setRange] = useState(7)
  const [split, setSplit] = useState<Split>('outcome')
  const getName = usePartName()
  const { value, error, reload } = useLoaded(async () => ({ range, ...(await fetchUsage(range)) }), [range])
  const sum = value && addUp(value.days)
  const days = value && getDays(value.days, value.range, getLastDay(value.days, value.complete_until))
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.usage}</h1>
        <Switch
          label={texts.range}
          options={RANGES.map((count) => [String(count), texts.days(count)] as const)}
          value={String(range)}
          onValue={(count) => setRange(Number(count))}
        />
      </div>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!value && error === undefined && <Loading />}
      {value && value.days.length === 0 && (
        <Empty picture="chart">
          <p>{texts.empty}</p>
        </Empty>
      )}
      {value && sum && days && value.days.length > 0 && (
        <>
          <section class="card" aria-label={views.usage}>
            <div class="title">
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
              <Select
                label={texts.split}
                value={split}
                options={SPLITS.map((one) => [one, texts.splits[one]] as const)}
                onValue={(one) => setSplit(one as Split)}
              />
            </div>
            <Chart
              days={days}
              isSplit={split !== 'outcome'}
              series={getSeries(split, days, value.days, getName, texts)}
            />
            <DayTable days={days} />
            <p class="hint">{texts.until(formatDateTime(language, value.complete_until))}</p>
          </section>
          <PartTable split={split === 'group' ? 'group' : 'key'} rows={value.days} getName={getName} />
        </>
      )}
    </>
  )
}
