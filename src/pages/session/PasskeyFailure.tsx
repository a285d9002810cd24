import { ApiError } from '../api/call.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/layout.tsx'

interface Props {
  error: unknown
  /** The words for somebody who did not go on or has none here, which a browser does not tell apart. */
  stopped: string
}

/** Why a passkey did not work. That somebody did not go on, or has none here, is no failure. */
export function PasskeyFailure({ error, stopped }: Props) {
  const { session } = useTexts(firstTexts)
  if (error === undefined) return null
  const isRefused = error instanceof ApiError && (error.status === 401 || error.code === 'proof_required')
  if (error instanceof ApiError)
    return <Failure error={error} getFailureText={() => (isRefused ? session.passkeyRefused : undefined)} />
  const isPresent = error instanceof Error && error.name === 'InvalidStateError'
  return (
    <Notice tone="info">
      <p>{isPresent ? session.passkeyPresent : stopped}</p>
    </Notice>
  )
}
