import { useState } from 'preact/hooks'
import { connectAccount } from '../api/admin.ts'
import type { Report } from '../api/types.ts'
import { Click } from '../connect/Click.tsx'
import { ConnectForm } from '../connect/ConnectForm.tsx'
import { GuideSteps } from '../connect/GuideSteps.tsx'
import { Outcome } from '../connect/Outcome.tsx'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'

interface Props {
  report: Report
  onReport: (report: Report) => void
  onClose: () => void
}

export function ConnectDialog({ report, onReport, onClose }: Props) {
  const { common, connecting, products } = useTexts()
  const [connected, setConnected] = useState<Report>()
  const { account, fields, can_click } = report
  return (
    <Modal title={connecting.title(products[account])} onClose={onClose} wide>
      {connected ? (
        <>
          <Outcome connected={connected} />
          <div class="actions center">
            <Button look="primary" onClick={onClose}>
              {common.done}
            </Button>
          </div>
        </>
      ) : (
        <div class="sides">
          <GuideSteps account={account} />
          <div>
            {can_click && <Click />}
            <ConnectForm
              account={account}
              fields={fields}
              mayForce
              connect={async (values, force) => {
                const stored = await connectAccount(account, values, force)
                onReport(stored)
                setConnected(stored)
              }}
            />
          </div>
        </div>
      )}
    </Modal>
  )
}
