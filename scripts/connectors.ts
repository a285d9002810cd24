import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { platform } from '../src/base/platform.ts'
import { pythonFiles } from '../src/surfaces/connectors/python/package.ts'
import { registered } from '../src/surfaces/registered.ts'
import { ROOT } from './support/build.ts'
import { putBuildInfo } from './support/build-info.ts'
import { putOAuthPackage } from './support/oauth-package.ts'
import { readCommand } from './support/usage.ts'

/** `npm run connectors`: prints the packages for other platforms. */
const { values } = readCommand({
  usage: `npm run connectors "--" [--out <folder>]

Prints the packages for other platforms from the declarations of the operations, in dist/connectors or the given folder.`,
  options: { out: { type: 'string' } },
})
const folder = values.out ? resolve(values.out) : join(ROOT, 'dist/connectors')
await putBuildInfo()
await putOAuthPackage()
const { createApp } = await import('../src/app.ts')
const operations = registered(await createApp(platform).allRoutes())

/** The packages. `source` is a folder that is copied; `print` returns the generated files. */
const PACKAGES = [{ name: 'latchkey-python', source: 'src/connectors/python', print: pythonFiles }]

for (const { name, source, print } of PACKAGES) {
  const out = join(folder, name)
  await rm(out, { recursive: true, force: true })
  await cp(join(ROOT, source), out, { recursive: true })
  for (const [file, text] of print(operations)) {
    await mkdir(dirname(join(out, file)), { recursive: true })
    await writeFile(join(out, file), text)
  }
  console.log(`${name} is in ${out}`)
}
