import { useState } from 'preact/hooks'
import type { Account } from '../api/accounts.ts'
import { makeLink } from '../api/admin.ts'
import type { Link } from '../api/types.ts'
import { PRODUCTS } from '../text/guide.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { moment } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useTask } from '../ui/task.ts'

/** Makes a link by which a customer connects this one account. */
export function LinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { common, links } = useTexts()
  const { language } = useLanguage()
  const [link, setLink] = useState<Link>()
  const { busy, error, run } = useTask()
  return (
    <Modal title={links.title(PRODUCTS[account])} onClose={onClose}>
      <p>{links.lead}</p>
      <div role="status">
        {link && <CopyField label={links.url} value={link.url} hint={links.ends(moment(language, link.expires_at))} />}
      </div>
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        {link ? (
          <Button look="primary" onClick={onClose}>
            {common.done}
          </Button>
        ) : (
          <Button look="primary" busy={busy} onClick={() => run(async () => setLink(await makeLink(account)))}>
            {links.make}
          </Button>
        )}
      </div>
    </Modal>
  )
}
