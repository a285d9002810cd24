import { useEffect, useState } from 'preact/hooks'
import { CHANNELS, type Channel } from '../../base/channels.ts'
import { getErrorCode } from '../../base/errors.ts'
import { ACTOR_KINDS, OUTCOMES } from '../../base/usage.ts'
import { isAccount } from '../api/accounts.ts'
import { getAddress } from '../api/call.ts'
import { call } from '../api/session.ts'
import type { AuditEntry, AuditFilter } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { activityTexts } from '../text/activity.ts'
import { channelsTexts } from '../text/channels.ts'
import { deedsTexts, nameDeed } from '../text/deeds.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime, number } from '../text/moments.ts'
import { Select } from '../ui/fields.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Empty } from '../ui/layout.tsx'
import { ActorName, Entry, Facts, Filters, GivenName, ListEnd, OutcomeBadge } from './Entry.tsx'
import { type OperationNames, usePages, useSeenActors } from './entries.ts'

const CHANNEL_IDS: readonly string[] = CHANNELS
const isChannel = (text: string | undefined): text is Channel => text !== undefined && CHANNEL_IDS.includes(text)

/** The name of a change: what the owner did, or the operation that a program called. */
function useChangeName(names: OperationNames) {
  const deeds = useTexts(deedsTexts)
  const { products } = useTexts(firstTexts)
  const channels = useTexts(channelsTexts)
  return ({ action, target, details, outcome }: Pick<AuditEntry, 'action' | 'target' | 'details' | 'outcome'>) => {
    const deed = deeds[action]
    if (!deed) return names[action]
    const channel = details.find(isChannel)
    const name = channel
      ? channels.names[channel]
      : target !== null && isAccount(target)
        ? nameAccount(products, target)
        : ''
    return nameDeed(deed, outcome === 'ok' ? { name, details, isAll: target === 'all' } : undefined)
  }
}

/** What a change was about, as people know it. The name of a deed has its account, and says what has no name. */
function Target({ entry: { action, target, target_name, outcome } }: { entry: AuditEntry }) {
  const { products } = useTexts(firstTexts)
  const deeds = useTexts(deedsTexts)
  const separator = ' · '
  if (target_name)
    return (
      <>
        <GivenName name={target_name} />
        {separator}
      </>
    )
  if (target === null || (action in deeds && (outcome === 'ok' || !isAccount(target)))) return null
  return (
    <>
      {isAccount(target) ? nameAccount(products, target) : <code>{target}</code>}
      {separator}
    </>
  )
}

interface RowProps {
  entry: AuditEntry
  names: OperationNames
}

function ChangeRow({ entry, names }: RowProps) {
  const texts = useTexts(activityTexts)
  const { language } = useLanguage()
  const deeds = useTexts(deedsTexts)
  const getName = useChangeName(names)
  const { at, actor, device, action, target, outcome, status, reason, request_id, count } = entry
  // An export of all accounts is one deed, however many requests it took.
  const times = count > 1 && target !== 'all' ? number(language, count) : undefined
  return (
    <Entry
      badge={outcome !== 'ok' && <OutcomeBadge outcome={outcome} status={status} />}
      title={getName(entry) ?? <code>{action}</code>}
      count={times && texts.times(times)}
      at={at}
      line={
        <>
          <Target entry={entry} />
          <ActorName actor={actor} />
          {device && ` (${device})`}
        </>
      }
    >
      {times && <p>{outcome === 'ok' ? texts.repeated(times) : texts.counted(times)}</p>}
      {reason && <p>{texts.reasons[getErrorCode(reason, status)]}</p>}
      <Facts
        facts={[
          [texts.when, formatDateTime(language, at)],
          // The name of a deed says both.
          [texts.target, action in deeds ? null : target && <code>{target}</code>],
          [texts.action, action in deeds ? null : <code key="action">{action}</code>],
          [texts.status, status],
          [texts.requestId, <code key="id">{request_id}</code>],
        ]}
      />
    </Entry>
  )
}

interface ChangeFiltersProps {
  filter: AuditFilter
  /** Their keys, clients and actions are offered as filters, with the values of earlier lists. */
  seen: readonly AuditEntry[]
  names: OperationNames
  onFilter: (filter: AuditFilter) => void
}

/** Filters entries by actor, action and outcome. */
function ChangeFilters({ filter, seen, names, onFilter }: ChangeFiltersProps) {
  const texts = useTexts(activityTexts)
  const actors = useSeenActors(seen, texts.kinds)
  const deeds = useTexts(deedsTexts)
  const getName = (action: string) => deeds[action]?.tried ?? names[action]
  const [actions, setActions] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setActions((last) => new Set([...last, ...seen.map(({ action }) => action)])), [seen])
  return (
    <Filters used={Object.values(filter).filter((one) => one !== '').length}>
      <Select
        label={texts.actor}
        value={filter.actor}
        options={[['', texts.everybody], ...ACTOR_KINDS.map((kind) => [kind, texts.kinds[kind]] as const), ...actors]}
        onValue={(actor) => onFilter({ ...filter, actor })}
      />
      <Select
        label={texts.action}
        value={filter.action}
        options={[
          ['', texts.everything],
          ...[...actions].map((action) => [action, getName(action) ?? action] as const),
        ]}
        onValue={(action) => onFilter({ ...filter, action })}
      />
      <Select
        label={texts.outcome}
        value={filter.outcome}
        options={[['', texts.anyOutcome], ...OUTCOMES.map((outcome) => [outcome, texts.outcomes[outcome]] as const)]}
        onValue={(outcome) => onFilter({ ...filter, outcome })}
      />
    </Filters>
  )
}

/** The fields of a filter that are not empty. */
const toQuery = (filter: AuditFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

const ALL: AuditFilter = { actor: '', action: '', outcome: '' }

/** The audit log, newest first. */
export function ChangesSection({ names }: { names: OperationNames | undefined }) {
  const texts = useTexts(activityTexts)
  const [filter, setFilter] = useState(ALL)
  const { value, error, reload, more, busy } = usePages(
    (cursor) => call('admin_list_audit', { query: { ...toQuery(filter), limit: 20, ...(cursor && { cursor }) } }),
    [filter.actor, filter.action, filter.outcome],
  )
  return (
    <>
      <p class="lead">{texts.changesLead}</p>
      <ChangeFilters filter={filter} seen={value?.entries ?? []} names={names ?? {}} onFilter={setFilter} />
      <Loaded value={value && names && { entries: value.entries, loadedNames: names }} error={error} reload={reload}>
        {({ entries, loadedNames }) => (
          <>
            {' '}
            {entries.length === 0 && (
              <Empty picture="search">
                <p>{texts.noChanges}</p>
              </Empty>
            )}
            {entries.length > 0 && (
              <ul class="card entries" aria-label={texts.changes}>
                {entries.map((entry) => (
                  <ChangeRow key={entry.id} entry={entry} names={loadedNames} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {value && names && (
        <ListEnd
          shown={value.entries.length}
          notRecorded={value.not_recorded}
          more={more}
          busy={busy}
          table={getAddress('admin_list_audit', { query: { ...toQuery(filter), format: 'csv' } })}
        />
      )}
    </>
  )
}
