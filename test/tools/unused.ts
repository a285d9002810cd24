import { registerHooks } from 'node:module'
import { join } from 'node:path'

/**
 * Large packages that a tool loads, and whose code no test here runs: n8n's agents, and random values in Postman. `overrides`
 * in package.json makes them empty. Import this before the tool.
 */
const UNUSED = /^@(langchain\/core|faker-js\/faker)\//

registerHooks({
  resolve: (specifier, context, next) =>
    next(UNUSED.test(specifier) ? join(import.meta.dirname, 'unused.cjs') : specifier, context),
})
