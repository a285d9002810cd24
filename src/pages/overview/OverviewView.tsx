import { useState } from 'preact/hooks'
import { AccountsSection } from '../accounts/AccountsSection.tsx'
import { LinksSection } from '../accounts/LinksSection.tsx'
import type { Overview } from '../api/types.ts'
import type { Arrival } from '../connect/arrival.ts'
import { useTexts } from '../text/language.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OverviewCard } from './OverviewCard.tsx'

/** The owner's first view: the outcome of an OAuth flow, how the accounts are, and the API. */
export function OverviewView({ overview, arrival }: { overview: Overview | undefined; arrival: Arrival }) {
  const { accounts, views } = useTexts()
  const [linksReloads, setLinksReloads] = useState(0)
  return (
    <>
      <h1 tabIndex={-1}>{views.overview}</h1>
      <div role="status">
        {arrival.connected && (
          <Notice tone="good">
            <p>{accounts.clickDone}</p>
          </Notice>
        )}
        {arrival.failed && (
          <Notice tone="bad">
            <p>{accounts.clickFailed[arrival.failed]}</p>
          </Notice>
        )}
      </div>
      <AccountsSection
        warnings={overview?.warnings.length ?? 0}
        onLinksChanged={() => setLinksReloads(linksReloads + 1)}
      />
      <LinksSection key={linksReloads} />
      {overview ? <OverviewCard overview={overview} /> : <div class="card ghost" aria-hidden="true" />}
    </>
  )
}
