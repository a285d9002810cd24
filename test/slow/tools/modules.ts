import { join } from 'node:path'
import { ROOT } from '../../../scripts/support/build.ts'

/** Where `npm run test:long` installs what only the tests in this folder need: a separate package, which keeps `npm install` of the project small. */
export const TOOL_MODULES = join(ROOT, 'test/slow/tools/node_modules')
