import { isSameBuild } from './build-once.ts'
import { getUnwell, getWorse, type Health, readDoctor } from './doctor.ts'
import { getMessage } from './fleet-error.ts'
import { formatRefusal, readAbout } from './gateway.ts'
import { shortBuild } from './plan-text.ts'
import type { Site } from './site.ts'
import type { BuildInfo, World } from './world.ts'

export interface SmokeTest {
  /** What is expected at the URL. */
  build: BuildInfo
  /** The accounts before the deployment. Undefined when unknown. */
  before: Health | undefined
  /** How long the new version may take to be reachable everywhere, in milliseconds. */
  patienceMs: number
}

/** The time between two checks of the URL, in milliseconds. */
const EVERY_MS = 2000
/** How often the doctor runs before an account counts as worse, because a product may be down for a moment. */
const DOCTOR_TRIES = 3

/** Tests a deployment from outside. Returns messages, or rejects with what failed. */
export async function smokeTest(site: Site, world: World, { build, before, patienceMs }: SmokeTest): Promise<string[]> {
  await reachBuild(site, world, build, patienceMs)
  const health = await site.gateway('/health')
  if (health.status !== 200) throw new Error(`/health answers ${formatRefusal(health)}`)
  const after = await examine(site, world, before)
  const unwell = getUnwell(after)
  return unwell.length > 0 ? [`unwell as before: ${unwell.join(', ')}`] : []
}

async function reachBuild({ gateway }: Site, { pause, signal }: World, build: BuildInfo, patienceMs: number) {
  const until = Date.now() + patienceMs
  for (;;) {
    const about = await readAbout(gateway)
    if (isSameBuild(about, build)) return
    if (signal.aborted || Date.now() >= until) {
      const told = about ? `says ${shortBuild(about)}, not ${shortBuild(build)},` : 'does not answer'
      throw new Error(`/version ${told} after ${patienceMs / 1000} s`)
    }
    await pause(EVERY_MS)
  }
}

async function examine({ gateway, secrets }: Site, { pause, signal }: World, before: Health | undefined) {
  for (let left = DOCTOR_TRIES - 1; ; left--) {
    const found = await readDoctor(gateway, secrets.get('API_KEY') ?? '').catch((error: unknown) => getMessage(error))
    // Without an earlier report, nothing can have become worse.
    const worse = typeof found === 'string' ? [found] : before ? getWorse(before, found) : []
    if (worse.length === 0 && typeof found !== 'string') return found
    if (left === 0 || signal.aborted) throw new Error(`worse than before: ${worse.join(', ')}`)
    await pause(EVERY_MS)
  }
}
