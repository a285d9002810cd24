import { useRef, useState } from 'preact/hooks'
import { isFirst, type Product, productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Link, Report } from '../api/types.ts'
import { ConnectForm, GuideSteps, OAuthLink } from '../connect/form.tsx'
import { OtherDevice, Outcome } from '../connect/lazy.ts'
import { nameAccount } from '../text/account-name.ts'
import { connectingTexts } from '../text/connecting.ts'
import { firstTexts } from '../text/first.ts'
import { handOverTexts } from '../text/hand-over.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Button } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'
import type { HandOver } from '../view.ts'
import { OpeningKeys, WorkspaceLine } from './lazy-parts.ts'
import { Newest } from './Newest.tsx'
import { isWorking } from './need.ts'

interface Props {
  report: Report
  onReport: (report: Report) => void
  /** Opens the dialog of another account. */
  onOtherAccount: (account: Product) => void
  onClose: () => void
  /** Whether the outcome says what is next. Not where the account is a step of something. */
  hasNext?: boolean
  /** How a sign-in was brought here. */
  handOver?: HandOver | undefined
}

export function ConnectDialog({ report, onReport, onOtherAccount, onClose, hasNext = false, handOver }: Props) {
  const { accounts, common, products } = useTexts(firstTexts)
  const connecting = useTexts(connectingTexts)
  const texts = useTexts(handOverTexts)
  const [connected, setConnected] = useState<Report>()
  const [isEntered, setEntered] = useState(false)
  const { account, fields, can_click, source, identity } = report
  const finish = async (stored: Report) => {
    await Outcome.prepare()
    onReport(stored)
    setConnected(stored)
  }
  return (
    <Modal
      title={connecting.title(nameAccount(products, account))}
      onClose={onClose}
      confirmClose={isEntered && !connected ? connecting.unsaved : undefined}
      wide
    >
      {connected ? (
        <>
          <Outcome
            account={account}
            isTested={isWorking(connected)}
            expiresAt={connected.expires_at}
            identity={connected.identity}
            previousIdentity={connected.previous_identity}
          />
          {connected.workspaces.length > 0 && <WorkspaceLine report={connected} onReport={finish} />}
          {!isFirst(account) && <OpeningKeys account={account} />}
          {isWorking(connected) && <Newest key={connected.workspace} account={account} />}
          <div class="actions end">
            {hasNext && (
              <>
                <span class="soft">{connecting.next}</span>
                <a class="button quiet" href="#events">
                  {connecting.nextNotification}
                </a>
                <a class="button quiet" href="#keys">
                  {connecting.nextKey}
                </a>
              </>
            )}
            <Button variant="primary" onClick={onClose}>
              {common.done}
            </Button>
          </div>
        </>
      ) : (
        <>
          {!handOver && <OnAComputer report={report} onDone={finish} />}
          {handOver && identity && <p>{texts.present(accounts.whose(productOf(account), identity))}</p>}
          <div class={handOver ? 'stack' : 'sides'}>
            <div>
              {can_click && <OAuthLink account={account} hint={isFirst(account) ? undefined : connecting.oauthOther} />}
              <ConnectForm
                account={account}
                fields={fields}
                mayForce
                workspace={report.workspace}
                handOver={handOver}
                onOtherAccount={onOtherAccount}
                recognize={async (text) => (await call('admin_recognize_key', { body: { text } })).key}
                onEntered={setEntered}
                connect={async (values, force, signal) =>
                  finish(
                    (
                      await call(
                        'admin_connect_account',
                        { path: { account }, body: { ...values, ...(force && { force }) } },
                        { signal },
                      )
                    ).account,
                  )
                }
              />
            </div>
            <GuideSteps account={account} isOwner isKnown={source !== null} isDone={handOver !== undefined} />
          </div>
        </>
      )}
    </Modal>
  )
}

/** Makes a link for the owner's own computer, where the value is that has to be copied. */
function OnAComputer({
  report: { account, connected_at },
  onDone,
}: {
  report: Report
  onDone: (report: Report) => void
}) {
  const connecting = useTexts(connectingTexts)
  const [link, setLink] = useState<Link>()
  const { busy, error, run } = useTask()
  /** What the other device has connected. */
  const stored = useRef<Report>(undefined)
  const fetchIsDone = async () => {
    const { accounts } = await call('admin_list_accounts')
    stored.current = accounts.find(
      (report) => report.account === account && report.source === 'kept' && report.connected_at !== connected_at,
    )
    return stored.current !== undefined
  }
  return (
    <div class="on-phone">
      {link ? (
        <OtherDevice url={link.url} fetchIsDone={fetchIsDone} onDone={() => stored.current && onDone(stored.current)} />
      ) : (
        <Button
          busy={busy}
          onClick={() => run(async () => setLink(await call('admin_make_link', { path: { account }, body: {} })))}
        >
          {connecting.otherDevice}
        </Button>
      )}
      <div role="alert">
        <Failure error={error} />
      </div>
    </div>
  )
}
