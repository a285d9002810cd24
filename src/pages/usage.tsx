import { useRef, useState } from 'preact/hooks'
import { keyLink, useOperationNames } from './activity/entries.ts'
import { getAddress } from './api/call.ts'
import { call } from './api/session.ts'
import type { UsageRow } from './api/types.ts'
import { firstTexts } from './text/first.ts'
import { useLanguage, useTexts } from './text/language.tsx'
import { duration, formatDateTime, formatDayName, formatHour, formatShortDay, number } from './text/moments.ts'
import { usageTexts } from './text/usage.ts'
import { Select, Switch } from './ui/fields.tsx'
import { Loaded } from './ui/Loaded.tsx'
import { Empty, More } from './ui/layout.tsx'
import { useLoaded } from './ui/task.ts'
import { BillsAndSales } from './usage/BillsAndSales.tsx'
import { Chart, listValues } from './usage/Chart.tsx'
import { type GetName, getSeries, usePartName } from './usage/parts.ts'
import {
  addUp,
  getLastSlot,
  getSlots,
  getTotal,
  joinRotated,
  NO_KEY,
  type Part,
  type PartSum,
  type Range,
  type SlotSum,
  SPLITS,
  type Split,
  type Sum,
  sumBy,
} from './usage/sums.ts'

/** The name of a day or an hour. */
function useSlotName({ unit }: Range) {
  const { language } = useLanguage()
  return (at: string) => (unit === 'days' ? formatDayName(language, at) : formatHour(language, at))
}

/** Above this number of days or hours, every fifth is named. */
const MOST_NAMED = 7

interface UsageChartProps {
  range: Range
  slots: readonly SlotSum[]
  rows: readonly UsageRow[]
  split: Split
  getName: GetName
}

function UsageChart({ range, slots, rows, split, getName }: UsageChartProps) {
  const usage = useTexts(usageTexts)
  const { language } = useLanguage()
  const getSlotName = useSlotName(range)
  const series = getSeries(split, slots, rows, getName, usage)
  const count = (value: number) => number(language, value)
  const all = addUp(slots)
  const isNamed = (place: number) => slots.length <= MOST_NAMED || (slots.length - 1 - place) % 5 === 0
  const getShortName = (at: string) => (range.unit === 'days' ? formatShortDay(language, at) : formatHour(language, at))
  return (
    <Chart
      label={usage.chart(count(getTotal(all)), count(all.ok), count(all.refused), count(all.failed))}
      names={slots.map(({ at }, place) => (isNamed(place) ? getShortName(at) : ''))}
      series={series}
      getCaption={(place) => {
        const slot = place === undefined ? undefined : slots[place]
        if (place === undefined || !slot) return usage.point
        const { refused, failed } = slot
        return (
          <>
            <strong>{getSlotName(slot.at)}</strong>{' '}
            {usage.daySummary(count(getTotal(slot)), count(refused), count(failed))}
            {split !== 'outcome' && `: ${listValues(series, place, language)}`}
          </>
        )
      }}
    />
  )
}

