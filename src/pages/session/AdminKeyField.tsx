import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Field } from '../ui/fields.tsx'

interface Props {
  value: string
  onValue: (value: string) => void
  error: string | undefined
}

/** The admin key, which a password manager fills in and stores by the host. */
export function AdminKeyField({ value, onValue, error }: Props) {
  const { session } = useTexts(firstTexts)
  return (
    <>
      <div class="unseen" aria-hidden="true">
        <input type="text" name="username" autocomplete="username" value={location.host} readOnly tabIndex={-1} />
      </div>
      <Field
        label={session.adminKey}
        hint={session.adminKeyHint}
        error={error}
        secret
        autocomplete="current-password"
        value={value}
        onValue={onValue}
      />
    </>
  )
}
