import { appendFile, readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { getBanner, type Invocation, say } from './invocation.ts'
import { currentVersion, deployed, keepWorker, readBehaviour, readWorker } from './state.ts'

/** The content of a file with secrets, as JSON or as lines of NAME=value. */
export async function readSecrets(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8')
  return text.trimStart().startsWith('{') ? JSON.parse(text) : (parseEnv(text) as Record<string, string>)
}

/** The bindings that a configuration names, in TOML or JSON. */
const parseBindings = (config: string) =>
  [...config.matchAll(/^\s*"?(?:binding|name)"?\s*[=:]\s*"([A-Z_]+)"/gm)].map(([, name = '']) => name)

/** `wrangler deploy`: secrets and variables that are left out stay, as with `keep_vars`. */
export async function deploy({ folder, name, options, config }: Invocation): Promise<void> {
  getBanner()
  const bindings = parseBindings(await readFile(config, 'utf8'))
  say('Total Upload: 512.63 KiB / gzip: 156.81 KiB')
  if (options['dry-run']) return say('--dry-run: exiting now.')
  const worker = (await readWorker(folder, name)) ?? { name, versions: [], deployments: [] }
  const before = currentVersion(worker)
  const given = Object.fromEntries(
    (options.var ?? []).map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]),
  )
  const file = options['secrets-file']
  const secrets = { ...before?.secrets, ...(file === undefined ? {} : await readSecrets(file)) }
  const vars = { ...before?.vars, ...given }
  // A name is one binding: a variable replaces a secret with the same name, and the reverse.
  for (const variable of Object.keys(given)) delete secrets[variable]
  for (const secret of Object.keys(secrets)) delete vars[secret]
  const { tag, message } = options
  const about = { ...(tag !== undefined && { tag }), ...(message !== undefined && { message }) }
  const version = deployed(worker, { source: 'wrangler', ...about, vars, secrets, bindings })
  await keepWorker(folder, worker)
  const address = (await readBehaviour(folder)).addresses?.[name] ?? `https://${name}.example.workers.dev`
  say('Worker Startup Time: 21 ms')
  say(`Uploaded ${name} (3.21 sec)`)
  say(`Deployed ${name} triggers (0.52 sec)`)
  say(`  ${address}`)
  say(`Current Version ID: ${version.id}`)
  const output = process.env.WRANGLER_OUTPUT_FILE_PATH
  const entry = { type: 'deploy', version: 1, worker_name: name, version_id: version.id, targets: [address] }
  if (output) await appendFile(output, `${JSON.stringify({ timestamp: version.created_on, ...entry })}\n`)
}
