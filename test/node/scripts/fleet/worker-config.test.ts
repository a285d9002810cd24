import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getCustomers } from '../../../../scripts/fleet/file.ts'
import { workerConfig } from '../../../../scripts/fleet/worker.ts'
import { withEmail } from '../../../../scripts/setup/upload.ts'
import { ROOT } from '../../../../scripts/support/build.ts'

/** The configuration of each customer's Worker. */
const [acme, bravo] = getCustomers({
  customers: [
    { name: 'acme', url: 'https://acme.example.workers.dev', vars: { LICENCE: 'pro' } },
    { name: 'bravo', url: 'https://keys.bravo.example', account_id: '0'.repeat(32), workers_dev: false },
  ],
})
if (!acme || !bravo) throw new Error('there are two')

describe('a Worker', () => {
  it("has the project's configuration, its own name and variables, and the unchanged code", () => {
    const project = {
      ...{ name: 'latchkey', main: 'src/index.ts', keep_vars: true },
      ...{ account_id: '1'.repeat(32), routes: ['x.example'], build: { command: 'npm run generate' } },
      compatibility_date: '2026-11-02',
      ...{ assets: { directory: 'public', binding: 'ASSETS' }, migrations: [{ tag: 'v1' }] },
    }
    expect(workerConfig(project, acme, '/built/index.js')).toEqual({
      ...{ name: 'acme', main: '/built/index.js', no_bundle: true, workers_dev: true, vars: { LICENCE: 'pro' } },
      ...{ keep_vars: false, compatibility_date: '2026-11-02', migrations: [{ tag: 'v1' }] },
      assets: { directory: `${ROOT}public`, binding: 'ASSETS' },
      ...{ kv_namespaces: [], ratelimits: [] },
    })
  })

  it('sends e-mail if it has a sender, as npm run setup binds it in wrangler.toml', () => {
    const sender = { ...acme, vars: { NOTIFY_FROM: 'gateway@example.com' } }
    expect(workerConfig({}, sender, '/built/index.js').send_email).toEqual([{ name: 'EMAIL' }])
    expect(workerConfig({}, acme, '/built/index.js')).not.toHaveProperty('send_email')
    const config = readFileSync(`${ROOT}wrangler.toml`, 'utf8')
    expect(config).not.toMatch(/^\[\[send_email/m)
    expect(withEmail(config)).toMatch(/^\[\[send_email\]\]\nname = "EMAIL"\n/m)
    expect(withEmail(withEmail(config))).toBe(withEmail(config))
  })

  it('has its own domain and account if fleet.json says so', () => {
    expect(workerConfig({}, bravo, '/built/index.js')).toMatchObject({
      ...{ name: 'bravo', account_id: '0'.repeat(32), workers_dev: false },
      routes: [{ pattern: 'keys.bravo.example', custom_domain: true }],
    })
  })
})

describe('two Workers', () => {
  it('share no namespace: no id is handed on, and wrangler names new ones after the Worker', () => {
    const project = {
      kv_namespaces: [{ binding: 'STORE', id: 'store-of-another', preview_id: 'x' }, { binding: 'OTHER' }],
    }
    expect(workerConfig(project, acme, '').kv_namespaces).toEqual([{ binding: 'STORE' }, { binding: 'OTHER' }])
  })

  it('count separately: an account adds up counters with the same number', () => {
    const project = {
      ratelimits: [
        { name: 'KEY_LIMIT', namespace_id: '1001' },
        { name: 'TRY_LIMIT', namespace_id: '1002' },
      ],
    }
    const ids = [acme, bravo].flatMap((customer) =>
      workerConfig(project, customer, '').ratelimits?.map(({ namespace_id }) => namespace_id),
    )
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[1-9]\d{8}$/)
    expect(workerConfig(project, acme, '').ratelimits).toEqual(workerConfig(project, acme, '').ratelimits)
  })
})
