import { createApp } from '../src/app.ts'
import { platform } from '../src/base/platform.ts'
import { clientFiles } from '../src/surfaces/client.ts'
import { printed } from '../src/surfaces/printing.ts'
import { registered } from '../src/surfaces/registered.ts'
import { builtPages } from './support/build-pages.ts'
import { putInto, putIntoPublic } from './support/public-files.ts'
import { readCommand } from './support/usage.ts'

/**
 * `npm run generate`: prints the OpenAPI documents, the list of MCP tools and the types of the typed client from the
 * declarations of the operations, and builds the management app.
 */
readCommand({
  usage: `npm run generate

Prints the OpenAPI documents and the MCP tools into public/ and the types of the typed client into src/client/generated/,
from the declarations of the operations, and builds the management app. Every start, build, upload and check does so
first (wrangler.toml, [build]).`,
  options: {},
})

const operations = registered(createApp(platform).routes)
await putIntoPublic(printed(operations))
await putInto('src/client/generated', clientFiles(operations))
await putIntoPublic(await builtPages())
