import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { createApp } from '../../src/app.ts'
import { GROUPS, PRODUCT_GROUPS } from '../../src/base/groups.ts'
import { platform } from '../../src/base/platform.ts'
import { registered } from '../../src/openapi/registered.ts'

/**
 * What a group and a setting need in files that no type can check. Everything else that a group needs is a
 * `Record<Group, ...>`, which fails `npm run check`. docs/adding-an-operation.md has the steps.
 */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const mounted = registered(await createApp(platform).allRoutes())

/** A sentence for each condition that does not hold. */
const sentences = (conditions: readonly (readonly [holds: boolean, sentence: string])[]) =>
  conditions.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))

it('every group is complete', () => {
  const missing = GROUPS.flatMap((group) =>
    sentences([
      [existsSync(join(ROOT, `src/groups/${group}/routes.ts`)), `write src/groups/${group}/routes.ts`],
      [mounted.some(({ operation }) => operation.group === group), `mount the router of ${group} in src/app.ts`],
    ]),
  )
  expect(missing).toEqual([])
})

it('the facts about the product of every group are written down', () => {
  const decisions = read('docs/decisions.md')
  const missing = PRODUCT_GROUPS.flatMap((group) =>
    sentences([
      [existsSync(join(ROOT, `docs/products/${group}.md`)), `write docs/products/${group}.md: facts about the product`],
      [decisions.includes(`\n| ${group} | `), `name the product of ${group} in the first table of docs/decisions.md`],
    ]),
  )
  expect(missing).toEqual([])
})

describe('settings', () => {
  const source = read('src/base/env.ts') + read('src/base/secret-names.ts')
  const names = [...source.matchAll(/\| '([A-Z_]+)'|^ {2}([A-Z_]+)\?: string/gm)].map(([, a, b]) => a ?? b ?? '')

  it('are all found in src/base/env.ts', () => {
    expect(names).toEqual(expect.arrayContaining(['RECORDER_TOKEN', 'SOCIAL_API_URL', 'API_KEY', 'SUBREQUESTS']))
  })

  it('are all explained', async () => {
    let guides = read('README.md')
    for await (const page of glob('docs/*.md', { cwd: ROOT })) {
      if (!/contract|decisions/.test(page)) guides += read(page)
    }
    const [example, decisions] = [read('.dev.vars.example'), read('docs/decisions.md')]
    const missing = names.flatMap((name) =>
      sentences([
        [
          new RegExp(`^(# )?${name}=`, 'm').test(example),
          `add # ${name}= with a line on its meaning to .dev.vars.example`,
        ],
        [guides.includes(`\`${name}\``), `add ${name} to the table of settings, README.md or docs/`],
        [new RegExp(`^\\|.*\\b${name}\\b.*\\|`, 'm').test(decisions), `add ${name} to docs/decisions.md 1.1`],
      ]),
    )
    expect(missing).toEqual([])
  })
})
