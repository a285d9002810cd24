import { putWorker } from './support/bundle.ts'
import { readCommand } from './support/usage.ts'

/** `npm run bundle`: what wrangler runs before every start and every upload (wrangler.toml, `[build]`). */
readCommand({
  usage: `npm run bundle

Runs npm run generate, and bundles the Worker into dist/worker/, minified, with its source map. Wrangler does so before every
start and every upload (wrangler.toml, [build]).`,
  options: {},
})

await putWorker()
