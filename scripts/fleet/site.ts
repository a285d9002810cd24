import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Ended, getComplaint } from '../support/wrangler.ts'
import type { Customer } from './customer.ts'
import { type Gateway, gatewayAt } from './gateway.ts'
import type { SecretValues } from './secret-values.ts'
import { withoutSecrets } from './without-secrets.ts'
import { type WorkerConfig, workerConfig } from './worker-config.ts'
import type { Build, World } from './world.ts'

/** Asks wrangler about one customer's Worker; undefined where the account has none. Rejects with what wrangler says. */
export type WorkerQuery = (...args: string[]) => Promise<unknown>

/** One customer, with what is needed to work on it. */
export interface Site {
  customer: Customer
  secrets: SecretValues
  gateway: Gateway
  ask: WorkerQuery
  /** Runs a command of wrangler about the Worker. Rejects with what wrangler says, without the customer's secrets. */
  run: (...args: string[]) => Promise<string>
  /** A folder of its own, which goes away with the command. */
  folder: string
}

export interface SiteOptions {
  secrets: SecretValues
  /** The folder of the command. */
  folder: string
  /** Where something is to be deployed. */
  build?: Build | undefined
}

/** Writes the configuration of a customer's Worker, which names it and its account. */
export async function readSite(
  world: World,
  customer: Customer,
  { secrets, folder, build }: SiteOptions,
): Promise<Site> {
  const { name, origin, accountId } = customer
  const own = join(folder, name)
  await mkdir(own, { recursive: true, mode: 0o700 })
  const config = join(own, 'wrangler.json')
  const content: WorkerConfig = build
    ? workerConfig(build.config, customer, build.main)
    : { name, ...(accountId !== undefined && { account_id: accountId }) }
  await writeFile(config, JSON.stringify(content, null, 2))

  const env = {
    // Wrangler keeps a log of its own, in which bodies of requests stand unless it leaves them out.
    WRANGLER_LOG_SANITIZE: 'true',
    // The account in the environment would come before the one of the configuration.
    ...(accountId !== undefined && { CLOUDFLARE_ACCOUNT_ID: accountId }),
  }
  const run = async (...args: string[]) => {
    const ended = await world.wrangler([...args, '--config', config, '--name', name], { env, signal: world.signal })
    if (ended.code === 0) return ended.stdout
    throw new Error(`wrangler ${args[0]}: ${withoutSecrets(plainComplaint(ended), secrets)}`)
  }
  return {
    ...{ customer, secrets, folder: own, run },
    gateway: gatewayAt(origin, world.signal),
    ask: async (...args) => {
      try {
        return JSON.parse(await run(...args, '--json'))
      } catch (error) {
        if (error instanceof Error && isUnknownWorker(error.message)) return undefined
        throw error
      }
    },
  }
}

/** Wrangler writes some of its complaints in colours, wherever they go. */
const plainComplaint = ({ code, stdout, stderr }: Ended): string =>
  getComplaint({ code, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) })

/** The API's code for a Worker that the account does not have. */
const isUnknownWorker = (complaint: string) => /\[code: 10007\]|has no deployments/.test(complaint)
