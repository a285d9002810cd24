import { type Account, productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import { useTexts } from '../text/language.tsx'
import { newestTexts } from '../text/newest.ts'
import { Moment } from '../ui/layout.tsx'
import { useLoaded } from '../ui/task.ts'

/** The newest thing that an account has, as a proof that it is the right one. Nothing while that is not known. */
export function Newest({ account }: { account: Account }) {
  const texts = useTexts(newestTexts)
  const { value } = useLoaded(() => call('admin_get_newest', { path: { account } }), [account])
  return (
    <p class="newest" role="status">
      {value && (
        <>
          <span class="soft">{texts.of[productOf(account)]}</span>{' '}
          {value.newest ? (
            <>
              <bdi>{value.newest.title ?? texts.untitled}</bdi>{' '}
              {value.newest.at && <Moment at={value.newest.at} withDay />}
            </>
          ) : (
            texts.none
          )}
        </>
      )}
    </p>
  )
}