/** The head of a table of numbers. */
function Heads({ first }: { first: string }) {
  const texts = useTexts(usageTexts)
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {[texts.total, texts.refused, texts.failed, texts.mean, texts.longest].map((words) => (
          <th scope="col" class="number" key={words}>
            {words}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Counts({ sum }: { sum: Sum }) {
  const { language } = useLanguage()
  const values = [
    ...[getTotal(sum), sum.refused, sum.failed].map((count) => number(language, count)),
    ...[sum.mean_ms, sum.max_ms].map((ms) => duration(language, ms)),
  ]
  return (
    <>
      {values.map((value, place) => (
        <td class="number" key={place}>
          {value}
        </td>
      ))}
    </>
  )
}

/** The numbers of the chart. */
function SlotTable({ range, slots }: { range: Range; slots: readonly SlotSum[] }) {
  const texts = useTexts(usageTexts)
  const getSlotName = useSlotName(range)
  return (
    <details>
      <summary>{texts.bySlot[range.unit]}</summary>
      <div class="scrolled">
        <table class="numbers">
          <caption class="unseen">{texts.bySlot[range.unit]}</caption>
          <Heads first={texts.slot[range.unit]} />
          <tbody>
            {slots.toReversed().map((slot) => (
              <tr key={slot.at}>
                <th scope="row">{getSlotName(slot.at)}</th>
                <Counts sum={slot} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

interface PartTableProps {
  range: Range
  split: Part
  rows: readonly UsageRow[]
  getName: GetName
}

/** How many parts a table begins with. */
const FIRST_PARTS = 20

/** The sums of each key, group or operation. Its days or hours open below it. */
function PartTable({ range, split, rows, getName }: PartTableProps) {
  const texts = useTexts(usageTexts)
  const [isWhole, setWhole] = useState(false)
  const parts = sumBy(split, rows)
  return (
    <div class="card table">
      <div class="scrolled">
        <table class="numbers">
          <caption class="unseen">{texts.captions[split]}</caption>
          <Heads first={texts.splits[split]} />
          <tbody>
            {parts.slice(0, isWhole ? undefined : FIRST_PARTS).map((part) => (
              <PartRow key={part.id} part={part} range={range} split={split} getName={getName} />
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && parts.length > FIRST_PARTS && (
        <button type="button" class="button quiet" onClick={() => setWhole(true)}>
          {texts.all(parts.length)}
        </button>
      )}
    </div>
  )
}

interface PartRowProps extends Omit<PartTableProps, 'rows'> {
  part: PartSum
}

function PartRow({ part, range, split, getName }: PartRowProps) {
  const texts = useTexts(usageTexts)
  const getSlotName = useSlotName(range)
  const [isOpen, setOpen] = useState(false)
  const { id, rows } = part
  const name = rows[0] ? getName(split, rows[0]) : id
  const other = split === 'key' ? 'group' : 'key'
  const newest = isOpen ? rows.toSorted((one, two) => two.at.localeCompare(one.at)) : []
  return (
    <>
      <tr>
        <th scope="row">
          <bdi>{name}</bdi>{' '}
          <More
            label={texts.more[range.unit]}
            about={name}
            controls={`part-${id}`}
            open={isOpen}
            onToggle={() => setOpen(!isOpen)}
          />
          {isOpen && split === 'key' && id !== NO_KEY && (
            <a class="button quiet" href={keyLink(id)} aria-label={`${texts.failures}: ${name}`}>
              {texts.failures}
            </a>
          )}
        </th>
        <Counts sum={part} />
      </tr>
      {newest.map((row, place) => (
        <tr
          key={`${row.at} ${row.key_id} ${row.group} ${row.operation}`}
          class="inner"
          id={place === 0 ? `part-${id}` : undefined}
        >
          <th scope="row">
            {getSlotName(row.at)} <span class="soft">{getName(other, row)}</span>
          </th>
          <Counts sum={row} />
        </tr>
      ))}
    </>
  )
}

const RANGES: Readonly<Record<string, Range>> = {
  '24h': { unit: 'hours', count: 24 },
  '7d': { unit: 'days', count: 7 },
  '30d': { unit: 'days', count: 30 },
}
const USUAL: Range = { unit: 'days', count: 7 }

/** The input of admin_get_usage for a range. */
const toQuery = ({ unit, count }: Range, by: 'group' | 'operation') => ({ [unit]: count, by })

/** The counts of a range, each with its day or the beginning of its hour. */
async function fetchUsage(range: Range, by: 'group' | 'operation') {
  const { days, hours, ...rest } = await call('admin_get_usage', { query: toQuery(range, by) })
  const rows: UsageRow[] = [
    ...days.map(({ day, ...row }) => ({ at: day, ...row })),
    ...hours.map(({ hour, ...row }) => ({ at: hour, ...row })),
  ]
  return { rows, ...rest }
}

interface UsageReportProps {
  usage: Awaited<ReturnType<typeof fetchUsage>>
  range: Range
  /** What its rows can be split by. */
  split: Split
  /** What was chosen, which may still be loading. */
  wantedSplit: Split
  onSplit: (split: Split) => void
  getName: GetName
}

/** The sums of a range, its chart, and its tables. */
function UsageReport({ usage, range, split, wantedSplit, onSplit, getName }: UsageReportProps) {
  const { views } = useTexts(firstTexts)
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const { rows, complete_until } = usage
  if (rows.length === 0) {
    return (
      <Empty picture="chart">
        <p>{texts.empty}</p>
      </Empty>
    )
  }
  const sum = addUp(rows)
  const slots = getSlots(rows, range, getLastSlot(rows, range, complete_until))
  return (
    <>
      <section class="card" aria-label={views.usage}>
        <div class="title">
          <dl class="sums">
            {(
              [
                ['total', texts.total, number(language, getTotal(sum))],
                ['ok', texts.ok, number(language, sum.ok)],
                ['refused', texts.refused, number(language, sum.refused)],
                ['failed', texts.failed, number(language, sum.failed)],
                ['mean', texts.mean, duration(language, sum.mean_ms)],
                ['longest', texts.longest, duration(language, sum.max_ms)],
              ] as const
            ).map(([name, words, count]) => (
              <div key={name} class={name}>
                <dt>{words}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
          <Select
            label={texts.split}
            value={wantedSplit}
            options={SPLITS.map((one) => [one, texts.splits[one]] as const)}
            onValue={(one) => onSplit(one as Split)}
          />
        </div>
        <UsageChart range={range} slots={slots} rows={rows} split={split} getName={getName} />
        <SlotTable range={range} slots={slots} />
        <div class="title">
          <p class="hint">{texts.until(formatDateTime(language, complete_until))}</p>
          <a
            class="button plain"
            href={getAddress('admin_get_usage', { query: { ...toQuery(range, 'operation'), format: 'csv' } })}
            download
          >
            {texts.download}
          </a>
        </div>
      </section>
      <PartTable range={range} split={split === 'outcome' ? 'key' : split} rows={rows} getName={getName} />
    </>
  )
}

export function UsageView() {
  const { views } = useTexts(firstTexts)
  const texts = useTexts(usageTexts)
  const [wanted, setWanted] = useState('7d')
  const [split, setSplit] = useState<Split>('outcome')
  const names = useOperationNames() ?? {}
  const getName = usePartName(names)
  const range = RANGES[wanted] ?? USUAL
  const by = split === 'operation' ? 'operation' : 'group'
  const { value, error, reload } = useLoaded(async () => {
    // Without the keys, one that was rotated is several.
    const [usage, keys] = await Promise.all([
      fetchUsage(range, by),
      call('admin_list_keys')
        .then(({ keys }) => keys)
        .catch(() => []),
    ])
    return { range, by, ...usage, rows: joinRotated(usage.rows, keys) }
  }, [wanted, by])
  // Rows of groups are no operations: until those have come, the report stays as it was.
  const shownSplit = useRef(split)
  if (value?.by === by) shownSplit.current = split
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.usage}</h1>
        <Switch
          label={texts.range}
          options={Object.entries(RANGES).map(([id, { unit, count }]) => [id, texts[unit](count)] as const)}
          value={wanted}
          onValue={setWanted}
        />
      </div>
      <Loaded value={value} error={error} reload={reload}>
        {(loaded) => (
          <UsageReport
            usage={loaded}
            range={loaded.range}
            split={shownSplit.current}
            wantedSplit={split}
            onSplit={setSplit}
            getName={getName}
          />
        )}
      </Loaded>
      <BillsAndSales />
    </>
  )
}
