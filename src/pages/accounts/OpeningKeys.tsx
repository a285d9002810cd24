import type { Account } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import { furtherTexts } from '../text/further.ts'
import { useTexts } from '../text/language.tsx'
import { useLoaded } from '../ui/task.ts'

/** Which keys open a further account: those that list it. Nothing while that is not known. */
export function OpeningKeys({ account }: { account: Account }) {
  const texts = useTexts(furtherTexts)
  const { value: keys } = useLoaded(() => call('admin_list_keys').then(({ keys }) => keys), [account])
  const names = keys?.filter(({ accounts }) => accounts?.includes(account)).map(({ name }) => name)
  return (
    <p role="status">
      {names && (
        <>
          {names.length > 0 ? texts.keys(names.join(', ')) : texts.noKeys} <a href="#keys">{texts.toKeys}</a>
        </>
      )}
    </p>
  )
}
