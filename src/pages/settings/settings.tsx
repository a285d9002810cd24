import { useId, useState } from 'preact/hooks'
import { ApiError } from '../api/call.ts'
import { call } from '../api/session.ts'
import type { Settings, SettingsChange } from '../api/types.ts'
import { commonTexts } from '../text/common.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance } from '../text/moments.ts'
import { settingsTexts } from '../text/settings.ts'
import { Failure } from '../ui/Failure.tsx'
import { Field } from '../ui/fields.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Details, Notice } from '../ui/layout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ResultNotice, useResult } from '../ui/result.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { TimeZoneField } from './TimeZoneField.tsx'
import { toUnicode } from './unicode.ts'

interface NamesProps {
  settings: Settings
  onChange: (change: SettingsChange) => Promise<Settings>
}

/** What its fields begin with. Empty for a default. */
const getOwnName = ({ service_name, source }: Settings) => (source.service_name === 'default' ? '' : service_name)
const getOwnZone = ({ time_zone, source }: Settings) => (source.time_zone === 'default' ? '' : time_zone)

/** Says that a setting of the deployment decides. */
function Deployed({ name }: { name: string }) {
  const texts = useTexts(settingsTexts)
  return (
    <Notice tone="info">
      <p>{texts.deployed}</p>
      <Details message={name} />
    </Notice>
  )
}

