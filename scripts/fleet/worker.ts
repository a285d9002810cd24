import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'
import { VERSION } from '../../src/base/version.ts'
import { putWorker, ROOT } from '../support/build.ts'
import { putBuildInfo } from '../support/build-info.ts'
import { getComplaint } from '../support/wrangler.ts'
import { type Customer, isOwnDomain, SECRETS } from './file.ts'
import { gatewayAt, isSameBuild, readAbout } from './gateway.ts'
import { type SecretValues, settingsTag, withoutSecrets } from './secrets.ts'
import { type BuildInfo, FleetError, getMessage, type World } from './world.ts'

/** The used fields of a wrangler configuration. */
interface WorkerConfig {
  kv_namespaces?: readonly Record<string, unknown>[]
  ratelimits?: readonly Record<string, unknown>[]
  assets?: Record<string, unknown>
  [field: string]: unknown
}

/** Builds the Worker once, into this folder, because every customer gets the same. A test run has built it already. */
export async function buildOnce(folder: string) {
  const built = process.env.BUILT_WORKER
  const own = join(folder, 'worker')
  if (!built)
    await putWorker(own).catch((error: unknown) => {
      throw new FleetError(`the Worker cannot be built:\n${getMessage(error)}`)
    })
  // Wrangler takes two seconds to load.
  const { experimental_readRawConfig } = await import('wrangler')
  const { rawConfig } = experimental_readRawConfig({ config: join(ROOT, 'wrangler.toml') })
  return { main: built || join(own, 'index.js'), about: await readBuildInfo(), config: rawConfig as WorkerConfig }
}
export type Build = Awaited<ReturnType<typeof buildOnce>>

/** The build info of this checkout. The module does not exist before the first build. */
export async function readBuildInfo(): Promise<BuildInfo> {
  await putBuildInfo()
  const { BUILD } = (await import(pathToFileURL(join(ROOT, 'src/base/generated/build.ts')).href)) as { BUILD: string }
  return { version: VERSION, build: BUILD }
}

/**
 * The configuration of one customer, based on the project's own. It contains no ids: wrangler names a namespace after
 * the Worker and the binding (`acme-store`), and keeps using existing ones.
 *
 * @param main the path of the built Worker, which is uploaded unchanged
 */
export function workerConfig(project: WorkerConfig, customer: Customer, main: string): WorkerConfig {
  // The Worker is already built.
  const { build, route, routes, account_id, ...rest } = project
  const { name, origin, vars, accountId, workersDev } = customer
  return {
    ...rest,
    name,
    main,
    vars,
    no_bundle: true,
    workers_dev: isOwnDomain(origin) ? workersDev : true,
    ...(isOwnDomain(origin) && { routes: [{ pattern: new URL(origin).hostname, custom_domain: true }] }),
    ...(accountId !== undefined && { account_id: accountId }),
    ...(vars.NOTIFY_FROM && { send_email: [{ name: 'EMAIL' }] }),
    // fleet.json is complete: variables that it does not name are removed.
    keep_vars: false,
    assets: { ...project.assets, directory: join(ROOT, String(project.assets?.directory ?? 'public')) },
    kv_namespaces: (project.kv_namespaces ?? []).map(({ id, preview_id, ...namespace }) => namespace),
    // Workers of one account that name the same counter share it.
    ratelimits: (project.ratelimits ?? []).map((limit) => ({ ...limit, namespace_id: getCounter(name, limit.name) })),
  }
}

/** A positive number of at most nine digits for this limit of this customer. */
const getCounter = (customer: string, limit: unknown): string => {
  const digest = createHash('sha256').update(`${customer}/${limit}`).digest()
  return String(100_000_000 + (digest.readUInt32BE(0) % 900_000_000))
}

/**
 * One customer, with everything that is needed to work on it, and a configuration of its Worker in the folder of the
 * command. `build` is what is to be deployed.
 */
