import { useState } from 'preact/hooks'
import { type Account, isFirst } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Answer, Link, Report } from '../api/types.ts'
import { Outcome } from '../connect/Outcome.tsx'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Failure } from '../ui/Failure.tsx'
import { Field } from '../ui/fields.tsx'
import { CloseButton, Modal } from '../ui/Modal.tsx'
import { useRefresh } from '../ui/refresh.ts'
import { Button, CopyField } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { OpeningKeys } from './lazy-parts.ts'
import { Newest } from './Newest.tsx'
import { isWorking } from './need.ts'

interface Props {
  account: Account
  onChanged: () => void
  onReport: (report: Report) => void
  onClose: () => void
}

const hasNoName = ({ source }: Answer<'admin_get_settings'>) => source.service_name === 'default'

/** The interval at which the page asks whether the link was used, in milliseconds. */
const POLL_MS = 3_000

/** Creates a link with which a customer connects this account, and notices that it is connected. */
export function LinkDialog({ account, onChanged, onReport, onClose }: Props) {
  const { links, products } = useTexts(firstTexts)
  const { language } = useLanguage()
  const [link, setLink] = useState<Link>()
  const [ownerName, setOwnerName] = useState('')
  const [note, setNote] = useState('')
  const [isCopied, setCopied] = useState(false)
  const { busy, error, run } = useTask()
  // Without a name of the service, a customer would read the name of this software.
  const { value: settings, setValue: setSettings } = useLoaded(() => call('admin_get_settings'))
  const isNameNeeded = settings && hasNoName(settings)
  const [isTried, setTried] = useState(false)
  const make = async () => {
    setTried(true)
    // The button may be pressed before they have come.
    const known = settings ?? (await call('admin_get_settings'))
    setSettings(known)
    if (hasNoName(known) && !ownerName.trim()) return
    setLink(await call('admin_make_link', { path: { account }, body: words }))
    onChanged()
  }
  const [connected, setConnected] = useState<Report>()
  useRefresh(async () => {
    if (
      !link ||
      connected ||
      (await call('admin_list_links', {}, { isBackground: true })).links.find(({ id }) => id === link.id)?.state !==
        'used'
    )
      return
    const report = (await call('admin_list_accounts')).accounts.find((each) => each.account === account)
    if (!report) return
    setConnected(report)
    onReport(report)
    onChanged()
  }, POLL_MS)
  const words = { ...(ownerName.trim() && { owner_name: ownerName.trim() }), ...(note.trim() && { note: note.trim() }) }
  return (
    <Modal
      title={links.title(nameAccount(products, account))}
      onClose={onClose}
      confirmClose={link && !isCopied && !connected ? links.notCopied : undefined}
      isBusy={busy}
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
          {!isFirst(account) && <OpeningKeys account={account} />}
          {isWorking(connected) && <Newest account={account} />}
        </>
      ) : (
        <p>{links.lead}</p>
      )}
      {!link && (
        <>
          <Field
            label={isNameNeeded ? links.shopName : links.ownerName}
            hint={links.ownerNameHint}
            error={isTried && isNameNeeded && !ownerName.trim() ? links.nameNeeded : undefined}
            value={ownerName}
            onValue={setOwnerName}
          />
          <Field label={links.note} hint={links.noteHint} value={note} onValue={setNote} />
        </>
      )}
      <div role="status">
        {link && !connected && (
          <CopyField
            label={links.url}
            value={link.url}
            hint={links.ends(formatDateTime(language, link.expires_at))}
            onCopied={() => setCopied(true)}
          />
        )}
      </div>
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        {link ? (
          <CloseButton />
        ) : (
          <Button variant="primary" busy={busy} onClick={() => run(make)}>
            {links.make}
          </Button>
        )}
      </div>
    </Modal>
  )
}
