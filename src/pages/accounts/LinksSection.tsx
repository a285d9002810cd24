import { useState } from 'preact/hooks'
import { fetchLinks, revokeLink } from '../api/admin.ts'
import type { ListedLink } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useLoaded, useTask } from '../ui/task.ts'

/** The links of the last week, below the accounts. Hidden when there are none. */
export function LinksSection() {
  const { common, links: texts, products } = useTexts()
  const { value, error, reload, setValue } = useLoaded(fetchLinks)
  const [said, setSaid] = useState('')
  const { error: refusal, run } = useTask()
  const revoke = ({ id, account }: ListedLink) =>
    run(async () => {
      await revokeLink(id)
      setValue((last) => last?.filter((link) => link.id !== id))
      setSaid(texts.revoked(products[account]))
    })
  if (error === undefined && !value?.length && said === '') return null
  return (
    <section aria-labelledby="links">
      <h2 id="links">{texts.listTitle}</h2>
      <p role="status" class="said">
        {said}
      </p>
      <div role="alert">
        <Failure error={error} retry={reload} />
        <Failure error={refusal} />
      </div>
      {value && value.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.listTitle}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.account}</th>
                <th scope="col">{texts.state}</th>
                <th scope="col">{texts.endsAt}</th>
                <th scope="col">
                  <span class="unseen">{common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.map((link) => (
                <LinkRow key={link.id} link={link} onRevoke={() => revoke(link)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function LinkRow({ link, onRevoke }: { link: ListedLink; onRevoke: () => void }) {
  const { common, links: texts, products } = useTexts()
  const { language } = useLanguage()
  const { account, state, tries_left, owner_name, note, expires_at } = link
  return (
    <tr>
      <th scope="row">
        {products[account]} {owner_name && <bdi class="soft">{owner_name}</bdi>}
        {note && <bdi class="hint">{note}</bdi>}
      </th>
      <td data-label={texts.state}>{state === 'open' ? texts.open(tries_left) : texts.states[state]}</td>
      <td data-label={texts.endsAt}>{formatDateTime(language, expires_at)}</td>
      <td>
        <div class="actions">
          <Button look="quiet" aria-label={`${common.revoke}: ${products[account]}`} onClick={onRevoke}>
            {common.revoke}
          </Button>
        </div>
      </td>
    </tr>
  )
}
