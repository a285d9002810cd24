import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fleetJsonSchema, getWaves, readFleet } from '../../../../scripts/fleet/file.ts'
import { ROOT } from '../../../../scripts/support/build.ts'

/** fleet.json, read (docs/fleet.md). */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function getFleet(content: unknown) {
  const file = join(folder, 'fleet.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readFleet(file)
}

const readFaults = async (content: unknown): Promise<string[]> => {
  const error: Error = await getFleet(content).then(
    () => new Error('the file is in order'),
    (reason) => reason,
  )
  return error.message.split('\n  ').slice(1)
}

const acme = { name: 'acme', url: 'https://acme.example.workers.dev' }
const bravo = { name: 'bravo', url: 'https://keys.bravo.example' }

it('puts the defaults into each customer, and its name into references', async () => {
  const { customers } = await getFleet({
    defaults: {
      vars: { LICENCE: 'pro', SUBREQUESTS: 1000 },
      secrets: { API_KEY: { command: ['op', 'read', 'op://fleet/{name}/api'] }, NOTES_TOKEN: { env: '{NAME}_NOTES' } },
    },
    customers: [
      acme,
      { ...bravo, name: 'bravo-2', vars: { LICENCE: 'basic' }, secrets: { NOTES_TOKEN: { file: 'n/{name}' } } },
    ],
  })
  expect(customers).toMatchObject([
    {
      origin: acme.url,
      vars: { LICENCE: 'pro', SUBREQUESTS: '1000' },
      secrets: { API_KEY: { command: ['op', 'read', 'op://fleet/acme/api'] }, NOTES_TOKEN: { env: 'ACME_NOTES' } },
    },
    { origin: bravo.url, vars: { LICENCE: 'basic' }, secrets: { NOTES_TOKEN: { file: 'n/bravo-2' } } },
  ])
  expect(
    (
      await getFleet({
        defaults: { secrets: { API_KEY: { env: '{NAME}' } } },
        customers: [{ ...bravo, name: 'bravo-2' }],
      })
    ).customers[0]?.secrets,
  ).toEqual({ API_KEY: { env: 'BRAVO_2' } })
})

it('refuses a secret in it, and names only the customer and the field', async () => {
  const faults = await readFaults({
    defaults: { secrets: { API_KEY: 'made-up-api-key' } },
    alarms: { url: 'https://hooks.slack.com/services/T0/B0/made-up', secret: { file: '{name}' } },
    customers: [
      { ...acme, secrets: { API_KEY: 'made-up-api-key', NOTES_TOKEN: { value: 'made-up-token' } } },
      {
        ...bravo,
        vars: { API_KEY: 'made-up-api-key', COLOUR: 'made-up' },
        secrets: { LICENCE: { env: 'X' }, RECORDER_TOKEN: { command: 'op read made-up' } },
      },
    ],
  })
  const literal =
    'must be a reference, {"env": NAME}, {"file": PATH} or {"command": [PROGRAM, ...]}: this file must not contain secrets'
  expect(faults).toEqual([
    `defaults.secrets.API_KEY: ${literal}`,
    'alarms.url: is the address of a chat, a secret that this file must not contain: name a program that tells the chat',
    `acme: secrets.API_KEY: ${literal}`,
    `acme: secrets.NOTES_TOKEN: ${literal}`,
    'bravo: vars: API_KEY is a secret: put a reference to it under "secrets"; COLOUR is no variable of a deployment',
    `bravo: secrets.RECORDER_TOKEN: ${literal}`,
    'bravo: secrets: LICENCE is a variable: put it under "vars"',
  ])
  expect(faults.join()).not.toContain('made-up')
  await expect(getFleet('{"API_KEY": made-up}')).rejects.toThrow(/^\S+ is no JSON$/)
})

it('refuses invalid and duplicate names and URLs', async () => {
  const wrong = { ...acme, url: 'http://acme.example', vars: { LICENCE: 'gold' } }
  expect(
    await readFaults({ customers: [{ ...acme, name: 'Acme_1' }, { name: 'a'.repeat(64), url: acme.url }, wrong] }),
  ).toEqual([
    'Acme_1: name: must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at an end',
    'customers[1]: name: must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at an end',
    'acme: vars.LICENCE: must be one of basic, pro, payment',
  ])
  // What is no name may be a secret in the wrong place.
  const misplaced = await readFaults({ customers: [{ ...acme, name: 'made-up secret' }, acme] })
  expect(misplaced).toEqual([expect.stringMatching(/^customers\[0\]: name: must be 1 to 63 /)])
  expect(
    await readFaults({
      customers: [
        acme,
        { ...acme, url: bravo.url },
        { ...bravo, url: `${bravo.url}/` },
        { name: 'charlie', url: 'https://acme.x.workers.dev' },
        { name: 'delta', url: 'http://delta.example' },
        { name: 'echo', url: 'https://echo.example/api' },
      ],
    }),
  ).toEqual([
    'acme: name: another customer has it, too',
    'bravo: url: is that of acme, too',
    'charlie: url: the Worker of this name has an address at workers.dev that starts with charlie.',
    'delta: url: must be an https address without a path',
    'echo: url: must be an https address without a path',
  ])
})

it('the example is valid, and the generated schema is that of the code', async () => {
  const { customers, alarms } = await readFleet(join(ROOT, 'fleet.example.json'))
  expect(customers.length).toBeGreaterThan(1)
  expect(alarms).toBeDefined()
  const printed = JSON.parse(await readFile(join(ROOT, 'docs/fleet.schema.json'), 'utf8'))
  expect(printed).toEqual(JSON.parse(JSON.stringify(fleetJsonSchema())))
})

it('waves are ordered by number, then by the order of the file', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, url: `https://${name}.example` }))
  const wave: Record<string, number> = { f: 1, b: 2, d: 1 }
  const { customers } = await getFleet({
    customers: all.map((one) => ({ ...one, ...(wave[one.name] && { wave: wave[one.name] }) })),
  })
  const getNames = (selection: { only?: string[]; from?: string }) =>
    getWaves(customers, { waveSize: 2, ...selection }).map((one) => one.map(({ name }) => name).join(''))
  expect(getNames({})).toEqual(['df', 'b', 'ac', 'e'])
  expect(getNames({ from: 'b' })).toEqual(['b', 'ac', 'e'])
  expect(getNames({ from: 'c', only: ['a', 'c', 'e'] })).toEqual(['c', 'e'])
  expect(() => getNames({ only: ['g'] })).toThrow('g: no customer has this name')
  // An empty variable of a shell must not select everybody or nobody.
  expect(() => getNames({ only: [''] })).toThrow(': no customer has this name')
})
