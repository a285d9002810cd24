import { useId, useState } from 'preact/hooks'
import { fetchFailures } from '../api/activity.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ActorName, DateTime, Explained, ListEnd, OperationId, OutcomeBadge } from './EntryParts.tsx'
import { usePages } from './pages.ts'

/** The last failed requests, or the one with an X-Request-Id. */
export function FailuresSection({ request }: { request: string }) {
  const { activity: texts } = useTexts()
  const { language } = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState(request)
  const [wanted, setWanted] = useState(request)
  const { value, error, reload, more, busy } = usePages((cursor) => fetchFailures(wanted, cursor), [wanted])
  return (
    <>
      <p class="lead">{texts.failuresLead}</p>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() === wanted) reload()
            else setWanted(typed.trim())
          }}
        >
          <div class="field">
            <label for={id}>{texts.requestId}</label>
            <div class="joined">
              <input
                id={id}
                class="mono"
                type="search"
                value={typed}
                maxLength={128}
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
              <Button type="submit">{texts.find}</Button>
            </div>
            <p class="hint">{texts.requestIdHint}</p>
          </div>
        </form>
      </search>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!value && error === undefined && <Loading />}
      {value?.entries.length === 0 && <p class="empty card">{wanted ? texts.notFound : texts.noFailures}</p>}
      {value && value.entries.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.failures}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.operation}</th>
                <th scope="col">{texts.at}</th>
                <th scope="col">{texts.actor}</th>
                <th scope="col">{texts.outcome}</th>
                <th scope="col">{texts.details}</th>
                <th scope="col" class="number">
                  {texts.waited}
                </th>
              </tr>
            </thead>
            <tbody>
              {value.entries.map((entry) => (
                <tr key={entry.id}>
                  <th scope="row">{entry.operation ? <OperationId id={entry.operation} /> : texts.noOperation}</th>
                  <td data-label={texts.at}>
                    <DateTime at={entry.at} />
                  </td>
                  <td data-label={texts.actor}>
                    <ActorName actor={entry.actor} />
                  </td>
                  <td data-label={texts.outcome}>
                    <OutcomeBadge outcome={entry.outcome} status={entry.status} />
                  </td>
                  <td data-label={texts.details}>
                    <Explained reason={entry.reason} request_id={entry.request_id} />
                  </td>
                  <td data-label={texts.waited} class="number">
                    {number(language, entry.upstream_ms)} ms
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value && <ListEnd shown={value.entries.length} notRecorded={value.not_recorded} more={more} busy={busy} />}
    </>
  )
}
