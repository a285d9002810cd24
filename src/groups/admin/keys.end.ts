import { badInput } from '../../base/errors.ts'

/** Throws 400 for an end that is over: whoever wants that disables or deletes the key. */
export function checkEnd(expiresAt: string | null | undefined, now: number): void {
  if (expiresAt && Date.parse(expiresAt) <= now) throw badInput('expires_at: must lie in the future')
}
