import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { signInTexts } from '../text/sign-in.ts'
import { Notice } from '../ui/layout.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'
import { PasskeyFailure } from './PasskeyFailure.tsx'
import { noteOffered, onOffered, wasOffered } from './passkey-support.ts'

/** Offers a passkey to someone who has just typed the admin key, on a device that can ask for a face or a finger. */
export function PasskeyOffer({ onKnown }: { onKnown: () => void }) {
  const signIn = useTexts(signInTexts)
  const [state, setState] = useState<'unknown' | 'offered' | 'made' | 'gone'>('unknown')
  const { busy, error, run } = useTask()
  useEffect(() => {
    if (wasOffered()) return onKnown()
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
      .then(
        (isAvailable) => isAvailable && setState('offered'),
        () => {},
      )
      .then(onKnown)
    return onOffered(() => setState('gone'))
  }, [])
  const answer = (next: 'made' | 'gone') => {
    noteOffered()
    setState(next)
  }
  const make = async () => {
    const { makePasskey } = await import('./passkey.ts')
    await makePasskey()
    answer('made')
  }
  return (
    <div role="status">
      {state === 'offered' && (
        <section class="card" aria-labelledby="offer">
          <h2 id="offer">{signIn.offerTitle}</h2>
          <p class="soft">{signIn.offer}</p>
          <PasskeyFailure error={error} stopped={signIn.notMade} />
          <div class="actions">
            <Button variant="primary" busy={busy} onClick={() => run(make)}>
              <Icon name="finger" />
              {signIn.make}
            </Button>
            <Button variant="quiet" onClick={() => answer('gone')}>
              {signIn.offerLater}
            </Button>
          </div>
        </section>
      )}
      {state === 'made' && (
        <Notice tone="good">
          <p>{signIn.offerDone}</p>
        </Notice>
      )}
    </div>
  )
}
