import { platform } from '../src/base/platform.ts'
import { clientFiles } from '../src/surfaces/client-codegen/client.ts'
import { findDocs, missingDocs } from '../src/surfaces/docs.ts'
import { generateAll, isKeyed } from '../src/surfaces/generate.ts'
import { llmsText } from '../src/surfaces/llms.ts'
import { registered } from '../src/surfaces/registered.ts'
import { putBuildInfo } from './support/build-info.ts'
import { putPages } from './support/build-pages.ts'
import { readGuides } from './support/guides.ts'
import { putOAuthPackage } from './support/oauth-package.ts'
import { putInto, putIntoPublic } from './support/public-files.ts'
import { readCommand } from './support/usage.ts'

/**
 * `npm run generate`: generates the OpenAPI documents, the list of MCP tools, llms.txt and the types of the typed
 * client from the declarations of the operations, writes the build info, and builds the management app and the
 * reference page.
 */
readCommand({
  usage: `npm run generate

Prints the OpenAPI documents, the MCP tools and llms.txt into public/ and the types of the typed client into
src/client/generated/, from the declarations of the operations, and builds the management app and the reference page. Every
start, build, upload and check does so first (wrangler.toml, [build]).`,
  options: {},
})

// The gateway's code imports the build info, so it must exist first.
await putBuildInfo()
await putOAuthPackage()
const { createApp } = await import('../src/app.ts')

const operations = registered(await createApp(platform).allRoutes())
const undocumented = operations.filter(({ operation }) => !findDocs(operation))
if (undocumented.length > 0) {
  for (const { operation } of undocumented) console.error(missingDocs(operation))
  process.exit(1)
}
await putIntoPublic(generateAll(operations))
await putInto('src/client/generated', clientFiles(operations))
await putIntoPublic([['llms.txt', llmsText(operations.filter(isKeyed), await readGuides())]])
await putPages()
