import type { parseArgs } from 'node:util'

export const OPTIONS = {
  name: { type: 'string' },
  config: { type: 'string', short: 'c' },
  'secrets-file': { type: 'string' },
  var: { type: 'string', multiple: true },
  define: { type: 'string', multiple: true },
  tag: { type: 'string' },
  message: { type: 'string', short: 'm' },
  'dry-run': { type: 'boolean' },
  'keep-vars': { type: 'boolean' },
  outdir: { type: 'string' },
  json: { type: 'boolean' },
  format: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
} as const

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values']

/** A call of the fake wrangler. */
export interface Invocation {
  /** Where the state is stored. */
  folder: string
  /** The Worker's name. */
  name: string
  /** The arguments after the command. */
  words: string[]
  options: Options
  /** The path of the configuration. */
  config: string
}

export const say = (text: string) => {
  process.stdout.write(`${text}\n`)
}

/** What wrangler prints first, but not before JSON. */
export const getBanner = () => say('\n ⛅️ wrangler 4.156.2\n────────────────────')

/** Ends the call like wrangler. */
export class WranglerError extends Error {}

export const notFound = (name: string) =>
  new WranglerError(`Worker "${name}" not found.

If this is a new Worker, run \`wrangler deploy\` first to create it.
Otherwise, check that the Worker name is correct and you're logged into the right account.`)

/** The API's own words for a Worker that it does not have, which the other commands pass on. */
export const unknownToTheApi = (name: string) =>
  new WranglerError(
    `A request to the Cloudflare API (/accounts/0000/workers/scripts/${name}) failed.\n\n  This Worker does not exist on your account. [code: 10007]`,
  )

export async function standardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return text
}
