import { useState } from 'preact/hooks'
import { keyLink } from '../activity/entries.ts'
import { call } from '../api/session.ts'
import type { KeyRecord } from '../api/types.ts'
import { GrantsSection } from '../grants.tsx'
import { nameAccount } from '../text/account-name.ts'
import { commonTexts } from '../text/common.ts'
import { firstTexts } from '../text/first.ts'
import { keysTexts } from '../text/keys.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime, formatDay, number } from '../text/moments.ts'
import { SearchField, Select } from '../ui/fields.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Empty, Moment, More } from '../ui/layout.tsx'
import { DeletedNotice, ResultNotice, useResult } from '../ui/result.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { Table } from '../ui/Table.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { EditKeyDialog, KeySubscriptions, MakeKeyDialog } from './dialogs.tsx'
import { LimitTags } from './LimitsForm.tsx'
import { findKeys, getUse, isEnded, type KeySeries, ORDERS, type Order, PAGE, toSeries } from './list.ts'
import { RevokeDialog, RollDialog } from './revoke.tsx'

interface PreviousKeysProps {
  records: readonly KeyRecord[]
  onRevoked: (record: KeyRecord) => void
}

/** The keys that a key replaced: until when they work, and a button that ends one earlier. */
function PreviousKeys({ records, onRevoked }: PreviousKeysProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(keysTexts)
  const { language } = useLanguage()
  const [dialog, setDialog] = useState<KeyRecord>()
  if (records.length === 0) return null
  return (
    <section aria-label={texts.previousKeys}>
      <p>{texts.previousKeys}</p>
      <ul class="previous">
        {records.map((record) => (
          <li key={record.id}>
            <code>{record.prefix ? `${record.prefix}…` : record.id}</code>
            <span class="soft">
              {isEnded(record)
                ? texts.ended
                : record.expires_at && texts.until(formatDateTime(language, record.expires_at))}
            </span>
            <Button
              variant="quiet"
              aria-label={`${common.revoke}: ${record.prefix ?? record.id}`}
              onClick={() => setDialog(record)}
            >
              {common.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {dialog && (
        <RevokeDialog
          record={dialog}
          isPrevious
          onClose={() => setDialog(undefined)}
          onRevoked={() => onRevoked(dialog)}
        />
      )}
    </section>
  )
}

interface KeyRowProps {
  series: KeySeries
  /** The licence of the deployment. Undefined until it is known. */
  licence: string | undefined
  onChanged: (...changed: KeyRecord[]) => void
  onRevoked: (id: string) => void
}

/** A key, and under "More" what it has set up and what ends it. */
function KeyRow({ series, licence, onChanged, onRevoked }: KeyRowProps) {
  const { record, previous } = series
  const { common, products, words } = useTexts(firstTexts)
  const texts = useTexts(keysTexts)
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const { result, showResult } = useResult()
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'edit' | 'roll' | 'revoke'>()
  const { id, prefix, name, groups, read_only, created_at, expires_at, disabled } = record
  const { last_used_at, requests_30d } = getUse(series)
  const ending = previous.find((one) => !isEnded(one))
  const close = () => setDialog(undefined)
  const toggle = () =>
    run(async () => {
      onChanged((await call('admin_change_key', { path: { id }, body: { disabled: !disabled } })).record)
      showResult(texts.changed(name, !disabled))
    })
  const tags = [
    ...(licence === undefined || record.licence === licence ? [] : [texts.licences[record.licence] ?? record.licence]),
    ...(record.accounts ?? []).map((account) => nameAccount(products, account)),
    ...(read_only ? [texts.readOnly] : []),
    ...(record.confirm ? [texts.confirms] : []),
    ...(expires_at && !isEnded(record) ? [texts.until(formatDay(language, expires_at))] : []),
    ...(ending?.expires_at ? [texts.previousUntil(formatDateTime(language, ending.expires_at))] : []),
  ]
  return (
    <>
      <tr>
        <th scope="row">
          <bdi>{name}</bdi> <KeyBadge record={record} />
          <code class="prefix">{prefix}…</code>
        </th>
        <td data-label={texts.scope}>
          <span>
            <span class="list">
              {groups?.map((group) => words.groups[group as keyof typeof words.groups] ?? group).join(', ') ??
                texts.allGroups}
            </span>
            {tags.map((tag) => (
              <span class="tag" key={tag}>
                {tag}
              </span>
            ))}
            <LimitTags limits={record.limits} />
          </span>
        </td>
        <td data-label={texts.lastUsed}>{last_used_at ? <Moment at={last_used_at} /> : common.notYet}</td>
        <td data-label={texts.requests} class="number">
          {requests_30d === null ? common.unknown : number(language, requests_30d)}
        </td>
        <td>
          <div class="actions">
            <Button variant="quiet" aria-label={`${texts.edit}: ${name}`} onClick={() => setDialog('edit')}>
              {texts.edit}
            </Button>
            <More
              label={texts.more}
              about={name}
              controls={`key-${id}`}
              open={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />
          </div>
          <ResultNotice result={result} error={error} />
          {dialog === 'edit' && (
            <EditKeyDialog
              record={record}
              licence={licence ?? record.licence}
              onClose={close}
              onChanged={(changed) => {
                onChanged(changed)
                showResult(texts.saved(changed.name))
              }}
            />
          )}
          {dialog === 'roll' && <RollDialog record={record} onRolled={onChanged} onClose={close} />}
          {dialog === 'revoke' && <RevokeDialog record={record} onClose={close} onRevoked={() => onRevoked(id)} />}
        </td>
      </tr>
      {isOpen && (
        <tr id={`key-${id}`} class="rest">
          <td colSpan={5}>
            <dl class="facts">
              <div>
                <dt>{texts.made}</dt>
                <dd>{formatDay(language, created_at)}</dd>
              </div>
              <div>
                <dt>{texts.expires}</dt>
                <dd>{expires_at ? formatDateTime(language, expires_at) : common.never}</dd>
              </div>
              <div>
                <dt>{texts.id}</dt>
                <dd>
                  <code>{id}</code>
                </dd>
              </div>
            </dl>
            <PreviousKeys
              records={previous}
              onRevoked={(revoked) => {
                onRevoked(revoked.id)
                showResult(texts.previousRevoked)
              }}
            />
            <KeySubscriptions record={record} none={texts.noSubscriptions} />
            <div class="actions">
              <a class="button quiet" href={keyLink(id)} aria-label={`${texts.failures}: ${name}`}>
                {texts.failures}
              </a>
              <Button variant="quiet" aria-label={`${texts.roll}: ${name}`} onClick={() => setDialog('roll')}>
                {texts.roll}
              </Button>
              <Button
                variant="quiet"
                busy={busy}
                aria-label={`${disabled ? texts.enable : texts.disable}: ${name}`}
                onClick={toggle}
              >
                {disabled ? texts.enable : texts.disable}
              </Button>
              <Button variant="quiet" aria-label={`${common.revoke}: ${name}`} onClick={() => setDialog('revoke')}>
                {common.revoke}
              </Button>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** Only what is unusual: a key that is refused. */
function KeyBadge({ record }: { record: KeyRecord }) {
  const texts = useTexts(keysTexts)
  if (!record.disabled && !isEnded(record)) return null
  const [icon, tone, words] = record.disabled
    ? (['empty', 'none', texts.disabled] as const)
    : (['clock', 'warn', texts.ended] as const)
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {words}
    </span>
  )
}

interface KeyTableProps {
  records: readonly KeyRecord[]
  licence: string | undefined
  onChanged: (...changed: KeyRecord[]) => void
}

/** The keys in pages, with a search and an order. The rows become cards on a narrow screen. */
function KeyTable({ records, licence, onChanged }: KeyTableProps) {
  const { views } = useTexts(firstTexts)
  const texts = useTexts(keysTexts)
  const { language } = useLanguage()
  const [sought, setSought] = useState('')
  const [order, setOrder] = useState<Order>('used')
  const [page, setPage] = useState(0)
  /** Revoked keys stay in their place as a sentence, unless another key had replaced them. */
  const [revoked, setRevoked] = useState<readonly string[]>([])
  const [gone, setGone] = useState<readonly string[]>([])
  const left = records.filter(({ id }) => !gone.includes(id))
  const found = findKeys(toSeries(left, revoked), sought, order)
  const start = Math.min(page, Math.max(0, Math.ceil(found.length / PAGE) - 1)) * PAGE
  const shown = found.slice(start, start + PAGE)
  return (
    <>
      {records.length > 1 && (
        <div class="filters">
          <SearchField
            label={texts.search}
            value={sought}
            onValue={(value) => {
              setSought(value)
              setPage(0)
            }}
          />
          <Select
            label={texts.order}
            value={order}
            options={ORDERS.map((one) => [one, texts.orders[one]] as const)}
            onValue={(value) => {
              setOrder(value as Order)
              setPage(0)
            }}
          />
        </div>
      )}
      {found.length === 0 && <p class="soft">{texts.notFound}</p>}
      {shown.length > 0 && (
        <Table
          caption={views.keys}
          columns={[texts.name, texts.scope, texts.lastUsed, texts.requests]}
          numbers={[texts.requests]}
        >
          {shown.map((series) => {
            const { record } = series
            return revoked.includes(record.id) ? (
              <tr key={record.id}>
                <td colSpan={5}>
                  <DeletedNotice words={texts.revoked(record.name)} />
                </td>
              </tr>
            ) : (
              <KeyRow
                key={record.lineage}
                series={series}
                licence={licence}
                onChanged={onChanged}
                onRevoked={(id) => (id === record.id ? setRevoked([...revoked, id]) : setGone([...gone, id]))}
              />
            )
          })}
        </Table>
      )}
      {found.length > PAGE && (
        <nav class="actions" aria-label={texts.pages}>
          <Button disabled={start === 0} onClick={() => setPage(start / PAGE - 1)}>
            {texts.previous}
          </Button>
          <Button disabled={start + PAGE >= found.length} onClick={() => setPage(start / PAGE + 1)}>
            {texts.next}
          </Button>
          <p role="status" class="soft">
            {texts.range(
              number(language, start + 1),
              number(language, start + shown.length),
              number(language, found.length),
            )}
          </p>
        </nav>
      )}
    </>
  )
}

interface Props {
  /** The licence of the deployment, with which a key begins. Undefined until it is known. */
  licence: string | undefined
  /** Whether it could not be loaded. */
  isFailed: boolean
}

export function KeysView({ licence, isFailed }: Props) {
  const { views } = useTexts(firstTexts)
  const texts = useTexts(keysTexts)
  const {
    value: records,
    error,
    reload,
    setValue,
    refresh,
  } = useLoaded((options) => call('admin_list_keys', {}, options).then(({ keys }) => keys))
  const [isMaking, setMaking] = useState(false)
  const put = (...changed: KeyRecord[]) =>
    setValue((last) => last && [...changed, ...last.filter((other) => changed.every(({ id }) => id !== other.id))])
  /** Reads the use of the keys again. Revoked keys stay. */
  const refreshKeys = () =>
    refresh((last, loaded) => [...loaded, ...last.filter(({ id }) => loaded.every((other) => other.id !== id))]).catch(
      () => {},
    )
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.keys}</h1>
        <Button
          variant="primary"
          busy={licence === undefined && !isFailed}
          disabled={licence === undefined && isFailed}
          onClick={() => setMaking(true)}
        >
          {texts.make}
        </Button>
      </div>
      <p class="lead">{texts.lead}</p>
      <Loaded value={records} error={error} reload={reload}>
        {(records) => (
          <>
            {' '}
            {records.length === 0 && (
              <Empty picture="key">
                <p>{texts.empty}</p>
              </Empty>
            )}
            {records.length > 0 && <KeyTable records={records} licence={licence} onChanged={put} />}
          </>
        )}
      </Loaded>
      <GrantsSection />
      {isMaking && licence !== undefined && (
        <MakeKeyDialog
          licence={licence}
          onMade={put}
          onUsed={refreshKeys}
          onClose={() => {
            setMaking(false)
            refreshKeys()
          }}
        />
      )}
    </>
  )
}
