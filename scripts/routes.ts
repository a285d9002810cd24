import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from '../src/base/platform.ts'
import { registered } from '../src/surfaces/registered.ts'
import { ROOT } from './support/build.ts'
import { putBuildInfo } from './support/build-info.ts'
import { routeTables, withTables } from './support/route-tables.ts'
import { readCommand } from './support/usage.ts'

/** `npm run routes`: generates the tables of docs/routes.md from the declarations of the operations. */
readCommand({
  usage: 'npm run routes\n\nPrints the tables of docs/routes.md from the declarations of the operations.',
  options: {},
})

const path = join(ROOT, 'docs/routes.md')
const page = readFileSync(path, 'utf8')
await putBuildInfo()
const { createApp } = await import('../src/app.ts')
const printed = withTables(page, routeTables(registered(await createApp(platform).allRoutes())))
writeFileSync(path, printed)
console.log(printed === page ? 'docs/routes.md is up to date' : 'docs/routes.md has changed')
