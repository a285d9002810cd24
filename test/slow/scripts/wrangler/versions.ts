import { randomUUID } from 'node:crypto'
import { type Invocation, say, unknownToTheApi, WranglerError } from './invocation.ts'
import { currentVersion, type DeployedWorker, type Deployment, keepWorker, readWorker, type Version } from './state.ts'

async function found({ folder, name }: Invocation): Promise<DeployedWorker> {
  const worker = await readWorker(folder, name)
  if (!worker) throw unknownToTheApi(name)
  return worker
}

const author = 'owner@example.com'

/** A version as the API returns it. Of its settings only the values of variables. */
const versionJson = ({ id, number, created_on, source, tag, message, vars, secrets, bindings }: Version) => ({
  id,
  number,
  metadata: { created_on, author_email: author, source },
  annotations: { ...(tag && { 'workers/tag': tag }), ...(message && { 'workers/message': message }) },
  resources: {
    bindings: [
      ...Object.entries(vars).map(([name, text]) => ({ type: 'plain_text', name, text })),
      ...Object.keys(secrets).map((name) => ({ type: 'secret_text', name })),
      ...bindings.map((name) => ({ type: 'kv_namespace', name })),
    ],
    script: { handlers: ['fetch'] },
    script_runtime: { compatibility_date: '2026-11-02', compatibility_flags: [] },
  },
})

const deploymentJson = ({ id, created_on, version_id, message }: Deployment) => ({
  id,
  source: 'wrangler',
  strategy: 'percentage',
  author_email: author,
  annotations: { ...(message && { 'workers/message': message }) },
  versions: [{ version_id, percentage: 100 }],
  created_on,
})

/** With `--json` the API's response, otherwise a line for each. */
const told = (options: Invocation['options'], answer: object, lines: string[]) =>
  say(options.json ? JSON.stringify(answer, null, 2) : lines.join('\n'))

const versionLines = ({ id, created_on, tag = '-', message = '-' }: Version) =>
  `Version ID:  ${id}\nCreated:     ${created_on}\nAuthor:      ${author}\nSource:      Upload\nTag:         ${tag}\nMessage:     ${message}\n`

const deploymentLines = ({ created_on, version_id, message = '-' }: Deployment) =>
  `Created:     ${created_on}\nAuthor:      ${author}\nSource:      Upload\nMessage:     ${message}\nVersion(s):  (100%) ${version_id}\n`

export async function versionsList(invocation: Invocation): Promise<void> {
  const versions = (await found(invocation)).versions.slice(-10)
  told(invocation.options, versions.map(versionJson), versions.map(versionLines))
}

export async function versionsView(invocation: Invocation): Promise<void> {
  const [id] = invocation.words
  const version = (await found(invocation)).versions.find((one) => one.id === id)
  if (!version) throw new WranglerError(`Version ${id} not found. [code: 10000]`)
  told(invocation.options, versionJson(version), [versionLines(version)])
}

export async function deploymentsList(invocation: Invocation): Promise<void> {
  const deployments = (await found(invocation)).deployments.slice(-10)
  told(invocation.options, deployments.map(deploymentJson), deployments.map(deploymentLines))
}

export async function deploymentsStatus(invocation: Invocation): Promise<void> {
  const latest = (await found(invocation)).deployments.at(-1)
  if (!latest) throw new WranglerError(`The Worker ${invocation.name} has no deployments.`)
  told(invocation.options, deploymentJson(latest), [deploymentLines(latest)])
}

/** `wrangler rollback`: to the named version, or to that of the previous deployment. */
export async function rollback(invocation: Invocation): Promise<void> {
  const worker = await found(invocation)
  const before = worker.deployments.map(({ version_id }) => version_id)
  const wanted = invocation.words[0] ?? before.filter((id) => id !== currentVersion(worker)?.id).at(-1)
  const version = worker.versions.find(({ id }) => id === wanted)
  if (!version)
    throw new WranglerError(
      'Could not find stable Worker Version to rollback to. Please try again with an explicit Version ID.',
    )
  const message = invocation.options.message ?? 'Rollback'
  worker.deployments.push({ id: randomUUID(), created_on: new Date().toISOString(), version_id: version.id, message })
  await keepWorker(invocation.folder, worker)
  say('Performing rollback...')
  say(`╰  SUCCESS  Worker Version ${version.id} has been deployed to 100% of traffic.`)
  say(`\nCurrent Version ID: ${version.id}`)
}
