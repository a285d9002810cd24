import { createApp } from '../src/app.ts'
import { platform } from '../src/base/platform.ts'
import { printed } from '../src/surfaces/printing.ts'
import { registered } from '../src/surfaces/registered.ts'
import { builtPages } from './support/build-pages.ts'
import { putIntoPublic } from './support/public-files.ts'
import { readCommand } from './support/usage.ts'

/**
 * `npm run generate`: prints the OpenAPI documents and the list of MCP tools from the declarations of the operations, and
 * builds the management app.
 */
readCommand({
  usage: `npm run generate

Prints the OpenAPI documents and the MCP tools into public/, from the declarations of the operations, and builds the
management app there. Every start, build and upload does so first (wrangler.toml, [build]).`,
  options: {},
})

await putIntoPublic(printed(registered(createApp(platform).routes)))
await putIntoPublic(await builtPages())
