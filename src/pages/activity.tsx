import { useEffect, useId, useState } from 'preact/hooks'
import { type ErrorCode, getErrorCode } from '../base/errors.ts'
import { ACTOR_KINDS, OUTCOMES } from '../base/usage.ts'
import { type OperationNames, useOperationNames, usePages, useSought } from './activity/entries.ts'
import { ACCOUNTS, isAccount } from './api/accounts.ts'
import { auditCsvAddress, fetchAudit, fetchFailures } from './api/admin.ts'
import type { Actor, AuditEntry, AuditFilter, FailedRequest, FailureFilter, Outcome } from './api/types.ts'
import { useLanguage, useTexts } from './text/language.tsx'
import { number } from './text/moments.ts'
import { Failure } from './ui/Failure.tsx'
import { Select, Switch } from './ui/fields.tsx'
import { Empty, Loading, Moment, Notice, type Tone } from './ui/layout.tsx'
import { Button, Icon, type IconName, Rich } from './ui/shared.tsx'

/** The kind is the gateway's own word. The name follows in quotes, because a client may choose any name. */
function ActorName({ actor: { kind, id, name } }: { actor: Actor }) {
  const { activity } = useTexts()
  return (
    <span title={id ?? undefined}>
      {activity.kinds[kind]}
      {name && (
        <>
          {' '}
          <q class="name">
            <bdi>{name}</bdi>
          </q>
        </>
      )}
    </span>
  )
}

const LOOKS: Record<Outcome, [IconName, Tone]> = {
  ok: ['good', 'good'],
  refused: ['warn', 'warn'],
  failed: ['bad', 'bad'],
}

function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { activity } = useTexts()
  const [icon, tone] = LOOKS[outcome]
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {activity.outcomes[outcome]}
    </span>
  )
}

interface DetailsProps {
  /** What is meant only for programs and their authors: ids, codes, statuses. */
  facts: readonly (string | null)[]
  requestId: string
}

/** The ids and codes of an entry, closed until somebody needs them. */
function EntryDetails({ facts, requestId }: DetailsProps) {
  const { errors } = useTexts()
  return (
    <details class="original">
      <summary aria-label={`${errors.details}: ${requestId}`}>{errors.details}</summary>
      {facts.map(
        (fact) =>
          fact && (
            <p key={fact}>
              <code>{fact}</code>
            </p>
          ),
      )}
      <p class="hint">
        {errors.requestId} <code>{requestId}</code>
      </p>
    </details>
  )
}

interface EndProps {
  shown: number
  notRecorded: number
  more: (() => void) | undefined
  busy: boolean
}

/** Below a list: how much of it is shown, and a button for more. */
function ListEnd({ shown, notRecorded, more, busy }: EndProps) {
  const { activity } = useTexts()
  return (
    <>
      <div class="actions">
        {more && (
          <Button busy={busy} onClick={more}>
            {activity.more}
          </Button>
        )}
        <p role="status" class="soft">
          {activity.shown(shown)}
        </p>
      </div>
      {notRecorded > 0 && (
        <Notice tone="warn">
          <p>{activity.notRecorded(notRecorded)}</p>
        </Notice>
      )}
    </>
  )
}

/** Failures that the owner fixes under "API keys", and those on the overview. */
const OF_KEYS: ReadonlySet<ErrorCode> = new Set([
  ...(['invalid_key', 'insufficient_scope', 'licence_required', 'limit_exceeded'] as const),
])
const OF_ACCOUNTS: ReadonlySet<ErrorCode> = new Set([
  ...(['account_not_connected', 'account_rejected', 'setting_missing'] as const),
])

interface FailureRowProps {
  entry: FailedRequest
  names: OperationNames
}

