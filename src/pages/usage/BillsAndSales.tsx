import { useState } from 'preact/hooks'
import { useAccounts } from '../accounts/list.ts'
import { isConnected } from '../accounts/need.ts'
import { type Product, productOf } from '../api/accounts.ts'
import { fetchBills, fetchSales } from '../api/bills-and-sales.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDayName, formatShortDay, number } from '../text/moments.ts'
import { usageTexts } from '../text/usage.ts'
import { Failure } from '../ui/Failure.tsx'
import { Button } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'
import { Chart, listValues, type Series } from './Chart.tsx'
import { getRecentDays } from './sums.ts'

/** How many days they show. */
const DAYS = 30

/** The content of a plot. */
interface Plot {
  series: readonly Series[]
  /** What stands there instead of a plot of nothing. */
  none: string
  /** The whole period in one sentence. */
  summary: string
}

/** Bills and sales, for each connected account, and only when they are asked for. */
export function BillsAndSales() {
  // Without the accounts there is nothing to show, and the usage above is whole.
  const connected = useAccounts().filter(isConnected)
  const { products } = useTexts(firstTexts)
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const won = (value: number) => texts.won(number(language, value))
  /** A plot has the name of its account where the product has several. */
  const getPlots = (product: Product) => {
    const accounts = connected.filter(({ account }) => productOf(account) === product).map(({ account }) => account)
    return accounts.map((account) => ({
      account,
      getTitle: (words: string) => (accounts.length > 1 ? `${words}: ${nameAccount(products, account)}` : words),
    }))
  }
  const plotBills = (bills: Awaited<ReturnType<typeof fetchBills>>, days: readonly string[]): Plot => {
    const paid = bills.filter(({ state }) => state === 'paid')
    const count = (among: typeof bills) => days.map((day) => among.filter((bill) => bill.day === day).length)
    const sum = (among: typeof bills) => among.reduce((total, { price }) => total + price, 0)
    const isOpen = (state: string) => state === 'unpaid' || state === 'expired'
    return {
      series: [
        { id: 'paid', label: texts.billStates.paid, values: count(paid) },
        { id: 'open', label: texts.billStates.open, values: count(bills.filter(({ state }) => isOpen(state))) },
        {
          id: 'others',
          label: texts.billStates.others,
          values: count(bills.filter(({ state }) => state !== 'paid' && !isOpen(state))),
        },
      ],
      none: texts.noBills,
      summary: texts.billsSummary(
        number(language, bills.length),
        won(sum(bills)),
        number(language, paid.length),
        won(paid.reduce((total, { approved }) => total + approved, 0)),
      ),
    }
  }
  const plotSales = ({ rows, isComplete }: Awaited<ReturnType<typeof fetchSales>>, days: readonly string[]): Plot => {
    const sum = (of: 'amount' | 'orders') => rows.reduce((total, row) => total + row[of], 0)
    const summary = texts.salesSummary(number(language, sum('orders')), won(sum('amount')))
    return {
      series: [
        {
          id: 'sales',
          label: texts.amount,
          values: days.map((day) => rows.find((row) => row.day === day)?.amount ?? 0),
        },
      ],
      none: isComplete ? texts.noSales : texts.salesCut,
      summary: isComplete ? summary : `${summary} ${texts.salesCut}`,
    }
  }
  return (
    <>
      {getPlots('payment').map(({ account, getTitle }) => (
        <PlotCard
          key={account}
          title={getTitle(texts.bills)}
          load={(days) => fetchBills(account, days)}
          plot={plotBills}
        />
      ))}
      {getPlots('shop-seller').map(({ account, getTitle }) => (
        <PlotCard
          key={account}
          title={getTitle(texts.sales)}
          load={(days) => fetchSales(account, days)}
          plot={plotSales}
        />
      ))}
    </>
  )
}

interface PlotCardProps<Content> {
  title: string
  load: (days: readonly string[]) => Promise<Content>
  /** In the language of the page. */
  plot: (content: Content, days: readonly string[]) => Plot
}

function PlotCard<Content>({ title, load, plot }: PlotCardProps<Content>) {
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const [known, setKnown] = useState<{ days: string[]; content: Content }>()
  const loaded = known && { days: known.days, ...plot(known.content, known.days) }
  const isAny = loaded?.series.some(({ values }) => values.some((value) => value > 0))
  const show = () =>
    run(async () => {
      const days = getRecentDays(DAYS, Date.now())
      setKnown({ days, content: await load(days) })
    })
  return (
    <section class="card business" aria-label={title}>
      <div class="title">
        <h2>{title}</h2>
        <Button busy={busy} onClick={show} aria-label={`${loaded ? texts.reload : texts.load}: ${title}`}>
          {loaded ? texts.reload : texts.load}
        </Button>
      </div>
      <div role="alert">
        <Failure error={error} retry={show} />
      </div>
      <div role="status">{loaded && !isAny && <p class="soft">{loaded.none}</p>}</div>
      {loaded && isAny && (
        <Chart
          label={`${title}. ${loaded.summary}`}
          names={loaded.days.map((day, place) => ((DAYS - 1 - place) % 5 === 0 ? formatShortDay(language, day) : ''))}
          series={loaded.series}
          getCaption={(place) => {
            const day = place === undefined ? undefined : loaded.days[place]
            if (place === undefined || day === undefined) return loaded.summary
            return (
              <>
                <strong>{formatDayName(language, day)}</strong> {listValues(loaded.series, place, language) || '0'}
              </>
            )
          }}
        />
      )}
    </section>
  )
}
