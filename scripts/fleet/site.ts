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

/**
 * Runs a wrangler query about one customer's Worker. Undefined when the account has none. Rejects with wrangler's
 * message.
 */
export type WorkerQuery = (...args: string[]) => Promise<unknown>

/** One customer, with everything that is needed to work on it. */
export interface Site {
  customer: Customer
  secrets: SecretValues
  gateway: Gateway
  ask: WorkerQuery
  /** Runs a wrangler command for the Worker. Rejects with wrangler's message, without the customer's secrets. */
  run: (...args: string[]) => Promise<string>
  /** A private folder, which is removed at the end of the command. */
  folder: string
}

export interface SiteOptions {
  secrets: SecretValues
  /** The folder of the command. */
  folder: string
  /** Set when something is to be deployed. */
  build?: Build | undefined
}

/** Writes the configuration of a customer's Worker, with its name and account. */
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
    // Wrangler writes its own log, which contains request bodies unless this is set.
    WRANGLER_LOG_SANITIZE: 'true',
    // The account in the environment would override that of the configuration.
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

/** Wrangler colours some error messages even when its output is not a terminal. */
const plainComplaint = ({ code, stdout, stderr }: Ended): string =>
  getComplaint({ code, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) })

/** The API's error code for a Worker that the account does not have. */
const isUnknownWorker = (complaint: string) => /\[code: 10007\]|has no deployments/.test(complaint)
