import type { Account } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import { NewestLine } from '../connect/NewestLine.tsx'
import { useTexts } from '../text/language.tsx'
import { newestTexts } from '../text/newest.ts'
import { useLoaded } from '../ui/task.ts'

/** The newest thing that an account has, as a proof that it is the right one. Nothing while that is not known. */
export function Newest({ account }: { account: Account }) {
  const texts = useTexts(newestTexts)
  const { value, error } = useLoaded(() => call('admin_get_newest', { path: { account } }), [account])
  return (
    <p class="newest" role="status">
      {value ? <NewestLine account={account} newest={value.newest} /> : error !== undefined && texts.failed}
    </p>
  )
}
