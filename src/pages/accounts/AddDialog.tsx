import { useState } from 'preact/hooks'
import { MOST_ACCOUNTS } from '../../base/groups.ts'
import { type Account, isAccount, isFirst, type Product } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'
import { firstTexts } from '../text/first.ts'
import { furtherTexts } from '../text/further.ts'
import { useTexts } from '../text/language.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Field } from '../ui/fields.tsx'
import { Notice } from '../ui/layout.tsx'
import { Button } from '../ui/shared.tsx'
import type { HandOver } from '../view.ts'
import { ConnectDialog, LinkDialog } from './dialogs.ts'
import { newReport } from './further.ts'

interface Props {
  product: Product
  /** An id that was chosen already. */
  account: Account | undefined
  /** How a sign-in of the product was brought here. */
  handOver: HandOver | undefined
  /** The accounts that there are. */
  reports: readonly Report[]
  onReport: (report: Report) => void
  /** Opens the dialog to connect the account of another product. */
  onOtherAccount: (account: Product) => void
  onLinksChanged: () => void
  /** @param added the account that was added */
  onClose: (added?: Account) => void
}

/** Adds a further account of a product: its name, and then the dialog that connects it, or a link for a customer. */
export function AddDialog({
  product,
  account,
  handOver,
  reports,
  onReport,
  onOtherAccount,
  onLinksChanged,
  onClose,
}: Props) {
  const [chosen, setChosen] = useState<{ account: Account; way: Way } | undefined>(
    account && { account, way: 'connect' },
  )
  const first = reports.find((report) => report.account === product)
  if (!first) return null
  if (!chosen)
    return (
      <NameDialog
        product={product}
        reports={reports}
        onChosen={(id, way) => setChosen({ account: id, way })}
        onClose={() => onClose()}
      />
    )
  const added = reports.find((report) => report.account === chosen.account)
  const close = () => onClose(added && chosen.account)
  if (chosen.way === 'link')
    return <LinkDialog account={chosen.account} onChanged={onLinksChanged} onReport={onReport} onClose={close} />
  return (
    <ConnectDialog
      report={added ?? newReport(first, chosen.account)}
      onReport={onReport}
      onOtherAccount={onOtherAccount}
      onClose={close}
      hasNext
      handOver={handOver}
    />
  )
}

/** How a further account is connected: here, or by somebody else with a link. */
type Way = 'connect' | 'link'

interface NameProps {
  product: Product
  reports: readonly Report[]
  onChosen: (account: Account, way: Way) => void
  onClose: () => void
}

/** Asks for the name of a further account, and shows its id. */
function NameDialog({ product, reports, onChosen, onClose }: NameProps) {
  const { products } = useTexts(firstTexts)
  const texts = useTexts(furtherTexts)
  const [name, setName] = useState('')
  const [isLinkTried, setLinkTried] = useState(false)
  const id = `${product}:${name.trim()}` as const
  const isFull = reports.filter(({ account }) => !isFirst(account)).length >= MOST_ACCOUNTS
  const fault = !isAccount(id)
    ? texts.nameWrong(product)
    : reports.some(({ account }) => account === id)
      ? texts.nameTaken(id)
      : undefined
  const choose = (way: Way) => {
    if (!fault && !isFull) onChosen(id, way)
    return undefined
  }
  return (
    <FormDialog
      title={texts.title(products[product])}
      action={texts.next}
      submit={() => choose('connect')}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <p>{texts.lead}</p>
          {isFull && (
            <Notice tone="warn">
              <p>{texts.most(MOST_ACCOUNTS)}</p>
            </Notice>
          )}
          <Field
            label={texts.name}
            hint={texts.nameHint}
            error={name.trim() || tried || isLinkTried ? fault : undefined}
            value={name}
            onValue={setName}
          />
          <p class="hint" role="status">
            {!fault && (
              <>
                {texts.id} <code>{id}</code>
              </>
            )}
          </p>
          <p>
            <Button
              variant="quiet"
              onClick={() => {
                setLinkTried(true)
                choose('link')
              }}
            >
              {texts.link}
            </Button>
          </p>
        </>
      )}
    </FormDialog>
  )
}
