import { useState } from 'preact/hooks'
import type { Account, Product } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'
import { commonTexts } from '../text/common.ts'
import { keysTexts } from '../text/keys.ts'
import { useTexts } from '../text/language.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { AccountChoiceFields } from './AccountChoiceFields.tsx'
import { isComplete, toAccounts, toChoice } from './choice.ts'

interface Props {
  title: string
  /** The accounts of the deployment. */
  reports: readonly Report[]
  /** Those that are chosen now. Null for the first of each product. */
  accounts: readonly Account[] | null
  /** Whether a product is a part of what is chosen. */
  isOffered: (product: Product) => boolean
  onSave: (accounts: Account[] | null) => Promise<void>
  onClose: () => void
}

/** Changes the accounts of a program. */
export function AccountsDialog({ title, reports, accounts, isOffered, onSave, onClose }: Props) {
  const common = useTexts(commonTexts)
  const texts = useTexts(keysTexts)
  const [before] = useState(() => toChoice(accounts))
  const [choice, setChoice] = useState(before)
  const save = () => {
    const chosen = toAccounts(choice)
    return onSave(chosen.length > 0 ? chosen : null)
  }
  return (
    <FormDialog
      title={title}
      action={common.save}
      isChanged={choice !== before}
      submit={() => (isComplete(choice) ? save() : undefined)}
      onClose={onClose}
    >
      {({ tried }) => (
        <AccountChoiceFields
          reports={reports}
          choice={choice}
          onChoice={setChoice}
          isOffered={isOffered}
          label={texts.accounts}
          tried={tried}
        />
      )}
    </FormDialog>
  )
}
