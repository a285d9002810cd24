import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { setUpAlarms } from './alarms.ts'
import type { Customer, Fleet, Wave } from './file.ts'
import { awaitBuild, gatewayAt, isSameBuild, readAbout, readDoctor, shortBuild, smokeTest } from './gateway.ts'
import { formatUncompared } from './plan.ts'
import { checkSecrets, readSecrets, settingsTag } from './secrets.ts'
import { type Build, type Look, lookAt, readDeployed, readSite, readVersionBefore, type Site } from './worker.ts'
import { AT_ONCE, FleetError, getMessage, type World } from './world.ts'

/** The results for a customer, in a line of its own and in the summary at the end. */
const RESULTS = {
  deployed: ['deployed', 'Deployed'],
  current: ['is up to date', 'Up to date before'],
  'rolled back': ['FAILED, rolled back', 'Rolled back'],
  unchanged: ['FAILED, nothing was changed', 'Failed, nothing changed'],
  left: ['FAILED, left as it is', 'FAILED, THE NEW VERSION RUNS'],
  interrupted: ['interrupted', 'Interrupted'],
  waiting: ['', 'Not started'],
} as const
type Outcome = [result: keyof typeof RESULTS, ...notes: string[]]

const isWell = ([result]: Outcome) => result === 'deployed' || result === 'current'

/** How long Cloudflare takes to roll out a version, in milliseconds. */
const SETTLE_MS = 5000

/**
 * Deploys wave after wave, and stops at the first failure. Prints what was done, and returns the exit code. Throws
 * FleetError before anything is sent when a secret is wrong.
 *
 * @param folder the folder of the command
 * @param patienceMs how long a new version may take to be reachable
 * @param again the command that continues with a customer
 */
export async function deploy(
  world: World,
  fleet: Fleet,
  waves: readonly Wave[],
  { folder, patienceMs, second }: { folder: string; patienceMs: number; second: (from: string) => string },
): Promise<number> {
  const names = waves.flat().map(({ name }) => name)
  const prepared = await readSecrets(world, fleet, waves.flat())
  checkSecrets(prepared)
  for (const line of formatUncompared(prepared)) world.say(line)
  const build = await world.build(folder)
  const outcomes = new Map(names.map((name): [string, Outcome] => [name, ['waiting']]))
  const withoutAlarms: string[] = []
  const mayContinue = () =>
    !world.signal.aborted && [...outcomes.values()].every((one) => one[0] === 'waiting' || isWell(one))

  const deployCustomer = async (customer: Customer) => {
    const { name } = customer
    // One of this wave failed while others were running.
    if (!mayContinue()) return
    const secrets = prepared.secrets.get(name)?.values ?? new Map<string, string>()
    let outcome: Outcome
    try {
      const site = await readSite(world, customer, { secrets, folder, build })
      outcome = await deployOne(site, build, patienceMs)
      if (fleet.alarms && isWell(outcome))
        outcome.push(
          ...(await setUpAlarms(site, fleet.alarms, fleet.folder).catch((error: unknown) => {
            withoutAlarms.push(name)
            return [`NO ALARMS: ${getMessage(error)}`]
          })),
        )
    } catch (error) {
      outcome = ['unchanged', getMessage(error)]
    }
    outcomes.set(name, outcome)
    const [result, ...notes] = outcome
    world.say(`  ${name} ${[RESULTS[result][0], ...notes].join('; ')}`)
  }
  for (const [at, wave] of waves.entries()) {
    if (!mayContinue()) break
    world.say(`Wave ${at + 1} of ${waves.length}: ${wave.map(({ name }) => name).join(', ')}`)
    await pLimit(AT_ONCE).map(wave, deployCustomer)
  }

  const lists = Object.entries(RESULTS).map(([result, [, title]]) => ({
    title,
    listed: names.filter((name) => outcomes.get(name)?.[0] === result),
  }))
  for (const { title, listed } of [...lists, { title: 'WITHOUT ALARMS', listed: withoutAlarms }])
    if (listed.length > 0) world.say(`${title} (${listed.length}): ${listed.join(', ')}`)
  const next = [...outcomes].find(([, outcome]) => !isWell(outcome))
  if (next) world.say(`Fix this, then continue with: ${second(next[0])}`)
  return next || withoutAlarms.length > 0 ? 1 : 0
}

