import { useEffect, useState } from 'preact/hooks'
import { type Account, getGivenName } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Webhook } from '../api/types.ts'
import { commonTexts } from '../text/common.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { webhookTexts } from '../text/webhook.ts'
import { Failure } from '../ui/Failure.tsx'
import { Loading, Notice } from '../ui/layout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Button, CopyField, Rich } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'

/** Explains how Notion pushes its changes: the URL, and the token that Notion sends to it. */
export function WebhookDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const common = useTexts(commonTexts)
  const texts = useTexts(webhookTexts)
  const { language } = useLanguage()
  const [webhook, setWebhook] = useState<Webhook>()
  const { busy, error, run } = useTask()
  const reload = () => run(async () => setWebhook(await call('admin_get_webhook', { path: { account } })))
  const take = () => run(async () => setWebhook(await call('admin_take_webhook_token', { path: { account } })))
  useEffect(() => void reload(), [])
  const given = getGivenName(account)
  return (
    <Modal title={given ? `${texts.title} (${given})` : texts.title} onClose={onClose}>
      <p>{texts.lead}</p>
      {!webhook && busy && <Loading />}
      {webhook && (
        <>
          <ol class="steps">
            <li>
              <p>
                <Rich text={texts.enter} />
              </p>
              <CopyField label={texts.url} value={webhook.url} />
            </li>
            <li>
              <p>
                <Rich text={texts.choose} />
              </p>
            </li>
            <li>
              <p>
                <Rich text={texts.verify} />
              </p>
              {webhook.verification_token ? (
                <CopyField
                  label={texts.token}
                  value={webhook.verification_token}
                  hint={webhook.received_at ? texts.received(formatDateTime(language, webhook.received_at)) : ''}
                />
              ) : (
                <p class="soft">{texts.waiting}</p>
              )}
            </li>
          </ol>
          {webhook.waiting_token && (
            <Notice tone="warn">
              <p>{texts.waitingToken(formatDateTime(language, webhook.waiting_since ?? ''))}</p>
              <Button busy={busy} onClick={take}>
                {texts.take}
              </Button>
            </Notice>
          )}
          <p role="status">{webhook.pushed_at ? texts.active(formatDateTime(language, webhook.pushed_at)) : ''}</p>
        </>
      )}
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        <Button busy={busy} onClick={reload}>
          {texts.reload}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </Modal>
  )
}
