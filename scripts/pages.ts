import { putPages } from './support/build-pages.ts'
import { readCommand } from './support/usage.ts'

/** `npm run pages`: builds only the management app and the reference page. */
readCommand({
  usage:
    'npm run pages\n\nBuilds the management app and the reference page from src/pages/ into public/, as npm run generate does among other\nthings.',
  options: {},
})

await putPages()
