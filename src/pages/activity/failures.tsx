import { useId, useState } from 'preact/hooks'
import type { ErrorCode } from '../../base/errors.ts'
import { groupOfAccount } from '../../base/groups.ts'
import { useAccounts } from '../accounts/list.ts'
import { isFirst, PRODUCTS, productOf } from '../api/accounts.ts'
import { getAddress } from '../api/call.ts'
import { call } from '../api/session.ts'
import type { FailedRequest, FailureFilter } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { activityTexts } from '../text/activity.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime, formatSpan, number } from '../text/moments.ts'
import { Select } from '../ui/fields.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Empty } from '../ui/layout.tsx'
import { Button, Rich } from '../ui/shared.tsx'
import { ActorName, Entry, Facts, Filters, ListEnd, OutcomeBadge } from './Entry.tsx'
import { NO_FILTER, type OperationNames, toQuery, usePages, useSeenActors } from './entries.ts'

/** Failures that the owner fixes under "API keys", and those on the overview. */
const OF_KEYS: ReadonlySet<ErrorCode> = new Set([
  'invalid_key',
  'insufficient_scope',
  'licence_required',
  'limit_exceeded',
])
const OF_ACCOUNTS: ReadonlySet<ErrorCode> = new Set(['account_not_connected', 'account_rejected', 'setting_missing'])

/** The error statuses of the gateway. */
const STATUSES = [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 429, 500, 502, 503, 504]

interface RowProps {
  entry: FailedRequest
  names: OperationNames
  /** Whether a search found it. */
  isSought: boolean
}

/** A failed request: what, when, who, why, and what to do about it. */
function FailureRow({ entry, names, isSought }: RowProps) {
  const { views, products } = useTexts(firstTexts)
  const texts = useTexts(activityTexts)
  const { language } = useLanguage()
  const { operation, account, at, first_at, count, actor, outcome, status, code, fields, product_status } = entry
  const { method, route, path, setting, origin, upstream_ms, request_id } = entry
  const times = count > 1 ? number(language, count) : undefined
  const problems = fields.map(({ name, problem }) => texts.problem(name, problem))
  const answered =
    product_status !== null && account ? texts.answered(nameAccount(products, account), product_status) : undefined
  const [first, ...others] = problems
  return (
    <Entry
      badge={<OutcomeBadge outcome={outcome} status={status} />}
      title={operation ? (names[operation] ?? <code>{operation}</code>) : origin ? texts.fromPage : texts.causes[code]}
      count={times && texts.times(times)}
      at={at}
      isOpen={isSought}
      line={
        <>
          {first === undefined ? (
            (answered ?? (origin || path ? <code>{origin ?? path}</code> : texts.causes[code]))
          ) : (
            <Rich text={first} />
          )}
          {others.length > 0 && texts.andMore(others.length)}
          {' · '}
          <ActorName actor={actor} />
        </>
      }
    >
      {problems.length > 1 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>
              <Rich text={problem} />
            </li>
          ))}
        </ul>
      )}
      <p>
        {origin ? <Rich text={texts.unlistedOrigin(origin)} /> : texts.reasons[code]}{' '}
        {origin && <a href="#settings">{views.settings}</a>}
        {OF_KEYS.has(code) && <a href="#keys">{views.keys}</a>}
        {OF_ACCOUNTS.has(code) && <a href="#overview">{views.overview}</a>}
      </p>
      <Facts
        facts={[
          [texts.call, <code key="call">{`${method} ${route ?? path ?? ''}`}</code>],
          [texts.when, times ? texts.span(times, formatSpan(language, first_at, at)) : formatDateTime(language, at)],
          [texts.status, `${status}${upstream_ms > 0 ? `, ${number(language, upstream_ms)} ms` : ''}`],
          [texts.details, setting && <code>{setting}</code>],
          [texts.requestId, <code key="id">{request_id}</code>],
        ]}
      />
    </Entry>
  )
}

interface SectionProps {
  sought: FailureFilter
  names: OperationNames | undefined
}

