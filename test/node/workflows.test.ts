import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../scripts/support/build.ts'
import { expectEach } from '../support/expect-each.ts'

/** The workflows of GitHub, which run nowhere else: what they name exists, and a release is what CI tries on each push. */

interface Step {
  uses?: string
  run?: string
  'working-directory'?: string
  env?: Record<string, string>
}
interface Workflow {
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<string, { 'timeout-minutes'?: number; steps: Step[] }>
}

const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const FOLDER = '.github/workflows'
const workflows = new Map<string, Workflow>(
  readdirSync(`${ROOT}${FOLDER}`).map((file) => [file, parse(read(`${FOLDER}/${file}`))]),
)
const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ id: `${file}: ${name}`, ...job })),
)
const stepsOf = (file: string) => Object.values(workflows.get(file)?.jobs ?? {}).flatMap(({ steps }) => steps)
const commandsOf = (file: string) => stepsOf(file).flatMap(({ run }) => run ?? [])
const { scripts } = JSON.parse(read('package.json'))

/** Each command of a workflow, and of the script that one of them runs. */
const commands = [
  ...[...workflows.keys()].flatMap(commandsOf),
  ...read('.ci/run')
    .split('\n')
    .filter((line) => !line.startsWith('#')),
]

it('are there for pushes, tags and each week', () => {
  expect([...workflows.keys()].sort()).toEqual(['ci.yml', 'release.yml', 'weekly.yml'])
  expect(workflows.get('ci.yml')?.on).toMatchObject({ push: { branches: ['main'] } })
  expect(workflows.get('release.yml')?.on).toEqual({ push: { tags: ['v*'] } })
  expect(workflows.get('weekly.yml')?.on).toMatchObject({ schedule: [{ cron: expect.any(String) }] })
})

it('name scripts of package.json, and files that exist', () => {
  const text = commands.join('\n')
  const named = [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name)
  expect(named).toContain('release')
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const paths = [...text.matchAll(/(?:^|[\s"'=])((?:\.ci|scripts|test|src|docs)\/[\w./-]+)/gm)].map(
    ([, path = '']) => path,
  )
  expect(paths).toEqual(expect.arrayContaining(['.ci/run', 'scripts/mutate.ts', 'test/slow/faults']))
  expect(paths.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([])
})

describe('a job', () => {
  const steps = jobs.flatMap(({ id, steps }) =>
    steps.map((step, index) => ({ ...step, id: `${id}, step ${index + 1}` })),
  )

  it('uses actions by their commit, and ends by itself', async () => {
    const actions = steps.filter(({ uses }) => uses)
    await expectEach(actions, ({ uses }) => expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/))
    await expectEach(jobs, (job) => expect(job['timeout-minutes']).toBeGreaterThan(0))
  })

  it('installs the versions of the lockfile', async () => {
    await expectEach(steps, ({ run = '' }) => expect(run).not.toMatch(/\bnpm (install|i|add)\b/))
    const withTools = jobs.filter(({ steps }) =>
      steps.some(({ run = '' }) => /\bnpm (run|test|exec)\b|\bnpx\b/.test(run)),
    )
    await expectEach(withTools, ({ steps }) =>
      expect(steps.map(({ run = '' }) => run)).toContainEqual(expect.stringMatching(/^npm ci\b/)),
    )
  })

  it('gets write access only in a release', () => {
    for (const [file, { permissions }] of workflows) expect(permissions, file).toEqual({ contents: 'read' })
    expect(JSON.stringify([...workflows].filter(([file]) => file !== 'release.yml'))).not.toContain('write')
  })
})

it('a release runs the command that each push tries, after the tests, and publishes in no other way', () => {
  const release = commandsOf('release.yml')
  expect(commandsOf('ci.yml')).toContain('npm run release "--" --dry-run')
  expect(release.slice(0, 3)).toEqual(['npm ci', 'npm test', 'npm run release "--" --publish'])
  expect(release.slice(3).join('\n')).toContain('gh release create')
  expect(commands.filter((command) => /npm publish/.test(command))).toEqual([])
})

it('each week plays all failures and thirty mutants, and lists what is outdated', () => {
  const steps = stepsOf('weekly.yml')
  expect(steps.filter(({ run }) => run?.includes('test/slow/faults'))).toEqual([
    expect.objectContaining({ env: { FAULTS: 'all' } }),
  ])
  expect(commandsOf('weekly.yml').join('\n')).toMatch(/scripts\/mutate\.ts --count 30$[\s\S]*^npm outdated/m)
})
