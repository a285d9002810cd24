import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { getCustomers } from '../../../../scripts/fleet/file.ts'
import { buildOnce, readSite, workerConfig } from '../../../../scripts/fleet/worker.ts'
import { ROOT } from '../../../../scripts/support/build.ts'
import { runWrangler } from '../../../../scripts/support/wrangler.ts'

/** Wrangler itself accepts the configuration of a customer with all options, and would upload the build. */
it('a customer is deployed by wrangler, in a dry run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-dry-run-'))
  try {
    // The build of the tests has no source map, which wrangler uploads as well.
    vi.stubEnv('BUILT_WORKER', '')
    const build = await buildOnce(folder)
    const world = {
      ...{ env: process.env, signal: new AbortController().signal, wrangler: runWrangler },
      ...{
        say: () => {},
        warn: () => {},
        about: async () => build.about,
        build: async () => build,
        pause: async () => {},
      },
    }
    const [customer = expect.fail()] = getCustomers({
      defaults: { vars: { LICENCE: 'pro' } },
      customers: [
        {
          ...{ name: 'bravo', url: 'https://keys.bravo.example', vars: { SERVICE_NAME: 'Bravo' } },
          account_id: '0'.repeat(32),
        },
      ],
    })
    const { run } = await readSite(world, customer, { secrets: new Map(), folder, build })
    const told = await run('deploy', '--dry-run', '--tag', 'fleet-0123456789abcdef', '--message', 'a message')
    for (const binding of ['STORE', 'ACCOUNTS', 'ACCESS', 'LEDGER', 'USAGE', 'ASSETS', 'KEY_LIMIT', 'TRY_LIMIT'])
      expect(told).toContain(`env.${binding} `)
    expect(told).toContain('env.LICENCE ("pro")')
    expect(told).toContain('env.SERVICE_NAME ("Bravo")')
    // The build is minified, and nothing is added to it.
    expect(told).toMatch(/Total Upload: \d{3,4}\.\d+ KiB/)
    const rest = build.config
    expect(workerConfig(rest, customer, build.main)).toMatchObject({
      ...{ durable_objects: rest.durable_objects, migrations: rest.migrations },
      ...{ compatibility_date: rest.compatibility_date, observability: rest.observability },
      assets: { ...rest.assets, directory: `${ROOT}public` },
    })
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})
