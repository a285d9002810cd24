import type { Answer } from '../api/types.ts'
import { dataTexts } from '../text/data.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'

type ExportedData = Answer<'admin_export_data'>

/** The most events and deliveries in an export. */
const MOST_EXPORTED = 5_000

/** The amount of stored data, for one account or several. */
export function StoredData({ parts }: { parts: readonly ExportedData[] }) {
  const texts = useTexts(dataTexts)
  const { language } = useLanguage()
  const sum = (count: (part: ExportedData) => number) =>
    number(
      language,
      parts.reduce((total, part) => total + count(part), 0),
    )
  // A change of all accounts is in the export of each.
  const distinct = (of: 'events' | 'deliveries') => {
    const ids = new Set(parts.flatMap((part) => part[of].map(({ id }) => id)))
    return number(language, ids.size) + (parts.some((part) => part[of].length >= MOST_EXPORTED) ? '+' : '')
  }
  const [first] = parts
  const credential =
    parts.length === 1 && first
      ? texts.credentials[first.credential ?? 'none']
      : texts.connected(parts.filter((part) => part.credential !== null).length)
  const facts = [
    [texts.credential, credential],
    [texts.tokens, sum(({ tokens }) => tokens)],
    [texts.searches, sum(({ searches }) => searches.length)],
    [texts.bills, sum(({ bills }) => bills.length)],
    [texts.links, sum(({ links }) => links)],
    [texts.events, distinct('events')],
    [texts.deliveries, distinct('deliveries')],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
