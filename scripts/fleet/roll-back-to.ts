import { isSameBuild } from './build-once.ts'
import { readAbout } from './gateway.ts'
import { shortBuild } from './plan-text.ts'
import type { Site } from './site.ts'
import type { BuildInfo, World } from './world.ts'

export interface RollBack {
  /** Cloudflare's id of the version. */
  versionId: string
  /** The version's build info at /version. Undefined when unknown. */
  about: BuildInfo | undefined
  patienceMs: number
  reason: string
}

const EVERY_MS = 2000

/**
 * Rolls back to a version, including its secrets, and waits until its URL confirms that. Rejects when it does not.
 * Without known build info, any gateway counts.
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