/**
 * Deploys one customer, tests it, and rolls back when something fails. A customer that already runs this build with
 * these settings is only tested.
 */
async function deployOne(site: Site, build: Build, patienceMs: number): Promise<Outcome> {
  const { secrets, gateway, world } = site
  const key = secrets.get('API_KEY') ?? ''
  const look = await lookAt(site, build.about)
  const { action, now, deployed, faults } = look
  if (world.signal.aborted) return ['interrupted', 'nothing was changed']
  if (faults.length > 0) return ['unchanged', ...faults]
  const isCurrent = action === 'nothing'
  // A new customer has no accounts before. A key that changes with this deployment does not work yet.
  const before = isCurrent ? undefined : deployed ? await readDoctor(gateway, key).catch(() => undefined) : new Map()
  try {
    if (!isCurrent) await upload(site, build)
    // Nothing at the URL distinguishes the new version from the previous one.
    if (action === 'settings') await world.pause(SETTLE_MS)
    await awaitBuild(gateway, build.about, world, patienceMs)
    const notes = await smokeTest(gateway, key, before, world)
    if (isCurrent) return ['current', ...notes]
    return ['deployed', ...(now ? [`was ${shortBuild(now)}`] : []), ...notes]
  } catch (error) {
    const failure = getMessage(error)
    if (world.signal.aborted)
      return ['interrupted', 'it is not known whether the new version runs there: the next run looks']
    if (isCurrent) return ['left', failure, 'it was deployed before, and stays as it is']
    const [result, ...notes] = await undo(site, look, patienceMs)
    return [result, failure, ...notes]
  }
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

const rollBackTo = ({ run }: Site, versionId: string, reason: string) =>
  run('rollback', versionId, '--yes', '--message', `npm run fleet: ${reason}`)

async function undo(site: Site, { deployed, now }: Look, patienceMs: number): Promise<Outcome> {
  try {
    if ((await readDeployed(site))?.versionId === deployed?.versionId) return ['unchanged']
    if (!deployed) return ['left', 'there is no version before: the new Worker stays as it is']
    await rollBackTo(site, deployed.versionId, 'the smoke test failed')
    if (now) await awaitBuild(site.gateway, now, site.world, patienceMs)
    return ['rolled back', `runs ${shortBuild(now)} again`]
  } catch (error) {
    return ['left', `GOING BACK FAILED: ${getMessage(error)}`]
  }
}

/** The last wave with a customer that runs this build. Throws FleetError when there is none. */
export async function lastWave(world: World, waves: readonly Wave[]): Promise<Wave> {
  const build = await world.about()
  for (const wave of waves.toReversed()) {
    const abouts = await pLimit(AT_ONCE).map(wave, ({ origin }) => readAbout(gatewayAt(origin, world.signal)))
    const reached = wave.filter((_, at) => isSameBuild(abouts[at], build))
    if (reached.length > 0) return reached
  }
  throw new FleetError(
    `nobody runs ${shortBuild(build)}, so no wave of it can be rolled back: name customers with --only`,
  )
}

/** Rolls each of these customers back to the version before the current one. Prints it, and returns the exit code. */
export async function rollBack(world: World, customers: readonly Customer[], folder: string): Promise<number> {
  const done = await pLimit(AT_ONCE).map(customers, async (customer) => {
    try {
      const site = await readSite(world, customer, { secrets: new Map(), folder })
      const versionId = await readVersionBefore(site)
      if (versionId === undefined) throw new Error('there is no version before')
      const was = await readAbout(site.gateway)
      await rollBackTo(site, versionId, 'as asked')
      const about = await readAbout(site.gateway)
      const { status } = await site.gateway('/health')
      if (status !== 200) throw new Error(`went back, and /health answers ${status}`)
      const says = `its address says ${shortBuild(about)}, and said ${shortBuild(was)}`
      return [true, `${customer.name}: rolled back; version ${versionId.slice(0, 8)} runs; ${says}`] as const
    } catch (error) {
      return [false, `${customer.name}: NOT ROLLED BACK; ${getMessage(error)}`] as const
    }
  })
  for (const [, line] of done) world.say(line)
  return done.every(([ok]) => ok) ? 0 : 1
}
