/** `npm run generate`: writes everything that is generated from the declarations of the operations. */
import { Command } from '@commander-js/extra-typings'
import { ROOT } from './support/build.ts'
import { putBuildInfo } from './support/build-info.ts'
import { runIfChanged } from './support/if-changed.ts'

new Command('npm run generate')
  .description(
    'Prints the OpenAPI documents, the MCP tools and llms.txt into public/ and the types of the typed client and of the management app into src/client/generated/ and src/pages/generated/, from the declarations of the operations, writes the build info, and builds the management app and the reference page. Every start, build, upload and check does so first (wrangler.toml, [build]).',
  )
  .parse()

await putBuildInfo()

// Most starts, builds and checks follow one of the same files.
const step = {
  root: ROOT,
  inputs: ['src', 'scripts', 'test/examples', 'docs', 'package-lock.json'],
  outputs: ['public', 'src/base/generated', 'src/client/generated', 'src/pages/generated'],
  record: 'node_modules/.cache/latchkey/generated.json',
}
await runIfChanged(step, async () => {
  // The gateway's code imports the build info, so it must exist first.
  await (await import('./support/generated-files.ts')).putGeneratedFiles()
})
