import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getComplaint, runWrangler } from '../../../scripts/support/wrangler.ts'
import { wranglerWorld } from './wrangler/world.ts'

/** The fake wrangler, run like the project's commands run wrangler. */
let world: Awaited<ReturnType<typeof wranglerWorld>>
let folder: string
beforeEach(async () => {
  world = await wranglerWorld()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-wrangler-'))
  for (const [name, value] of Object.entries(world.env)) vi.stubEnv(name, value)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all([world.remove(), rm(folder, { recursive: true })])
})

async function deploy(name: string, secrets: Record<string, string>, ...more: string[]) {
  const file = join(folder, 'secrets.json')
  await writeFile(file, JSON.stringify(secrets))
  return runWrangler(['deploy', '--name', name, '--secrets-file', file, ...more])
}

it('stores what is deployed, and returns only the names of secrets', async () => {
  const { code, stdout } = await deploy('acme', { API_KEY: 'made-up' }, '--var', 'ALLOWED_ORIGINS:https://a.example')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('  https://acme.example.workers.dev\n') })
  expect(await world.current('acme')).toMatchObject({
    secrets: { API_KEY: 'made-up' },
    vars: { ALLOWED_ORIGINS: 'https://a.example' },
    bindings: expect.arrayContaining(['STORE', 'ACCOUNTS']),
  })
  const listed = await runWrangler(['secret', 'list', '--name', 'acme'])
  expect(JSON.parse(listed.stdout)).toEqual([{ name: 'API_KEY', type: 'secret_text' }])
  expect(getComplaint(await runWrangler(['secret', 'list', '--name', 'bravo']))).toMatch(/^Worker "bravo" not found\./)
})

it('keeps secrets that a file omits, puts, deletes, and rolls back to a version with its secrets', async () => {
  await deploy('acme', { API_KEY: 'one', ADMIN_KEY: 'two' })
  await deploy('acme', { API_KEY: 'three' })
  await runWrangler(['secret', 'put', 'NOTES_TOKEN', '--name', 'acme'], { input: 'four\n' })
  await runWrangler(['secret', 'delete', 'ADMIN_KEY', '--name', 'acme'])
  expect((await world.current('acme'))?.secrets).toEqual({ API_KEY: 'three', NOTES_TOKEN: 'four' })
  const versions = JSON.parse((await runWrangler(['versions', 'list', '--json', '--name', 'acme'])).stdout)
  await runWrangler(['rollback', versions[0].id, '--name', 'acme', '--yes'])
  expect((await world.current('acme'))?.secrets).toEqual({ API_KEY: 'one', ADMIN_KEY: 'two' })
  const status = JSON.parse((await runWrangler(['deployments', 'status', '--json', '--name', 'acme'])).stdout)
  expect(status.versions).toEqual([{ version_id: versions[0].id, percentage: 100 }])
})

it('fails when it should, for one Worker and as often as configured', async () => {
  await world.behave({ failures: [{ command: 'deploy', name: 'bravo', times: 1, message: 'no luck [code: 10013]' }] })
  expect((await deploy('acme', {})).code).toBe(0)
  const failed = await deploy('bravo', {})
  expect({ code: failed.code, said: getComplaint(failed) }).toEqual({ code: 1, said: 'no luck [code: 10013]' })
  expect((await deploy('bravo', {})).code).toBe(0)
  expect((await world.calls()).map(({ command, name }) => `${command} ${name}`)).toEqual([
    'deploy acme',
    'deploy bravo',
    'deploy bravo',
  ])
})

it('knows nobody before a login', async () => {
  await world.behave({ loggedIn: false })
  expect(await runWrangler(['whoami', '--json'])).toMatchObject({ code: 1, stdout: '{"loggedIn":false}\n' })
  expect(getComplaint(await deploy('acme', {}))).toContain('CLOUDFLARE_API_TOKEN')
})
