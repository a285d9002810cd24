import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getCustomers } from '../../../../scripts/fleet/file.ts'
import { lookAt, readSite } from '../../../../scripts/fleet/worker.ts'
import type { WranglerCall } from '../../../../scripts/support/wrangler.ts'

/** The state of a customer's Worker and URL, before anything is changed. */
let folder: string
let calls: { args: readonly string[]; env: WranglerCall['env'] }[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-look-'))
  calls = []
})
afterEach(() => rm(folder, { recursive: true }))

const about = { version: '1.0.0', build: 'b'.repeat(40) }

/** @param statuses of the responses by path; other paths get no response */
async function faultsAt(url: string, statuses: Record<string, number>) {
  const [customer] = getCustomers({ customers: [{ name: 'bravo', url, account_id: 'a'.repeat(32) }] })
  if (!customer) throw new Error('there is one')
  const wrangler = async (args: readonly string[], call: WranglerCall = {}) => {
    calls.push({ args, env: call.env })
    return { code: 1, stdout: '', stderr: 'This Worker does not exist on your account. [code: 10007]' }
  }
  const world = {
    ...{ env: {}, signal: new AbortController().signal, wrangler, say: () => {}, warn: () => {} },
    ...{ about: async () => about, build: () => Promise.reject(new Error('not built')), pause: async () => {} },
  }
  const site = await readSite(world, customer, { secrets: new Map(), folder })
  const gateway = async (path: string) => {
    const status = statuses[path]
    if (status === undefined) throw new Error('nobody answers')
    return { status, body: path === '/version' && status === 200 ? about : undefined }
  }
  return (await lookAt({ ...site, gateway }, about)).faults
}

const DOMAIN = 'https://www.bravo.example'

it('takes no domain away from an existing Worker', async () => {
  expect(await faultsAt(DOMAIN, { '/version': 404, '/': 200 })).toEqual([
    'its domain serves something else, which a deployment would take it away from',
  ])
  expect(await faultsAt(DOMAIN, { '/': 301 })).toHaveLength(1)
  expect(await faultsAt(DOMAIN, {})).toEqual([])
  // Cloudflare's own answer for a name that leads nowhere.
  expect(await faultsAt(DOMAIN, { '/version': 522, '/': 522 })).toEqual([])
  expect(await faultsAt('https://bravo.example.workers.dev', { '/version': 404, '/': 404 })).toEqual([])
})

it('takes no gateway of somebody else for a new customer', async () => {
  expect(await faultsAt(DOMAIN, { '/version': 200 })).toEqual([
    'its address is that of a gateway, which is no Worker of this name in this account',
  ])
})

it('asks wrangler about the Worker in its own account, whatever the environment says', async () => {
  await faultsAt(DOMAIN, {})
  expect(calls).toEqual([
    {
      args: ['deployments', 'status', '--json', '--config', join(folder, 'bravo/wrangler.json'), '--name', 'bravo'],
      env: { CLOUDFLARE_ACCOUNT_ID: 'a'.repeat(32), WRANGLER_LOG_SANITIZE: 'true' },
    },
  ])
})
