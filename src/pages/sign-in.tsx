import { useState } from 'preact/hooks'
import { isLoopback } from '../base/url.ts'
import { call } from './api/session.ts'
import type { OpenSession, Passkey } from './api/types.ts'
import { PasskeyFailure } from './session/PasskeyFailure.tsx'
import { hasPasskeys, isAtIpAddress } from './session/passkey-support.ts'
import { commonTexts } from './text/common.ts'
import { useLanguage, useTexts } from './text/language.tsx'
import { formatDateTime, formatDay } from './text/moments.ts'
import { signInTexts } from './text/sign-in.ts'
import { Confirm } from './ui/Confirm.tsx'
import { FormDialog } from './ui/FormDialog.tsx'
import { Checkbox, Field } from './ui/fields.tsx'
import { Loaded } from './ui/Loaded.tsx'
import { Empty, Ghost, Moment, Notice } from './ui/layout.tsx'
import { ResultNotice, useResult } from './ui/result.tsx'
import { Button, Icon, Rich } from './ui/shared.tsx'
import { Table } from './ui/Table.tsx'
import { useLoaded, useTask } from './ui/task.ts'

/** Why there are no passkeys here, and where there are. */
function NoPasskeys() {
  const signIn = useTexts(signInTexts)
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
  const common = useTexts(commonTexts)
  const signIn = useTexts(signInTexts)
  const [name, setName] = useState(passkey.name)
  return (
    <FormDialog
      title={signIn.renameTitle}
      action={common.save}
      submit={() => call('admin_rename_passkey', { path: { id: passkey.id }, body: { name } }).then(onRenamed)}
      onClose={onClose}
    >
      <Field label={signIn.name} value={name} onValue={setName} maxLength={60} />
    </FormDialog>
  )
}

interface RemoveDialogProps {
  passkey: Passkey
  onRemoved: (passkey: Passkey) => void
  onClose: () => void
}

/** Signs out the device as well, unless the owner unticks it, because a lost device may still be signed in. */
function RemoveDialog({ passkey, onRemoved, onClose }: RemoveDialogProps) {
  const signIn = useTexts(signInTexts)
  const [isEnding, setEnding] = useState(true)
  return (
    <Confirm
      title={signIn.removeTitle(passkey.name)}
      body={signIn.removeBody}
      action={signIn.remove}
      onClose={onClose}
      onConfirmed={async () => {
        await call('admin_delete_passkey', { path: { id: passkey.id }, query: { keep_sessions: !isEnding } })
        onRemoved(passkey)
      }}
    >
      <Checkbox
        label={signIn.removeSessions}
        hint={signIn.removeSessionsHint}
        checked={isEnding}
        onChecked={setEnding}
      />
    </Confirm>
  )
}

