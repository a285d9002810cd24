import type { Env } from '../base/env.ts'

/** Where the printed files stand below `public/`; the Worker comes before all of them (wrangler.toml, `run_worker_first`). */
export const OPENAPI_FILE = '/openapi.json'
export const groupFile = (group: string) => `/openapi/${group}.json`
export const TOOLS_FILE = '/mcp/tools.tsv'
export const TOOL_OUTPUTS_FILE = '/mcp/outputs.tsv'

/** The host is of no meaning to the binding, which serves the files of this deployment alone. */
const FILES = 'https://files.invalid'

/**
 * The text of a file that `npm run generate` printed from the declarations. Throws for one that was not uploaded with the
 * Worker, which is a fault of the deployment.
 */
export const readPrinted = async (env: Env, file: string): Promise<string> => (await fetchPrinted(env, file)).text()

/** The same as bytes. */
export const readPrintedBytes = async (env: Env, file: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetchPrinted(env, file)).arrayBuffer())

async function fetchPrinted({ ASSETS }: Env, file: string) {
  const response = await ASSETS.fetch(new URL(file, FILES).href)
  if (!response.ok) throw new Error(`${file} is not among the static files`)
  return response
}
