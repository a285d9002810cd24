import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { createApp } from '../../src/app.ts'
import { GROUPS, PRODUCT_GROUPS } from '../../src/base/groups.ts'
import { platform } from '../../src/base/platform.ts'
import { registered } from '../../src/openapi/registered.ts'

/**
 * What a group needs in files that no type can check. Everything else that a group needs is a
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

it.each(PRODUCT_GROUPS)('the facts about the product of %s are written down', (group) => {
  const missing = sentences([
    [existsSync(join(ROOT, `docs/spec/${group}.md`)), `write docs/spec/${group}.md: what callers can rely on`],
    [existsSync(join(ROOT, `docs/products/${group}.md`)), `write docs/products/${group}.md: facts about the product`],
    [
      read('docs/spec/README.md').includes(`\n| ${group} | `),
      `name the product of ${group} in the table of docs/spec/README.md`,
    ],
  ])
  expect(missing).toEqual([])
})
