import { useState } from 'preact/hooks'
import { isLoopback } from '../base/url.ts'
import {
  deletePasskey,
  endOtherSessions,
  endSession,
  fetchPasskeys,
  fetchSessions,
  type OpenSession,
  type Passkey,
  renamePasskey,
} from './api/sign-in.ts'
import { PasskeyFailure } from './session/PasskeyFailure.tsx'
import { hasPasskeys, isAtIpAddress } from './session/passkey-support.ts'
import { useLanguage, useTexts } from './text/language.tsx'
import { formatDateTime, formatDay } from './text/moments.ts'
import { Confirm } from './ui/Confirm.tsx'
import { Failure } from './ui/Failure.tsx'
import { Field, Tick } from './ui/fields.tsx'
import { Empty, Ghost, Moment, Notice } from './ui/layout.tsx'
import { Modal } from './ui/Modal.tsx'
import { Said, useSaid } from './ui/Said.tsx'
import { Button, Icon, Rich } from './ui/shared.tsx'
import { useLoaded, useTask } from './ui/task.ts'

/** Why there are no passkeys here, and where there are. */
function NoPasskeys() {
  const { signIn } = useTexts()
  const { hostname, port } = location
  const local = `http://localhost${port && `:${port}`}`
  if (!isAtIpAddress()) {
    return (
      <Notice tone="info">
        <p>{signIn.unsupported}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="info">
      <p>
        {signIn.atIpAddress} {isLoopback(hostname) ? signIn.openLocal : signIn.openNamed}
      </p>
      {isLoopback(hostname) && <a href={`${local}/#sign-in`}>{local}</a>}
    </Notice>
  )
}

interface RenameDialogProps {
  passkey: Passkey
  onRenamed: (passkey: Passkey) => void
  onClose: () => void
}

function RenameDialog({ passkey, onRenamed, onClose }: RenameDialogProps) {
  const { common, signIn } = useTexts()
  const [name, setName] = useState(passkey.name)
  const { busy, error, run } = useTask()
  const submit = (event: Event) => {
    event.preventDefault()
    run(() => renamePasskey(passkey.id, name).then(onRenamed))
  }
  return (
    <Modal title={signIn.renameTitle} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field label={signIn.name} value={name} onValue={setName} maxLength={60} />
        <div role="alert">
          <Failure error={error} />
        </div>
        <div class="actions end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface RemoveDialogProps {
  passkey: Passkey
  onRemoved: (passkey: Passkey) => void
  onClose: () => void
}

/** Whoever removes the passkey of a lost device wants it signed out as well. */
function RemoveDialog({ passkey, onRemoved, onClose }: RemoveDialogProps) {
  const { signIn } = useTexts()
  const [isEnding, setEnding] = useState(true)
  return (
    <Confirm
      title={signIn.removeTitle(passkey.name)}
      body={signIn.removeBody}
      action={signIn.remove}
      onClose={onClose}
      onConfirmed={async () => {
        await deletePasskey(passkey.id, !isEnding)
        onRemoved(passkey)
      }}
    >
      <Tick label={signIn.removeSessions} hint={signIn.removeSessionsHint} checked={isEnding} onChecked={setEnding} />
    </Confirm>
  )
}

function PasskeysSection({ onSessionsChanged }: { onSessionsChanged: () => void }) {
  const { common, signIn } = useTexts()
  const { language } = useLanguage()
  const { value: passkeys, error, reload } = useLoaded(fetchPasskeys)
  const { said, say, clear } = useSaid()
  const making = useTask()
  const [dialog, setDialog] = useState<{ what: 'rename' | 'remove'; passkey: Passkey }>()
  const close = () => setDialog(undefined)
  const make = async () => {
    clear()
    const { makePasskey } = await import('./session/passkey.ts')
    say(signIn.made((await makePasskey()).name))
    reload()
  }
  return (
    <section class="stack" aria-labelledby="passkeys">
      <div class="title">
        <h2 id="passkeys" tabIndex={-1}>
          {signIn.passkeys}
        </h2>
        {hasPasskeys() && (
          <Button look="primary" busy={making.busy} onClick={() => making.run(make)}>
            <Icon name="finger" />
            {signIn.make}
          </Button>
        )}
      </div>
      {hasPasskeys() ? (
        <p class="lead">
          <Rich text={signIn.passkeysLead(location.hostname)} />
        </p>
      ) : (
        <NoPasskeys />
      )}
      <Said said={said} />
      <div role="alert">
        <PasskeyFailure error={making.error} />
        <Failure error={error} retry={reload} />
      </div>
      {!passkeys && error === undefined && <Ghost />}
      {passkeys?.length === 0 && (
        <Empty picture="key">
          <p>{signIn.none}</p>
        </Empty>
      )}
      {passkeys && passkeys.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{signIn.passkeys}</caption>
            <thead>
              <tr>
                <th scope="col">{signIn.name}</th>
                <th scope="col">{signIn.host}</th>
                <th scope="col">{signIn.lastUsed}</th>
                <th scope="col">{signIn.added}</th>
                <th scope="col">
                  <span class="unseen">{common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {passkeys.map((passkey) => {
                const { id, name, host, created_at, last_used_at } = passkey
                return (
                  <tr key={id}>
                    <th scope="row">
                      <bdi>{name}</bdi>
                    </th>
                    <td data-label={signIn.host}>
                      <bdi>{host}</bdi>
                    </td>
                    <td data-label={signIn.lastUsed}>{last_used_at ? <Moment at={last_used_at} /> : common.never}</td>
                    <td data-label={signIn.added}>
                      <span class="day">{formatDay(language, created_at)}</span>
                    </td>
                    <td>
                      <div class="actions">
                        {(['rename', 'remove'] as const).map((what) => (
                          <Button
                            key={what}
                            look="quiet"
                            aria-label={`${signIn[what]}: ${name}`}
                            onClick={() => setDialog({ what, passkey })}
                          >
                            {signIn[what]}
                          </Button>
                        ))}
                      </div>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {dialog?.what === 'rename' && (
        <RenameDialog
          passkey={dialog.passkey}
          onClose={close}
          onRenamed={({ name }) => {
            close()
            say(signIn.renamed(name))
            reload()
          }}
        />
      )}
      {dialog?.what === 'remove' && (
        <RemoveDialog
          passkey={dialog.passkey}
          onClose={close}
          onRemoved={({ name }) => {
            close()
            say(signIn.removed(name))
            reload()
            onSessionsChanged()
          }}
        />
      )}
    </section>
  )
}

function SessionsSection() {
  const { common, signIn } = useTexts()
  const { language } = useLanguage()
  const { value: sessions, error, reload } = useLoaded(fetchSessions)
  const { said, say } = useSaid()
  const ending = useTask()
  const [isAsking, setAsking] = useState(false)
  const nameOf = ({ device }: OpenSession) => device ?? signIn.unknownDevice
  const end = (session: OpenSession) => async () => {
    await endSession(session.id)
    say(signIn.ended(nameOf(session)))
    reload()
  }
  return (
    <section class="stack" aria-labelledby="sessions">
      <div class="title">
        <h2 id="sessions" tabIndex={-1}>
          {signIn.sessions}
        </h2>
        {sessions && sessions.length > 1 && <Button onClick={() => setAsking(true)}>{signIn.endOthers}</Button>}
      </div>
      <Said said={said} error={ending.error} />
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!sessions && error === undefined && <Ghost />}
      {sessions && sessions.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{signIn.sessions}</caption>
            <thead>
              <tr>
                <th scope="col">{signIn.device}</th>
                <th scope="col">{signIn.by}</th>
                <th scope="col">{signIn.lastUsed}</th>
                <th scope="col">{signIn.since}</th>
                <th scope="col">
                  <span class="unseen">{common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <th scope="row">
                    <bdi>{nameOf(session)}</bdi> {session.current && <span class="tag">{signIn.current}</span>}{' '}
                    {session.trusted && <span class="tag">{signIn.trusted}</span>}
                  </th>
                  <td data-label={signIn.by}>
                    {session.passkey === null ? signIn.byKey : <bdi>{signIn.byPasskey(session.passkey)}</bdi>}
                  </td>
                  <td data-label={signIn.lastUsed}>
                    <Moment at={session.last_seen_at} />
                  </td>
                  <td data-label={signIn.since}>
                    <span>
                      {formatDateTime(language, session.started_at)}
                      {session.trusted && (
                        <span class="soft"> {signIn.until(formatDay(language, session.expires_at))}</span>
                      )}
                    </span>
                  </td>
                  <td>
                    {!session.current && (
                      <div class="actions">
                        <Button
                          look="quiet"
                          busy={ending.busy}
                          aria-label={`${signIn.end}: ${nameOf(session)}`}
                          onClick={() => ending.run(end(session))}
                        >
                          {signIn.end}
                        </Button>
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={signIn.endOthersTitle}
          body={signIn.endOthersBody}
          action={signIn.endOthers}
          onClose={() => setAsking(false)}
          onConfirmed={async () => {
            const { ended } = await endOtherSessions()
            setAsking(false)
            say(signIn.endedOthers(ended))
            reload()
          }}
        />
      )}
    </section>
  )
}

/** How the owner signs in, and where. */
export function SignInView() {
  const { signIn } = useTexts()
  const [reloads, setReloads] = useState(0)
  return (
    <>
      <h1 tabIndex={-1}>{signIn.title}</h1>
      <p class="lead">{signIn.lead}</p>
      <PasskeysSection onSessionsChanged={() => setReloads((last) => last + 1)} />
      <SessionsSection key={reloads} />
    </>
  )
}
