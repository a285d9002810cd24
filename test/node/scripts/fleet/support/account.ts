import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { BuildInfo } from '../../../../../scripts/fleet/world.ts'
import type { Ended } from '../../../../../scripts/support/wrangler.ts'

/** A version of a Worker, as it was uploaded. */
export interface Version {
  id: string
  about: BuildInfo
  tag: string | undefined
  vars: Record<string, string>
  secrets: Record<string, string>
}

/** What a customer's Worker does wrong. */
export interface Trouble {
  /** `wrangler deploy` fails, and uploads nothing or, with `after`, everything. */
  deploy?: 'before' | 'after'
  /** /health of versions of this build answers 500. */
  sickBuild?: string
  /** The URL stays at its version. */
  isStuck?: boolean
  rollback?: boolean
  /** The states of accounts under a build, with these secrets. */
  doctor?: (build: string | null, secrets: Readonly<Record<string, string>>) => Record<string, string>
  isSilent?: boolean
}

export interface DeployedWorker {
  versions: Version[]
  /** Ids of versions, the oldest first. */
  deployments: string[]
  subscriptions: Record<string, unknown>[]
}

/** A Cloudflare account for tests: wrangler as a function, and its effects. */
export function fleetAccount() {
  const workers = new Map<string, DeployedWorker>()
  const troubles = new Map<string, Trouble>()
  const calls: string[] = []
  /** Everything that came as an argument. */
  const given: string[] = []
  /** What every file of secrets had as its mode. */
  const modes = new Set<number>()
  const files = new Set<string>()
  const account = {
    ...{ workers, troubles, calls, given, modes, files },
    /** Customers with running requests, one entry per request, and the most that ran in parallel. */
    busy: [] as string[],
    mostBusy: 0,
    /** How long a URL takes to respond. */
    delayMs: 0,
    /** The info of the current build. */
    build: { version: '1.0.0', build: 'b'.repeat(40) } as BuildInfo,
    current: (name: string) => getCurrent(workers.get(name)),
    wrangler: async (args: readonly string[]): Promise<Ended> => {
      given.push(...args)
      const [command = '', next = ''] = args
      const words = command === 'deploy' || command === 'rollback' ? command : `${command} ${next}`
      const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
      const { name = '' } = values
      calls.push(`${words} ${name}`)
      const trouble = troubles.get(name) ?? {}
      const worker = workers.get(name)
      if (words === 'deploy') return upload(name, values, trouble)
      if (!worker) return failed('This Worker does not exist on your account. [code: 10007]')
      if (words === 'rollback') {
        if (trouble.rollback) return failed('cannot go back behind a migration [code: 10210]')
        worker.deployments.push(positionals[1] ?? '')
        return said('done')
      }
      if (words === 'deployments status') return said(deploymentJson(worker.deployments.at(-1)))
      if (words === 'deployments list') return said(worker.deployments.slice(-10).map(deploymentJson))
      const version = worker.versions.find(({ id }) => id === positionals[2])
      return version ? said(versionJson(version)) : failed('no such version')
    },
  }
  return account

  async function upload(name: string, values: Values, { deploy }: Trouble): Promise<Ended> {
    const file = values['secrets-file'] ?? ''
    files.add(file)
    modes.add((await stat(file)).mode & 0o777)
    const secrets = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    const failure = failed(`no luck with ${secrets.API_KEY} [code: 10013]`)
    if (deploy === 'before') return failure
    const config = JSON.parse(await readFile(values.config ?? '', 'utf8')) as { vars: Record<string, string> }
    const worker = workers.get(name) ?? { versions: [], deployments: [], subscriptions: [] }
    const id = `${name}-${worker.versions.length + 1}`
    const kept = getCurrent(worker)?.secrets
    worker.versions.push({
      id,
      about: account.build,
      tag: values.tag,
      vars: config.vars,
      secrets: { ...kept, ...secrets },
    })
    worker.deployments.push(id)
    workers.set(name, worker)
    return deploy === 'after' ? failure : said('uploaded')
  }
}

export type Account = ReturnType<typeof fleetAccount>

const OPTIONS = {
  name: { type: 'string' },
  config: { type: 'string' },
  'secrets-file': { type: 'string' },
  tag: { type: 'string' },
  message: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values']

const getCurrent = (worker: DeployedWorker | undefined): Version | undefined =>
  worker?.versions.find(({ id }) => id === worker.deployments.at(-1))

const said = (answer: unknown): Ended => ({ code: 0, stdout: JSON.stringify(answer), stderr: '' })
const failed = (message: string): Ended => ({ code: 1, stdout: '', stderr: `✘ [ERROR] ${message}\n` })

const deploymentJson = (version_id: string | undefined) => ({ versions: [{ version_id, percentage: 100 }] })

const versionJson = ({ id, tag, vars, secrets }: Version) => ({
  id,
  annotations: { ...(tag && { 'workers/tag': tag }) },
  resources: {
    bindings: [
      ...Object.entries(vars).map(([name, text]) => ({ type: 'plain_text', name, text })),
      ...Object.keys(secrets).map((name) => ({ type: 'secret_text', name })),
      { type: 'kv_namespace', name: 'STORE' },
    ],
  },
})