function PasskeysSection({ onSessionsChanged }: { onSessionsChanged: () => void }) {
  const common = useTexts(commonTexts)
  const signIn = useTexts(signInTexts)
  const { language } = useLanguage()
  const {
    value: passkeys,
    error,
    reload,
  } = useLoaded(() => call('admin_list_passkeys').then(({ passkeys }) => passkeys))
  const { result, showResult, clear } = useResult()
  const making = useTask()
  const [dialog, setDialog] = useState<{ what: 'rename' | 'remove'; passkey: Passkey }>()
  const close = () => setDialog(undefined)
  const make = async () => {
    clear()
    const { makePasskey } = await import('./session/passkey.ts')
    showResult(signIn.made((await makePasskey()).name))
    reload()
  }
  return (
    <section class="stack" aria-labelledby="passkeys">
      <div class="title">
        <h2 id="passkeys" tabIndex={-1}>
          {signIn.passkeys}
        </h2>
        {hasPasskeys() && (
          <Button variant="primary" busy={making.busy} onClick={() => making.run(make)}>
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
      <ResultNotice result={result} />
      <div role="alert">
        <PasskeyFailure error={making.error} stopped={signIn.notMade} />
      </div>
      <Loaded value={passkeys} error={error} reload={reload} placeholder={<Ghost />}>
        {(passkeys) => (
          <>
            {' '}
            {passkeys.length === 0 && (
              <Empty picture="key">
                <p>{signIn.none}</p>
              </Empty>
            )}
            {passkeys.length > 0 && (
              <Table caption={signIn.passkeys} columns={[signIn.name, signIn.host, signIn.lastUsed, signIn.added]}>
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
                              variant="quiet"
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
              </Table>
            )}
          </>
        )}
      </Loaded>
      {dialog?.what === 'rename' && (
        <RenameDialog
          passkey={dialog.passkey}
          onClose={close}
          onRenamed={({ name }) => {
            close()
            showResult(signIn.renamed(name))
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
            showResult(signIn.removed(name))
            reload()
            onSessionsChanged()
            // After the dialog has returned the focus to a button that goes with its row.
            setTimeout(() => document.getElementById('passkeys')?.focus())
          }}
        />
      )}
    </section>
  )
}

function SessionsSection() {
  const signIn = useTexts(signInTexts)
  const { language } = useLanguage()
  const {
    value: sessions,
    error,
    reload,
  } = useLoaded(() => call('admin_list_sessions').then(({ sessions }) => sessions))
  const { result, showResult } = useResult()
  const ending = useTask()
  const [isAsking, setAsking] = useState(false)
  /** Those of the same name are counted in the order of their sign-in, so that each can be told from the others. */
  const getDeviceName = (session: OpenSession) => {
    const name = session.device ?? signIn.unknownDevice
    const same = (sessions ?? [])
      .filter(({ device }) => device === session.device)
      .toSorted((one, other) => one.started_at.localeCompare(other.started_at))
    return same.length > 1 ? `${name} (${same.findIndex(({ id }) => id === session.id) + 1})` : name
  }
  const end = (session: OpenSession) => async () => {
    await call('admin_end_session', { path: { id: session.id } })
    showResult(signIn.ended(getDeviceName(session)))
    reload()
    // The pressed button goes with its row.
    document.getElementById('sessions')?.focus()
  }
  return (
    <section class="stack" aria-labelledby="sessions">
      <div class="title">
        <h2 id="sessions" tabIndex={-1}>
          {signIn.sessions}
        </h2>
        {sessions && sessions.length > 1 && <Button onClick={() => setAsking(true)}>{signIn.endOthers}</Button>}
      </div>
      <ResultNotice result={result} error={ending.error} />
      <Loaded value={sessions} error={error} reload={reload} placeholder={<Ghost />}>
        {(sessions) => (
          <>
            {' '}
            {sessions.length > 0 && (
              <Table caption={signIn.sessions} columns={[signIn.device, signIn.by, signIn.lastUsed, signIn.since]}>
                {sessions.map((session) => (
                  <tr key={session.id}>
                    <th scope="row">
                      <bdi>{getDeviceName(session)}</bdi> {session.current && <span class="tag">{signIn.current}</span>}{' '}
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
                            variant="quiet"
                            busy={ending.busy}
                            aria-label={`${signIn.end}: ${getDeviceName(session)}`}
                            onClick={() => ending.run(end(session))}
                          >
                            {signIn.end}
                          </Button>
                        </div>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </>
        )}
      </Loaded>
      {isAsking && (
        <Confirm
          title={signIn.endOthersTitle}
          body={signIn.endOthersBody}
          action={signIn.endOthers}
          onClose={() => setAsking(false)}
          onConfirmed={async () => {
            const { ended } = await call('admin_end_other_sessions')
            setAsking(false)
            showResult(signIn.endedOthers(ended))
            reload()
          }}
        />
      )}
    </section>
  )
}

/** The passkeys and the sessions of the owner. */
export function SignInView() {
  const signIn = useTexts(signInTexts)
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