/** The name of the service, and the time zone. */
function Names({ settings, onChange }: NamesProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(settingsTexts)
  const { service_name, time_zone, source } = settings
  const [name, setName] = useState(getOwnName(settings))
  const [zone, setZone] = useState(getOwnZone(settings))
  const { busy, error, run } = useTask()
  const { result, showResult, clear } = useResult()
  const [isNameFixed, isZoneFixed] = [source.service_name === 'deployment', source.time_zone === 'deployment']
  const save = (event: Event) => {
    event.preventDefault()
    clear()
    run(async () => {
      // Another tab may have changed the other one, which this one must not put back.
      const now = await onChange({
        ...(name.trim() !== getOwnName(settings) && { service_name: name.trim() || null }),
        ...(zone !== getOwnZone(settings) && { time_zone: zone || null }),
      })
      // As they are stored, unless somebody has typed on.
      setName((last) => (last === name ? getOwnName(now) : last))
      setZone((last) => (last === zone ? getOwnZone(now) : last))
      showResult(texts.saved)
    })
  }
  return (
    <section class="card stack" aria-labelledby="names">
      <h2 id="names">{texts.names}</h2>
      <form class="stack" onSubmit={save} noValidate>
        {isNameFixed ? (
          <div class="field">
            <span class="label">{texts.serviceName}</span>
            <strong>{service_name}</strong>
            <Deployed name="SERVICE_NAME" />
          </div>
        ) : (
          <Field label={texts.serviceName} hint={texts.serviceNameHint} maxLength={60} value={name} onValue={setName} />
        )}
        {isZoneFixed ? (
          <div class="field">
            <span class="label">{texts.timeZone}</span>
            <strong>{time_zone}</strong>
            <Deployed name="TIME_ZONE" />
          </div>
        ) : (
          <TimeZoneField value={zone} onValue={setZone} />
        )}
        <ResultNotice result={result} error={error} />
        {!(isNameFixed && isZoneFixed) && (
          <div class="actions end">
            <Button type="submit" variant="primary" busy={busy}>
              {common.save}
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}

/** A whole origin, with its letters next to Punycode: another letter may look the same. */
function Origin({ origin }: { origin: string }) {
  const host = URL.parse(origin)?.hostname ?? origin
  const letters = toUnicode(host)
  return (
    <span class="origin">
      <code>{origin}</code>
      {letters !== host && <bdi class="soft">({letters})</bdi>}
    </span>
  )
}

interface AllowProps {
  origin: string
  onAllowed: () => Promise<unknown>
  onClose: () => void
}

/** Asks with the whole origin, because anyone may have an origin that looks like one of the owner. */
function AllowDialog({ origin, onAllowed, onClose }: AllowProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(settingsTexts)
  const { busy, error, run } = useTask()
  return (
    <Modal title={texts.allowTitle} onClose={onClose} isBusy={busy}>
      <p class="asked">
        <Origin origin={origin} />
      </p>
      <p>{texts.allowBody}</p>
      {isUnencrypted(origin) && (
        <Notice tone="warn">
          <p>{texts.notEncrypted}</p>
        </Notice>
      )}
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        <Button disabled={busy} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          variant="primary"
          busy={busy}
          onClick={() =>
            run(async () => {
              await onAllowed()
              onClose()
            })
          }
        >
          {texts.allowThis}
        </Button>
      </div>
    </Modal>
  )
}

/** Whether a page of this origin comes over the network without encryption. */
const isUnencrypted = (origin: string) => /^http:\/\/(?!localhost(:|$)|127\.0\.0\.1(:|$)|\[::1\])/.test(origin)

interface OriginsProps {
  settings: Settings
  /** @param toChanged the new list for the present one */
  onChange: (toChanged: (allowed: readonly string[]) => string[]) => Promise<Settings>
}

/** The pages that may call, and those that were refused. */
function Origins({ settings, onChange }: OriginsProps) {
  const texts = useTexts(settingsTexts)
  const { language } = useLanguage()
  const { allowed_origins: allowed, refused_origins: refused, refused_others: others, source } = settings
  const [added, setAdded] = useState('')
  const [asked, setAsked] = useState<string>()
  const { busy, error, run } = useTask()
  const { result, showResult, clear } = useResult()
  const id = useId()
  const isFixed = source.allowed_origins === 'deployment'
  const allow = async (...origins: string[]) => {
    await onChange((present) => [...present, ...origins])
    showResult(texts.allowed)
  }
  const add = (event: Event) => {
    event.preventDefault()
    clear()
    if (added.trim() === '') return
    run(async () => {
      await allow(added.trim())
      setAdded('')
    })
  }
  const remove = (origin: string) =>
    run(async () => {
      clear()
      await onChange((present) => present.filter((each) => each !== origin))
      showResult(texts.removed(origin))
      // The pressed button is gone.
      document.getElementById(`${id}-allowed`)?.focus()
    })
  const isWrong = error instanceof ApiError && error.status === 400
  return (
    <section class="card stack" aria-labelledby="origins">
      <h2 id="origins" tabIndex={-1}>
        {texts.origins}
      </h2>
      <p class="soft">{texts.originsLead}</p>
      {isFixed && <Deployed name="ALLOWED_ORIGINS" />}
      {refused.length > 0 && (
        <section class="stack" aria-labelledby={`${id}-refused`}>
          <h3 id={`${id}-refused`}>{texts.refused}</h3>
          <ul class="origins">
            {refused.map(({ origin, count, last_at }) => (
              <li key={origin}>
                <Icon name="bad" />
                <div>
                  <Origin origin={origin} />
                  <p class="soft">{texts.refusedTimes(count, distance(language, last_at))}</p>
                </div>
                {!isFixed && (
                  <Button busy={busy} aria-label={`${texts.allow}: ${origin}`} onClick={() => setAsked(origin)}>
                    {texts.allow}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {others > 0 && <p class="soft">{texts.refusedOthers(others)}</p>}
        </section>
      )}
      <section class="stack" aria-labelledby={`${id}-allowed`}>
        <h3 id={`${id}-allowed`} tabIndex={-1}>
          {texts.allowedTitle}
        </h3>
        {allowed.length === 0 ? (
          <p class="soft">{texts.noneAllowed}</p>
        ) : (
          <ul class="origins">
            {allowed.map((origin) => (
              <li key={origin}>
                <Icon name="good" />
                <div>{origin === '*' ? texts.anyOrigin : <Origin origin={origin} />}</div>
                {!isFixed && (
                  <Button
                    variant="quiet"
                    busy={busy}
                    aria-label={`${texts.remove}: ${origin}`}
                    onClick={() => remove(origin)}
                  >
                    {texts.remove}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {!isFixed && (
        <form class="adding" onSubmit={add} noValidate>
          <Field
            label={texts.add}
            hint={texts.addHint}
            error={isWrong ? texts.noOrigin : undefined}
            maxLength={200}
            value={added}
            onValue={setAdded}
          />
          <Button type="submit" busy={busy}>
            {texts.allow}
          </Button>
        </form>
      )}
      <ResultNotice result={result} error={isWrong ? undefined : error} />
      {asked !== undefined && (
        <AllowDialog origin={asked} onAllowed={() => allow(asked)} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

interface Props {
  /** Called after the name or the time zone changed. */
  onChanged: () => void
}

/** The settings that the owner may change without a deployment. */
export function SettingsView({ onChanged }: Props) {
  const { views } = useTexts(firstTexts)
  const texts = useTexts(settingsTexts)
  const { value, error, reload, setValue } = useLoaded(() => call('admin_get_settings'))
  const change = async (changed: SettingsChange) => {
    const now = await call('admin_change_settings', { body: changed })
    setValue(now)
    if (!changed.allowed_origins) onChanged()
    return now
  }
  const changeOrigins = async (toChanged: (allowed: readonly string[]) => string[]) => {
    // Another tab may have changed them since this one has read them.
    const { allowed_origins } = await call('admin_get_settings')
    return change({ allowed_origins: toChanged(allowed_origins) })
  }
  return (
    <>
      <h1 tabIndex={-1}>{views.settings}</h1>
      <p class="lead">{texts.lead}</p>
      <Loaded value={value} error={error} reload={reload}>
        {(settings) => (
          <>
            <Names settings={settings} onChange={change} />
            <Origins settings={settings} onChange={changeOrigins} />
          </>
        )}
      </Loaded>
    </>
  )
}
