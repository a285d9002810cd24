import { useState } from 'preact/hooks'
import { fetchLinks, revokeLink } from '../api/admin.ts'
import type { ListedLink } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Gone } from '../ui/Said.tsx'
import { useLoaded, useTask } from '../ui/task.ts'

/** The links of the last week, below the accounts. Hidden when there are none. */
export function LinksSection() {
  const { links: texts } = useTexts()
  const { value, error, reload } = useLoaded(fetchLinks)
  if (error === undefined && !value?.length) return null
  return (
    <section class="stack" aria-labelledby="links">
      <h2 id="links">{texts.listTitle}</h2>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {value && (
        <div class="rows">
          {value.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </div>
      )}
    </section>
  )
}

function LinkRow({ link }: { link: ListedLink }) {
  const { common, links: texts, products } = useTexts()
  const { language } = useLanguage()
  const { error, busy, run } = useTask()
  const [isRevoked, setRevoked] = useState(false)
  const { id, account, state, tries_left, owner_name, note, expires_at } = link
  const revoke = () =>
    run(async () => {
      await revokeLink(id)
      setRevoked(true)
    })
  if (isRevoked) return <Gone words={texts.revoked(products[account])} />
  return (
    <article class="row" aria-label={`${texts.url}: ${products[account]}`}>
      <header>
        <div>
          <h3>
            {products[account]} <bdi class="soft">{owner_name}</bdi>
          </h3>
          {note && <bdi class="soft">{note}</bdi>}
        </div>
      </header>
      <p class="soft">
        {state === 'open' ? texts.open(tries_left) : texts.states[state]}
        {state === 'open' && `, ${texts.until(formatDateTime(language, expires_at))}`}
      </p>
      <div class="actions">
        <Button look="quiet" busy={busy} aria-label={`${common.revoke}: ${products[account]}`} onClick={revoke}>
          {common.revoke}
        </Button>
      </div>
      <div role="alert">
        <Failure error={error} />
      </div>
    </article>
  )
}
