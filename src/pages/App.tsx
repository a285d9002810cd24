import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './api/call.ts'
import { isSignedIn } from './api/session.ts'
import type { Arrival } from './connect/arrival.ts'
import { SignedIn } from './SignedIn.tsx'
import { isUnset } from './session/admin-key.ts'
import { SignIn } from './session/SignIn.tsx'
import { Failure } from './ui/Failure.tsx'

type Door =
  | { at: 'closed'; unset: boolean }
  | { at: 'open'; isNew: boolean }
  | { at: 'broken'; error: unknown }
  | undefined

/** The owner's page: the sign-in, and the views behind it. */
export function App({ arrival }: { arrival: Arrival }) {
  const [door, setDoor] = useState<Door>()
  const look = () =>
    isSignedIn().then(
      (isIn) => setDoor(isIn ? { at: 'open', isNew: false } : { at: 'closed', unset: false }),
      (error) => {
        const refused = error instanceof ApiError && error.status === 401
        setDoor(refused ? { at: 'closed', unset: isUnset(error) } : { at: 'broken', error })
      },
    )
  useEffect(() => {
    look()
  }, [])
  if (door?.at === 'open') {
    const leave = () => setDoor({ at: 'closed', unset: false })
    return <SignedIn arrival={arrival} isNew={door.isNew} onLeft={leave} />
  }
  if (door?.at === 'closed')
    return <SignIn unset={door.unset} onSignedIn={() => setDoor({ at: 'open', isNew: true })} />
  return (
    <div class="door">
      <main>{door && <Failure error={door.error} retry={look} />}</main>
    </div>
  )
}
