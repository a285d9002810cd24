import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDeployed } from './deployed.ts'
import { type Health, readDoctor } from './doctor.ts'
import { getMessage } from './fleet-error.ts'
import { type Look, lookAt } from './look.ts'
import type { CustomerOutcome } from './outcome.ts'
import { getAction } from './plan.ts'
import { shortBuild } from './plan-text.ts'
import { rollBackTo } from './roll-back-to.ts'
import { settingsTag } from './settings-digest.ts'
import type { Site } from './site.ts'
import { smokeTest } from './smoke-test.ts'
import type { Build, World } from './world.ts'

export interface Deployment {
  build: Build
  patienceMs: number
}

/**
 * Deploys one customer, tests it, and rolls back when something fails. A customer that already runs this build with
 * these settings is only tested.
 */
export async function deployOne(site: Site, world: World, { build, patienceMs }: Deployment): Promise<CustomerOutcome> {
  const { name } = site.customer
  const look = await lookAt(site, build.about)
  if (world.signal.aborted) return { name, result: 'interrupted', notes: ['nothing was changed'] }
  if (look.faults.length > 0) return { name, result: 'unchanged', notes: look.faults }
  const isCurrent = getAction(look) === 'nothing'
  const before = isCurrent ? undefined : await healthBefore(site, look)
  try {
    if (!isCurrent) await upload(site, build)
    // Nothing at the URL distinguishes the new version from the previous one.
    if (!isCurrent && look.isSameBuild) await world.pause(SETTLE_MS)
    const notes = await smokeTest(site, world, { build: build.about, before, patienceMs })
    const was = look.about ? [`was ${shortBuild(look.about)}`] : []
    return { name, result: isCurrent ? 'current' : 'deployed', notes: [...(isCurrent ? [] : was), ...notes] }
  } catch (error) {
    const failure = getMessage(error)
    if (world.signal.aborted) return { name, result: 'interrupted', notes: [INTERRUPTED] }
    if (isCurrent) return { name, result: 'left', notes: [failure, 'it was deployed before, and stays as it is'] }
    return { name, ...(await undo(site, world, look, patienceMs, failure)) }
  }
}

/** How long Cloudflare takes to roll out a version, in milliseconds. */
const SETTLE_MS = 5000

const INTERRUPTED = 'it is not known whether the new version runs there: the next run looks'

/** The accounts of a customer before the deployment. Empty for a new customer. */
async function healthBefore({ gateway, secrets }: Site, { deployed }: Look): Promise<Health | undefined> {
  if (!deployed) return new Map()
  // A key that changes with this deployment does not work yet.
  return readDoctor(gateway, secrets.get('API_KEY') ?? '').catch(() => undefined)
}

/** Uploads the build with the settings. The file with secrets exists only while wrangler runs. */
async function upload({ customer, secrets, folder, run }: Site, { about }: Build): Promise<void> {
  const file = join(folder, 'secrets.json')
  try {
    await writeFile(file, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600, flag: 'wx' })
    const message = `Latchkey ${shortBuild(about)} by npm run fleet`
    await run('deploy', '--secrets-file', file, '--tag', settingsTag(customer.vars, secrets), '--message', message)
  } finally {
    await rm(file, { force: true })
  }
}

async function undo(
  site: Site,
  world: World,
  { deployed, about }: Look,
  patienceMs: number,
  failure: string,
): Promise<Pick<CustomerOutcome, 'result' | 'notes'>> {
  try {
    const now = await readDeployed(site.ask)
    if (now?.versionId === deployed?.versionId) return { result: 'unchanged', notes: [failure] }
    if (!deployed)
      return { result: 'left', notes: [failure, 'there is no version before: the new Worker stays as it is'] }
    await rollBackTo(site, world, { versionId: deployed.versionId, about, patienceMs, reason: 'the smoke test failed' })
    return { result: 'rolled back', notes: [failure, `runs ${shortBuild(about)} again`] }
  } catch (error) {
    return { result: 'left', notes: [failure, `GOING BACK FAILED: ${getMessage(error)}`] }
  }
}
