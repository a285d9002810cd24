import { useState } from 'preact/hooks'
import { getErrorCode } from '../../base/errors.ts'
import { isAccount } from '../api/accounts.ts'
import { auditCsvAddress, fetchAudit } from '../api/activity.ts'
import type { AuditFilter } from '../api/activity-types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Moment } from '../ui/Moment.tsx'
import { ChangeFilters } from './ChangeFilters.tsx'
import { ActorName, EntryDetails, ListEnd, OutcomeBadge } from './EntryParts.tsx'
import type { OperationNames } from './operation-names.ts'
import { usePages } from './pages.ts'

const ALL: AuditFilter = { actor: '', action: '', outcome: '' }

/** The audit log, newest first. */
export function ChangesSection({ names }: { names: OperationNames | undefined }) {
  const { activity: texts, products } = useTexts()
  const { language } = useLanguage()
  const [filter, setFilter] = useState(ALL)
  const { value, error, reload, more, busy } = usePages(
    (cursor) => fetchAudit(filter, cursor),
    [filter.actor, filter.action, filter.outcome],
  )
  return (
    <>
      <p class="lead">{texts.changesLead}</p>
      <ChangeFilters filter={filter} seen={value?.entries ?? []} names={names ?? {}} onFilter={setFilter} />
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!(value && names) && error === undefined && <Loading />}
      {value?.entries.length === 0 && (
        <Empty picture="search">
          <p>{texts.noChanges}</p>
        </Empty>
      )}
      {value && names && value.entries.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.changes}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.action}</th>
                <th scope="col">{texts.at}</th>
                <th scope="col">{texts.actor}</th>
                <th scope="col">{texts.target}</th>
                <th scope="col">{texts.outcome}</th>
              </tr>
            </thead>
            <tbody>
              {value.entries.map(({ id, at, actor, action, target, outcome, status, reason, request_id, count }) => (
                <tr key={id}>
                  <th scope="row">{names[action] ?? <code>{action}</code>}</th>
                  <td data-label={texts.at}>
                    <Moment at={at} />
                  </td>
                  <td data-label={texts.actor}>
                    <ActorName actor={actor} />
                  </td>
                  <td data-label={texts.target}>
                    {target && (isAccount(target) ? products[target] : <code>{target}</code>)}
                  </td>
                  <td data-label={texts.outcome}>
                    <div class="explained">
                      <OutcomeBadge outcome={outcome} />
                      {count > 1 && <p>{texts.counted(number(language, count))}</p>}
                      {reason && <p>{texts.reasons[getErrorCode(reason, status)]}</p>}
                      <EntryDetails facts={[action, `${status} ${reason ?? ''}`]} requestId={request_id} />
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value && (
        <div class="title">
          <ListEnd shown={value.entries.length} notRecorded={value.not_recorded} more={more} busy={busy} />
          <a class="button plain" href={auditCsvAddress(filter)} download>
            {texts.download}
          </a>
        </div>
      )}
    </>
  )
}
