import { registerHooks } from 'node:module'
import { join } from 'node:path'

/**
 * Large packages that a tool loads, although no test here runs their code: n8n uses one for agents, Postman the other for random
 * values. `overrides` in package.json replaces them by an empty package, and this hook their modules by empty classes. Import
 * this file before the tool.
 */
const UNUSED = /^@(langchain\/core|faker-js\/faker)\//

registerHooks({
  resolve: (specifier, context, next) =>
    next(UNUSED.test(specifier) ? join(import.meta.dirname, 'unused.cjs') : specifier, context),
})
