import type { Env } from '../base/env.ts'

/**
 * The paths of the generated files below `public/`. The Worker runs before static files (wrangler.toml,
 * `run_worker_first`).
 */
export const OPENAPI_FILE = '/openapi.json'
export const groupFile = (group: string) => `/openapi/${group}.json`
export const TOOLS_FILE = '/mcp/tools.json'

/** The binding ignores the host. It serves only files of this deployment. */
const FILES = 'https://files.invalid'

/**
 * The text of a file that `npm run generate` wrote. Throws if it was not uploaded with the Worker, which is an error of
 * the deployment.
 */
export const readPrinted = async (env: Env, file: string): Promise<string> => (await fetchPrinted(env, file)).text()

export const readPrintedBytes = async (env: Env, file: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetchPrinted(env, file)).arrayBuffer())

async function fetchPrinted({ ASSETS }: Env, file: string) {
  const response = await ASSETS.fetch(new URL(file, FILES).href)
  if (!response.ok) throw new Error(`${file} is not among the static files`)
  return response
}
