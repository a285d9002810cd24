import { installTools } from './support/tools.ts'
import { readCommand } from './support/usage.ts'

/** `npm run tools`: installs what only the tests in test/tools need. */
readCommand({
  usage: `npm run tools

Installs what only the tests in test/tools need, if anything is missing: linters and generators of
OpenAPI, other compilers and runtimes, the conformance suite of MCP, the engines of n8n and Zapier.
npm run test:long does so first.`,
  options: {},
})

await installTools()
