import { useState } from 'preact/hooks'
import { auditCsvAddress, fetchAudit } from '../api/activity.ts'
import type { AuditFilter } from '../api/activity-types.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ChangeFilters } from './ChangeFilters.tsx'
import { ActorName, DateTime, Explained, ListEnd, OperationId, OutcomeBadge } from './EntryParts.tsx'
import { usePages } from './pages.ts'

const ALL: AuditFilter = { actor: '', action: '', outcome: '' }

/** The audit log, newest first. */
export function ChangesSection() {
  const { activity: texts } = useTexts()
  const [filter, setFilter] = useState(ALL)
  const { value, error, reload, more, busy } = usePages(
    (cursor) => fetchAudit(filter, cursor),
    [filter.actor, filter.action, filter.outcome],
  )
  return (
    <>
      <p class="lead">{texts.changesLead}</p>
      <ChangeFilters filter={filter} seen={value?.entries ?? []} onFilter={setFilter} />
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!value && error === undefined && <Loading />}
      {value?.entries.length === 0 && <p class="empty card">{texts.noChanges}</p>}
      {value && value.entries.length > 0 && (
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
                <th scope="col">{texts.details}</th>
              </tr>
            </thead>
            <tbody>
              {value.entries.map(({ id, at, actor, action, target, outcome, status, reason, request_id }) => (
                <tr key={id}>
                  <th scope="row">
                    <OperationId id={action} />
                  </th>
                  <td data-label={texts.at}>
                    <DateTime at={at} />
                  </td>
                  <td data-label={texts.actor}>
                    <ActorName actor={actor} />
                  </td>
                  <td data-label={texts.target}>{target && <code>{target}</code>}</td>
                  <td data-label={texts.outcome}>
                    <OutcomeBadge outcome={outcome} status={status} />
                  </td>
                  <td data-label={texts.details}>
                    <Explained reason={reason} request_id={request_id} />
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