/** A failed request: what, when, who, why, and what to do about it. */
function FailureRow({ entry, names }: FailureRowProps) {
  const { activity: texts, views } = useTexts()
  const { language } = useLanguage()
  const { operation, at, actor, outcome, status, reason, request_id, setting, origin, upstream_ms } = entry
  const code = getErrorCode(reason ?? '', status)
  return (
    <tr>
      <th scope="row">
        {operation ? (names[operation] ?? <code>{operation}</code>) : origin ? texts.fromPage : texts.noOperation}
        <OutcomeBadge outcome={outcome} />
      </th>
      <td data-label={texts.at}>
        <Moment at={at} />
      </td>
      <td data-label={texts.actor}>
        <ActorName actor={actor} />
      </td>
      <td data-label={texts.details}>
        <div class="explained">
          <p>
            {origin ? <Rich text={texts.unlistedOrigin(origin)} /> : texts.reasons[code]}{' '}
            {OF_KEYS.has(code) && <a href="#keys">{views.keys}</a>}
            {OF_ACCOUNTS.has(code) && <a href="#overview">{views.overview}</a>}
          </p>
          <EntryDetails
            facts={[operation, `${status} ${reason ?? ''}`, setting, `${number(language, upstream_ms)} ms`]}
            requestId={request_id}
          />
        </div>
      </td>
    </tr>
  )
}

interface FailuresSectionProps {
  sought: FailureFilter
  names: OperationNames | undefined
}

/** The last failed requests, those of a key or an account, or the one with a request id. */
function FailuresSection({ sought, names }: FailuresSectionProps) {
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

interface ChangeFiltersProps {
  filter: AuditFilter
  /** Their keys, clients and actions are offered as filters. So are those of earlier lists. */
  seen: readonly AuditEntry[]
  names: OperationNames
  onFilter: (filter: AuditFilter) => void
}

/** Filters entries by actor, action and outcome. */
function ChangeFilters({ filter, seen, names, onFilter }: ChangeFiltersProps) {
  const { activity: texts } = useTexts()
  const [actors, setActors] = useState<ReadonlyMap<string, string>>(new Map())
  const [actions, setActions] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const named = seen.flatMap(({ actor: { kind, id: actor, name } }) =>
      actor && name ? [[actor, `${texts.kinds[kind]}: ${name}`] as const] : [],
    )
    setActors((last) => new Map([...last, ...named]))
    setActions((last) => new Set([...last, ...seen.map(({ action }) => action)]))
  }, [seen, texts])
  return (
    <div class="filters">
      <Select
        label={texts.actor}
        value={filter.actor}
        options={[['', texts.everybody], ...ACTOR_KINDS.map((kind) => [kind, texts.kinds[kind]] as const), ...actors]}
        onValue={(actor) => onFilter({ ...filter, actor })}
      />
      <Select
        label={texts.action}
        value={filter.action}
        options={[['', texts.everything], ...[...actions].map((action) => [action, names[action] ?? action] as const)]}
        onValue={(action) => onFilter({ ...filter, action })}
      />
      <Select
        label={texts.outcome}
        value={filter.outcome}
        options={[['', texts.anyOutcome], ...OUTCOMES.map((outcome) => [outcome, texts.outcomes[outcome]] as const)]}
        onValue={(outcome) => onFilter({ ...filter, outcome })}
      />
    </div>
  )
}

const ALL: AuditFilter = { actor: '', action: '', outcome: '' }

/** The audit log, newest first. */
function ChangesSection({ names }: { names: OperationNames | undefined }) {
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

const PARTS = ['failures', 'changes'] as const
type Part = (typeof PARTS)[number]

/** Which requests failed, and who changed what. */
export function ActivityView() {
  const { activity: texts, views } = useTexts()
  const sought = useSought()
  const names = useOperationNames()
  const [part, setPart] = useState<Part>('failures')
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.activity}</h1>
        <Switch
          label={texts.part}
          options={PARTS.map((one) => [one, texts[one]] as const)}
          value={part}
          onValue={(one) => setPart(one as Part)}
        />
      </div>
      {part === 'changes' ? (
        <ChangesSection names={names} />
      ) : (
        <FailuresSection key={JSON.stringify(sought)} sought={sought} names={names} />
      )}
    </>
  )
}