export async function readSite(
  world: World,
  customer: Customer,
  { secrets, folder, build }: { secrets: SecretValues; folder: string; build?: Build },
) {
  const { name, origin, accountId } = customer
  const own = join(folder, name)
  await mkdir(own, { recursive: true, mode: 0o700 })
  const config = join(own, 'wrangler.json')
  await writeFile(config, JSON.stringify(build ? workerConfig(build.config, customer, build.main) : { name }))
  const env = {
    // Wrangler writes its own log, which contains request bodies unless this is set.
    WRANGLER_LOG_SANITIZE: 'true',
    // The account in the environment would override the one of the configuration.
    ...(accountId !== undefined && { CLOUDFLARE_ACCOUNT_ID: accountId }),
  }
  /** Runs a wrangler command for the Worker. Rejects with wrangler's message, without the customer's secrets. */
  const run = async (...args: string[]): Promise<string> => {
    const ended = await world.wrangler([...args, '--config', config, '--name', name], { env, signal: world.signal })
    if (ended.code === 0) return ended.stdout
    // Wrangler colours some messages even when its output is not a terminal.
    const [stdout, stderr] = [ended.stdout, ended.stderr].map(stripVTControlCharacters) as [string, string]
    throw new Error(
      `wrangler ${args[0]}: ${withoutSecrets(getComplaint({ code: ended.code, stdout, stderr }), secrets)}`,
    )
  }
  /** The JSON of a wrangler query. Undefined when the account has no such Worker. */
  const ask = async (...args: string[]): Promise<unknown> => {
    try {
      return JSON.parse(await run(...args, '--json'))
    } catch (error) {
      // The API's error code for a Worker that the account does not have.
      if (/\[code: 10007\]|has no deployments/.test(getMessage(error))) return undefined
      throw error
    }
  }
  return { world, customer, secrets, folder: own, run, ask, gateway: gatewayAt(origin, world.signal) }
}
export type Site = Awaited<ReturnType<typeof readSite>>

const deployment = z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1) })
const version = z.object({
  annotations: z.object({ 'workers/tag': z.string().optional() }).optional(),
  resources: z.object({
    bindings: z.array(z.object({ type: z.string(), name: z.string(), text: z.string().default('') })),
  }),
})

/** The version with the most traffic, because a gradual deployment has two. */
const mainVersion = ({ versions }: z.output<typeof deployment>): string =>
  versions.reduce((one, other) => (other.percentage > one.percentage ? other : one)).version_id

/** The version that gets the traffic, and its settings. Undefined when the account has no such Worker. */
export async function readDeployed({ ask }: Pick<Site, 'ask'>) {
  const current = await ask('deployments', 'status')
  if (current === undefined) return undefined
  const versionId = mainVersion(deployment.parse(current))
  const { annotations, resources } = version.parse(await ask('versions', 'view', versionId))
  const ofType = (wanted: string) => resources.bindings.filter(({ type }) => type === wanted)
  return {
    versionId,
    tag: annotations?.['workers/tag'],
    // Somebody may have set a secret as a variable, and the plan shows variables.
    vars: Object.fromEntries(
      ofType('plain_text').map(({ name, text }) => [name, SECRETS.includes(name) ? `[${name}]` : text]),
    ),
    secretNames: ofType('secret_text').map(({ name }) => name),
  }
}

/**
 * The version that ran before the current one was first deployed, so that two rollbacks do not lead forward again.
 * Undefined when the last ten deployments contain none.
 */
export async function readVersionBefore({ ask }: Site): Promise<string | undefined> {
  const ids = z
    .array(deployment)
    .parse((await ask('deployments', 'list')) ?? [])
    .map(mainVersion)
  return ids[ids.indexOf(ids.at(-1) ?? '') - 1]
}

/** The state of a customer's Worker and its URL, and what a deployment would change. Changes nothing. */
export async function lookAt(site: Site, build: BuildInfo) {
  const { customer, secrets, gateway } = site
  const faults: string[] = []
  const [now = null, deployed] = await Promise.all([
    readAbout(gateway),
    readDeployed(site).catch((error: unknown) => void faults.push(getMessage(error))),
  ])
  if (faults.length === 0 && now && !deployed)
    faults.push('its address is that of a gateway, which is no Worker of this name in this account')
  if (faults.length === 0 && !now && isOwnDomain(customer.origin)) {
    const answer = await gateway('/').catch(() => undefined)
    // Wrangler moves a domain to the Worker without asking. A broken gateway, and a domain without a target, may be taken.
    if (answer && answer.status < 500)
      faults.push('its domain serves something else, which a deployment would take it away from')
  }
  const { vars: before = {}, secretNames = [], tag } = deployed ?? {}
  // A name is either a variable or a secret: Cloudflare refuses a variable with the name of a secret.
  for (const name of Object.keys(customer.vars).filter((name) => secretNames.includes(name)))
    faults.push(`${name} is a secret of this Worker: take it away by \`npx wrangler secret delete ${name}\``)
  const vars = Object.keys({ ...before, ...(deployed && customer.vars) })
    .map((name) => ({ name, from: before[name] ?? null, to: customer.vars[name] ?? null }))
    .filter(({ from, to }) => from !== to)
  const other_settings = tag !== settingsTag(customer.vars, secrets)
  const change = other_settings || vars.length > 0 ? 'settings' : 'nothing'
  const update = isSameBuild(now, build) ? change : 'update'
  const action: 'make' | 'update' | 'settings' | 'nothing' = deployed ? update : 'make'
  const unnamed_secrets = secretNames.filter((name) => SECRETS.includes(name) && !secrets.has(name))
  return { deployed, action, now, vars, other_settings, unnamed_secrets, faults }
}
export type Look = Awaited<ReturnType<typeof lookAt>>
