import { parseEnv } from 'node:util'
import { readSecrets } from './deploy.ts'
import {
  getBanner,
  type Invocation,
  notFound,
  say,
  standardInput,
  unknownToTheApi,
  WranglerError,
} from './invocation.ts'
import { currentVersion, type DeployedWorker, deployed, keepWorker, readWorker } from './state.ts'

/** `wrangler secret list`: only the names. */
export async function list({ folder, name, options }: Invocation): Promise<void> {
  const worker = await readWorker(folder, name)
  if (!worker) throw notFound(name)
  const names = Object.keys(currentVersion(worker)?.secrets ?? {})
  if (options.format === 'pretty') for (const secret of names) say(`Secret Name: ${secret}\n`)
  else
    say(
      JSON.stringify(
        names.map((secret) => ({ name: secret, type: 'secret_text' })),
        null,
        '  ',
      ),
    )
}

/** `wrangler secret put`: the value comes from the input. */
export async function put({ folder, name, words: [secret = ''] }: Invocation): Promise<void> {
  getBanner()
  const value = (await standardInput()).trimEnd()
  say(`🌀 Creating the secret for the Worker "${name}"`)
  await change(folder, name, { [secret]: value })
  say(`✨ Success! Uploaded secret ${secret}`)
}

export async function remove({ folder, name, words: [secret = ''] }: Invocation): Promise<void> {
  getBanner()
  const worker = await readWorker(folder, name)
  if (!worker) throw unknownToTheApi(name)
  if (!(secret in (currentVersion(worker)?.secrets ?? {})))
    throw new WranglerError(`Binding "${secret}" not found. [code: 10056]`)
  say(`🌀 Deleting the secret ${secret} on the Worker ${name}`)
  await change(folder, name, { [secret]: null })
  say(`✨ Success! Deleted secret ${secret}`)
}

/** `wrangler secret bulk`: from a file or the input. Null in JSON deletes a secret. */
export async function bulk({ folder, name, words: [file] }: Invocation): Promise<void> {
  getBanner()
  say(`🌀 Processing the secrets for the Worker "${name}"`)
  const text = file === undefined ? await standardInput() : JSON.stringify(await readSecrets(file))
  const given: Record<string, string | null> = text.trimStart().startsWith('{') ? JSON.parse(text) : parseEnv(text)
  await change(folder, name, given)
  const created = Object.keys(given).filter((secret) => given[secret] !== null)
  for (const secret of created) say(`✨ Successfully created secret for key: ${secret}`)
  say(`\nFinished processing secrets file:\n✨ ${created.length} secrets successfully created`)
}

/** Each change of secrets is a separate version. A missing Worker is created, without code. */
async function change(folder: string, name: string, given: Record<string, string | null>): Promise<void> {
  const worker: DeployedWorker = (await readWorker(folder, name)) ?? { name, versions: [], deployments: [] }
  const before = currentVersion(worker)
  const taken = Object.keys(given).find((secret) => secret in (before?.vars ?? {}))
  if (taken !== undefined)
    throw new WranglerError(
      `Binding name '${taken}' already in use. Please use a different name and try again. [code: 10053]`,
    )
  const merged = Object.entries({ ...before?.secrets, ...given })
  const secrets = Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
  deployed(worker, { source: 'secret', vars: before?.vars ?? {}, secrets, bindings: before?.bindings ?? [] })
  await keepWorker(folder, worker)
}
