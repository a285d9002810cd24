import { useId, useState } from 'preact/hooks'
import { ACCOUNTS } from '../api/accounts.ts'
import { fetchFailures } from '../api/activity.ts'
import type { FailureFilter } from '../api/activity-types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ListEnd } from './EntryParts.tsx'
import { FailureRow } from './FailureRow.tsx'
import type { OperationNames } from './operation-names.ts'
import { usePages } from './pages.ts'

interface Props {
  sought: FailureFilter
  names: OperationNames | undefined
}

/** The last failed requests, those of a key or an account, or the one with a request id. */
export function FailuresSection({ sought, names }: Props) {
  const { activity: texts, products } = useTexts()
  const id = useId()
  const [typed, setTyped] = useState(sought.requestId)
  const [wanted, setWanted] = useState(sought.requestId)
  const { value, error, reload, more, busy } = usePages(
    (cursor) => fetchFailures({ ...sought, requestId: wanted }, cursor),
    [wanted],
  )
  const { key, group } = sought
  const accounts = ACCOUNTS.filter((account) => group && account.split('-')[0] === group)
  return (
    <>
      <p class="lead">{texts.failuresLead}</p>
      {(key || group) && (
        <p>
          {group ? texts.onlyAccount(accounts.map((account) => products[account]).join(', ')) : texts.onlyKey}{' '}
          <a href="#activity">{texts.showAll}</a>
        </p>
      )}
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
      {!(value && names) && error === undefined && <Loading />}
      {value?.entries.length === 0 && (
        <Empty picture={wanted ? 'search' : 'check'}>
          <p>{wanted ? texts.notFound : texts.noFailures}</p>
        </Empty>
      )}
      {value && names && value.entries.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.failures}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.operation}</th>
                <th scope="col">{texts.at}</th>
                <th scope="col">{texts.actor}</th>
                <th scope="col">{texts.details}</th>
              </tr>
            </thead>
            <tbody>
              {value.entries.map((entry) => (
                <FailureRow key={entry.id} entry={entry} names={names} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value && <ListEnd shown={value.entries.length} notRecorded={value.not_recorded} more={more} busy={busy} />}
    </>
  )
}
