import { badInput } from '../../base/errors.ts'

/** Throws 400 for an expiry in the past. To end a key now, disable or delete it. */
export function checkEnd(expiresAt: string | null | undefined, now: number): void {
  if (expiresAt && Date.parse(expiresAt) <= now) throw badInput('expires_at: must lie in the future', ['expires_at'])
}