/** The failed requests: all of them, the requests of one key or account, or the request with an id. */
export function FailuresSection({ sought, names }: SectionProps) {
  const { products } = useTexts(firstTexts)
  const texts = useTexts(activityTexts)
  const { language } = useLanguage()
  const [filter, setFilter] = useState(sought)
  const { value, error, reload, more, busy } = usePages(
    (cursor) => call('admin_list_requests', { query: { ...toQuery(filter), limit: 20, ...(cursor && { cursor }) } }),
    [JSON.stringify(filter)],
  )
  const actors = useSeenActors(value?.entries ?? [], texts.kinds)
  const change = (changed: Partial<FailureFilter>) => setFilter({ ...filter, requestId: '', ...changed })
  const further = useAccounts().flatMap(({ account }) => (isFirst(account) ? [] : [account]))
  const ids = PRODUCTS.flatMap((product) => [product, ...further.filter((account) => productOf(account) === product)])
  const ofGroup = PRODUCTS.filter((product) => filter.group && groupOfAccount(product) === filter.group)
  const used = Object.values(filter).filter((one) => one !== '').length
  const isKnown = ['', 'deployment', 'nobody'].includes(filter.key) || actors.has(filter.key)
  return (
    <>
      <p class="lead">{texts.failuresLead}</p>
      <RequestSearch
        value={filter.requestId}
        onValue={(requestId) => (requestId === filter.requestId ? reload() : setFilter({ ...NO_FILTER, requestId }))}
      />
      <Filters used={used}>
        <Select
          label={texts.actor}
          value={filter.key}
          options={[
            ['', texts.everybody],
            ...(isKnown ? [] : [[filter.key, texts.oneKey] as const]),
            ...(['deployment', 'nobody'] as const).map((kind) => [kind, texts.kinds[kind]] as const),
            ...actors,
          ]}
          onValue={(key) => change({ key })}
        />
        <Select
          label={texts.account}
          value={filter.group ? `group ${filter.group}` : filter.account}
          options={[
            ['', texts.everyAccount],
            ...(filter.group
              ? [[`group ${filter.group}`, ofGroup.map((product) => products[product]).join(', ')] as const]
              : []),
            ...ids.map((account) => [account, nameAccount(products, account)] as const),
          ]}
          onValue={(account) => !account.startsWith('group ') && change({ account, group: '' })}
        />
        <Select
          label={texts.reason}
          value={filter.reason}
          options={[['', texts.everyReason], ...Object.entries(texts.causes)]}
          onValue={(reason) => change({ reason })}
        />
        <Select
          label={texts.status}
          value={filter.status}
          options={[['', texts.everyStatus], ...STATUSES.map((status) => [`${status}`, `${status}`] as const)]}
          onValue={(status) => change({ status })}
        />
      </Filters>
      {used > 0 && (
        <p>
          {filter.key === 'nobody' && texts.onlyWithoutKey}{' '}
          <Button variant="quiet" onClick={() => setFilter(NO_FILTER)}>
            {texts.showAll}
          </Button>
        </p>
      )}
      <Loaded value={value && names && { entries: value.entries, loadedNames: names }} error={error} reload={reload}>
        {({ entries, loadedNames }) => (
          <>
            {' '}
            {entries.length === 0 && (
              <Empty picture={used > 0 ? 'search' : 'check'}>
                <p>{filter.requestId ? texts.notFound : texts.noFailures}</p>
              </Empty>
            )}
            {entries.length > 0 && (
              <ul class="card entries" aria-label={texts.failures}>
                {entries.map((entry) => (
                  <FailureRow key={entry.id} entry={entry} names={loadedNames} isSought={filter.requestId !== ''} />
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
          table={getAddress('admin_list_requests', { query: { ...toQuery(filter), format: 'csv' } })}
        />
      )}
      {value && names && value.without_key > 0 && used === 0 && (
        <div class="actions">
          <Button variant="quiet" onClick={() => change({ key: 'nobody' })}>
            {texts.withoutKey(number(language, value.without_key))}
          </Button>
        </div>
      )}
    </>
  )
}

/** A line for the id that a program shows with an error. */
function RequestSearch({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const texts = useTexts(activityTexts)
  const id = useId()
  const [typed, setTyped] = useState(value)
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onValue(typed.trim())
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
              aria-describedby={`${id}-hint`}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit">{texts.find}</Button>
          </div>
          <p class="hint" id={`${id}-hint`}>
            {texts.requestIdHint}
          </p>
        </div>
      </form>
    </search>
  )
}
