import { useEffect, useRef, useState } from 'preact/hooks'
import type { SettingWarning } from '../base/setting-warnings.ts'
import { AccountsSection, LinksSection } from './accounts/section.tsx'
import { call } from './api/session.ts'
import type { Overview } from './api/types.ts'
import type { Arrival } from './connect/arrival.ts'
import { firstTexts } from './text/first.ts'
import { useTexts } from './text/language.tsx'
import { Failure } from './ui/Failure.tsx'
import { Details, Loading, Notice } from './ui/layout.tsx'
import { lazy } from './ui/lazy.tsx'
import { Button, CopyField, Icon } from './ui/shared.tsx'
import { useTask } from './ui/task.ts'
import { useKnown, useTogether } from './ui/together.ts'

/** The deployment's own key. It is fetched when someone shows it, and discarded when it is hidden. */
function DeploymentKey() {
  const { common, overview } = useTexts(firstTexts)
  const [key, setKey] = useState<string>()
  const { busy, error, run } = useTask()
  if (key !== undefined) {
    return (
      <div>
        <CopyField label={overview.apiKey} value={key} hint={overview.apiKeyHint} />
        <Button variant="quiet" onClick={() => setKey(undefined)}>
          {common.hide}
        </Button>
      </div>
    )
  }
  return (
    <div class="field">
      <span class="label">{overview.apiKey}</span>
      <Button busy={busy} onClick={() => run(async () => setKey((await call('admin_get_api_key')).api_key))}>
        <Icon name="eye" />
        {overview.reveal}
      </Button>
      <p class="hint">{overview.apiKeyHint}</p>
      <div role="alert">
        <Failure error={error} />
      </div>
    </div>
  )
}

const WarnedSubscriptions = lazy(async () => (await import('./events/WarnedSubscriptions.tsx')).WarnedSubscriptions, {
  isDialog: true,
})

const ArrivalNotice = lazy(async () => (await import('./accounts/ArrivalNotice.tsx')).ArrivalNotice, { isDialog: true })

const PasskeyOffer = lazy(async () => (await import('./session/PasskeyOffer.tsx')).PasskeyOffer, { isDialog: true })

const WarningAction = lazy(async () => (await import('./warning-action.tsx')).WarningAction, { isDialog: true })

/** A warning about what stops everything. It comes before what it stops. */
const CLOSED = 'wrong_credentials_key' satisfies SettingWarning
/** A warning that the owner can do something about here. */
const LOST = 'key_copies_lost' satisfies SettingWarning

/** Tells the owner how to make the stored data readable again. */
function ClosedData({ message, onStarted }: { message: string; onStarted: () => void }) {
  const { overview: texts } = useTexts(firstTexts)
  return (
    <Notice tone="bad">
      <p>{texts.warningTexts[CLOSED]}</p>
      <Details message={message} />
      <WarningAction code={CLOSED} onStarted={onStarted} />
    </Notice>
  )
}

function OverviewCard({ overview }: { overview: Overview }) {
  const { overview: texts } = useTexts(firstTexts)
  const { base_url, licence, version, redirect_uri, settings, rotation } = overview
  const warnings = overview.warnings.filter(({ code }) => code !== CLOSED)
  const isRotated = settings.some(({ name, set }) => name === 'CREDENTIALS_KEY_PREVIOUS' && set)
  return (
    <section class="card overview" aria-labelledby="api">
      <div class="title">
        <h2 id="api">{texts.api}</h2>
        <p class="tags">
          <span class="tag">
            {texts.licence} <strong>{licence}</strong>
          </span>
          <span class="tag">
            {texts.version} <strong>{version}</strong>
          </span>
        </p>
      </div>
      <div class="pair">
        <CopyField label={texts.address} value={base_url} />
        <DeploymentKey />
      </div>
      {isRotated && (
        <Notice tone={rotation.safe_to_remove_previous ? 'good' : 'warn'}>
          <p role="status">
            {rotation.safe_to_remove_previous ? texts.rotationDone : texts.rotationGoesOn(rotation.remaining)}
          </p>
          <Details message="CREDENTIALS_KEY_PREVIOUS" />
        </Notice>
      )}
      {warnings.length > 0 && (
        <section class="stack" aria-labelledby="attention">
          <h3 id="attention" tabIndex={-1}>
            {texts.warnings}
          </h3>
          {warnings.map(({ code, message, subscriptions }) => (
            <Notice tone="warn" key={code}>
              <p>
                {subscriptions
                  ? (texts.subscriptionWarning(code, subscriptions.length) ?? message)
                  : ((texts.warningTexts as Readonly<Record<string, string>>)[code] ?? message)}
              </p>
              <Details message={message} />
              {code === LOST && <WarningAction code={code} />}
              {subscriptions && <WarnedSubscriptions code={code} subscriptions={subscriptions} />}
            </Notice>
          ))}
        </section>
      )}
      <details>
        <summary>{texts.settings}</summary>
        {redirect_uri && <CopyField label={texts.redirect} value={redirect_uri} hint={texts.redirectHint} />}
        <ul class="settings">
          {settings.map(({ name, set }) => (
            <li key={name} class={set ? 'set' : ''}>
              <Icon name={set ? 'good' : 'empty'} />
              <code>{name}</code> <span>{set ? texts.isSet : texts.isUnset}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

interface Props {
  overview: Overview | undefined
  /** Whether it could not be loaded. */
  isFailed: boolean
  /** Whether somebody has just signed in with the admin key. */
  isPasskeyOffered: boolean
  arrival: Arrival
  /** Called when another data key was started. */
  onStarted: () => void
}

/** The owner's first view: the outcome of an OAuth flow, how the accounts are, and the API. */
export function OverviewView({ overview, isFailed, isPasskeyOffered, arrival, onStarted }: Props) {
  const { views } = useTexts(firstTexts)
  const { areKnown, note } = useTogether(['overview', 'accounts', 'links', 'notice', 'offer'])
  const hasArrived = Boolean(arrival.connected || arrival.failed)
  const hasOverview = overview !== undefined
  useEffect(() => {
    if (hasArrived) ArrivalNotice.prepare().then(() => note('notice'))
    else note('notice')
    // The offer tells it by itself.
    if (!isPasskeyOffered) note('offer')
  }, [])
  useKnown(hasOverview || isFailed, () => note('overview'))
  const [linksReloads, setLinksReloads] = useState(0)
  // Everything below belongs to the former data.
  const [starts, setStarts] = useState(0)
  const start = () => {
    setStarts((last) => last + 1)
    onStarted()
  }
  const closed = overview?.warnings.find(({ code }) => code === CLOSED)
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpenAgain = starts > 0 && closed === undefined
  // The pressed button is gone with the warning.
  useEffect(() => {
    if (isOpenAgain) heading.current?.focus()
  }, [isOpenAgain])
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {views.overview}
      </h1>
      {!areKnown && <Loading isLong />}
      {isPasskeyOffered && <PasskeyOffer onKnown={() => note('offer')} />}
      <div role="status">{hasArrived && <ArrivalNotice arrival={arrival} />}</div>
      {closed && <ClosedData message={closed.message} onStarted={start} />}
      <AccountsSection
        key={starts}
        warnings={(overview?.warnings.length ?? 0) - (closed ? 1 : 0)}
        licence={overview?.licence}
        isShown={areKnown}
        onKnown={() => note('accounts')}
        onLinksChanged={() => setLinksReloads(linksReloads + 1)}
      />
      <LinksSection key={linksReloads} onKnown={() => note('links')} />
      {overview && <OverviewCard overview={overview} />}
    </>
  )
}
