import { isSameBuild } from './build-once.ts'
import { readAbout } from './gateway.ts'
import { shortBuild } from './plan-text.ts'
import type { Site } from './site.ts'
import type { BuildInfo, World } from './world.ts'

export interface RollBack {
  /** Of Cloudflare. */
  versionId: string
  /** What /version says of it; undefined where that is not known. */
  about: BuildInfo | undefined
  patienceMs: number
  reason: string
}

const EVERY_MS = 2000

/**
 * Puts a version back, its secrets included, and waits until the address says so. Rejects where it does not. What is known
 * of the version decides what is waited for: without it any gateway will do.
 */
export async function rollBackTo(
  { gateway, run }: Site,
  { pause, signal }: World,
  { versionId, about, patienceMs, reason }: RollBack,
): Promise<BuildInfo | undefined> {
  await run('rollback', versionId, '--yes', '--message', `npm run fleet: ${reason}`)
  const until = Date.now() + patienceMs
  for (;;) {
    const now = await readAbout(gateway)
    if (about === undefined || (now && isSameBuild(now, about))) return now
    if (signal.aborted || Date.now() >= until)
      throw new Error(`/version says ${shortBuild(now)}, not ${shortBuild(about)}`)
    await pause(EVERY_MS)
  }
}
