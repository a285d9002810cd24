import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What Cloudflare stores about one upload, and about each change of a secret. */
export interface Version {
  id: string
  number: number
  created_on: string
  source: string
  tag?: string
  message?: string
  vars: Record<string, string>
  secrets: Record<string, string>
  /** Names of the bindings in the configuration. */
  bindings: string[]
}

export interface Deployment {
  id: string
  created_on: string
  version_id: string
  message?: string
}

/** The oldest version and the oldest deployment come first. */
export interface DeployedWorker {
  name: string
  versions: Version[]
  deployments: Deployment[]
}

/** A call of the fake wrangler, as it is stored in calls.ndjson. */
export interface Call {
  /** Such as `deploy` or `secret list`. */
  command: string
  name: string
  args: string[]
  /** The content of the file with secrets at the time of the call. */
  secrets?: Record<string, string>
}

/** A call that fails. */
export interface Failure {
  command: string
  /** The Worker's name. Every Worker when absent. */
  name?: string
  /** How many calls fail before one succeeds; all of them unless said. */
  times?: number
  /** Printed as an error. */
  message?: string
  /** `after`: the change is made before the failure. By default it is not made. */
  when?: 'before' | 'after'
  /** Hangs until it is stopped, instead of failing. */
  hangs?: boolean
}

/** The behaviour of the fake. */
export interface Behaviour {
  loggedIn?: boolean
  failures?: Failure[]
  /** The URL of a Worker by name. https://<name>.example.workers.dev by default. */
  addresses?: Record<string, string>
}

const getFile = (folder: string, name: string) => join(folder, 'workers', `${name}.json`)

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

export const readWorker = (folder: string, name: string) => readJson<DeployedWorker>(getFile(folder, name))

export async function keepWorker(folder: string, worker: DeployedWorker): Promise<void> {
  await mkdir(join(folder, 'workers'), { recursive: true })
  await writeFile(getFile(folder, worker.name), JSON.stringify(worker, null, 2))
}

export const readBehaviour = async (folder: string): Promise<Behaviour> =>
  (await readJson<Behaviour>(join(folder, 'behaviour.json'))) ?? {}

export const keepBehaviour = (folder: string, behaviour: Behaviour) =>
  writeFile(join(folder, 'behaviour.json'), JSON.stringify(behaviour))

export async function readCalls(folder: string): Promise<Call[]> {
  const text = await readFile(join(folder, 'calls.ndjson'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Call)
}

export const addCall = (folder: string, call: Call) =>
  appendFile(join(folder, 'calls.ndjson'), `${JSON.stringify(call)}\n`)

/** The version that gets the traffic. */
export function currentVersion(worker: DeployedWorker): Version | undefined {
  const id = worker.deployments.at(-1)?.version_id
  return worker.versions.find((version) => version.id === id)
}

/** Adds a version, with all traffic. */
export function deployed(worker: DeployedWorker, version: Omit<Version, 'id' | 'number' | 'created_on'>): Version {
  const created_on = new Date().toISOString()
  const made = { id: randomUUID(), number: worker.versions.length + 1, created_on, ...version }
  worker.versions.push(made)
  const { message } = version
  worker.deployments.push({ id: randomUUID(), created_on, version_id: made.id, ...(message && { message }) })
  return made
}
