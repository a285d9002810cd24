import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type CommandName, DEFAULTS, type Given, runFleet } from '../../../../../scripts/fleet/commands.ts'
import type { World } from '../../../../../scripts/fleet/world.ts'
import { fleetAccount } from './account.ts'
import { readAddresses } from './addresses.ts'

/** This many customer names: c01, c02 ... */
export const names = (count: number) => Array.from({ length: count }, (_, at) => `c${String(at + 1).padStart(2, '0')}`)

/** The keys of a customer, as in the environment of these tests. */
export function toKeys(name: string): Record<string, string> {
  const bytes = Buffer.alloc(32)
  bytes.write(`credentials of ${name}`)
  return {
    API_KEY: `api-key-of-${name}-which-is-long`,
    ADMIN_KEY: `admin-key-of-${name}-which-is-long`,
    CREDENTIALS_KEY: bytes.toString('base64'),
  }
}

const formatVariable = (name: string, key: string) => `${name.toUpperCase()}_${key}`

export const defaultSecrets = {
  API_KEY: { env: '{NAME}_API_KEY' },
  ADMIN_KEY: { env: '{NAME}_ADMIN_KEY' },
  CREDENTIALS_KEY: { env: '{NAME}_CREDENTIALS_KEY' },
}

/** A fleet of this many customers on a separate account, with a URL for each Worker and a fleet.json. */
export async function startFleet(count: number) {
  const customers = names(count)
  const account = fleetAccount()
  const addresses = await readAddresses(account, customers)
  const folder = await mkdtemp(join(tmpdir(), 'fleet-test-'))
  const file = join(folder, 'fleet.json')
  const env: Record<string, string | undefined> = { PATH: process.env.PATH }
  for (const name of customers)
    for (const [key, value] of Object.entries(toKeys(name))) env[formatVariable(name, key)] = value

  const fleet = {
    ...{ account, folder, file, env, customers },
    ...{ formatOrigin: addresses.getOrigin, close: addresses.close },
    /** Everything that was printed. */
    printed: [] as string[],
    interrupt: new AbortController(),
    /** Writes fleet.json, of customers with these fields. */
    write: (more: object = {}, own: (name: string) => object = () => ({})) =>
      writeFile(
        file,
        JSON.stringify({
          defaults: { vars: { LICENCE: 'pro' }, secrets: defaultSecrets },
          customers: customers.map((name) => ({ name, url: addresses.getOrigin(name), ...own(name) })),
          ...more,
        }),
      ),
    world: (): World => ({
      ...{ env, signal: fleet.interrupt.signal, wrangler: account.wrangler },
      say: (line) => void fleet.printed.push(line),
      warn: (line) => void fleet.printed.push(line),
      about: async () => account.build,
      build: async () => ({ main: '/built/index.js', about: account.build, config: PROJECT }),
      pause: (ms) => setTimeout(Math.min(ms, 50)),
    }),
    /** Runs a command. Returns its exit code and output. */
    run: async (command: CommandName, given: Partial<Given> = {}) => {
      const before = fleet.printed.length
      const code = await runFleet(command, { ...DEFAULTS, file, wait: 1, ...given }, fleet.world())
      return { code, text: fleet.printed.slice(before).join('\n') }
    },
    /** Every Worker gets another build. */
    nextBuild: (digit: string) => {
      account.build = { ...account.build, build: digit.repeat(40) }
    },
    stop: async () => {
      addresses.close()
      await rm(folder, { recursive: true })
    },
  }
  await fleet.write()
  return fleet
}

export type TestFleet = Awaited<ReturnType<typeof startFleet>>

/** The used fields of wrangler.toml. */
const PROJECT = { name: 'latchkey', main: 'src/index.ts', kv_namespaces: [{ binding: 'STORE' }] }
