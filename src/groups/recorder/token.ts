import * as z from 'zod'
import { once } from '../../base/once.ts'
import { checkSecret } from '../../upstream/secret-form.ts'

/**
 * The product's tokens are JWTs whose header names their kind (recorder facts, section 4): UT belongs to the user and
 * opens the account routes, WT belongs to a workspace and opens the data routes.
 */
export interface RecorderToken {
  readonly text: string
  readonly kind: 'UT' | 'WT'
  /** The user's id, undefined where the token tells none. */
  readonly subject: string | undefined
  /** Such as `aws:eu-central-1`. */
  readonly region: string | undefined
}

const tokenHeader = once(() => z.object({ typ: z.string().optional() }).catch({}))

const tokenClaims = once(() => {
  const userId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/)
  return z
    .object({
      sub: userId.optional().catch(undefined),
      region: z.string().optional(),
      typ: z.string().optional(),
    })
    .catch({})
})

/**
 * Reads a token as a user pastes it, with or without "bearer". Its signature is the product's to check. Throws 500 naming
 * RECORDER_TOKEN for a text that no header carries.
 */
export function readToken(pasted: string): RecorderToken {
  const text = pasted.replace(/^bearer +/i, '')
  checkSecret('RECORDER_TOKEN', text)
  const [header, claims] = text.split('.')
  const { typ } = tokenHeader().parse(decode(header))
  const { sub, region, typ: claimedKind } = tokenClaims().parse(decode(claims))
  return { text, kind: typ === 'WT' || claimedKind === 'WT' ? 'WT' : 'UT', subject: sub, region }
}

function decode(part: string | undefined): unknown {
  try {
    return JSON.parse(atob((part ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
