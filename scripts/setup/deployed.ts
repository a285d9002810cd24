import { fail } from '../support/fail.ts'
import { type Ended, getComplaint, runWrangler } from '../support/wrangler.ts'

/** Cloudflare's state of a gateway. */
export interface Deployed {
  /** Only names, because secrets cannot be read. */
  secrets: ReadonlySet<string>
  vars: Readonly<Record<string, string>>
}

interface Binding {
  type: string
  name: string
  text?: string
}

/** The state of a Worker with this name. Undefined when there is none. Ends the process when it is not a gateway. */
export async function readDeployed(worker: string): Promise<Deployed | undefined> {
  const listed = await runWrangler(['secret', 'list', '--name', worker])
  if (listed.code !== 0) {
    if (/Worker ".*" not found|does not exist on your account|\b10007\b/.test(getComplaint(listed))) return undefined
    fail(`Cloudflare does not report what is deployed:\n${getComplaint(listed)}`)
  }
  const secrets = new Set(parsed<{ name: string }[]>(listed).map(({ name }) => name))
  const bindings = await readBindings(worker)
  if (bindings.length > 0 && !bindings.some(({ name }) => name === 'STORE'))
    fail(`${worker} is a Worker of something else, which would be overwritten: choose another name by --worker`)
  const vars = bindings.flatMap(({ type, name, text }) => (type === 'plain_text' ? [[name, text ?? '']] : []))
  return { secrets, vars: Object.fromEntries(vars) }
}

/** The bindings of the version that gets the traffic. Empty when only secrets were uploaded yet. */
async function readBindings(worker: string): Promise<readonly Binding[]> {
  const status = await runWrangler(['deployments', 'status', '--json', '--name', worker])
  if (status.code !== 0) return []
  const [{ version_id } = { version_id: '' }] = parsed<{ versions: { version_id: string }[] }>(status).versions
  const view = await runWrangler(['versions', 'view', version_id, '--json', '--name', worker])
  if (view.code !== 0) fail(`Cloudflare does not report what is deployed:\n${getComplaint(view)}`)
  return parsed<{ resources: { bindings?: Binding[] } }>(view).resources.bindings ?? []
}

/** The JSON in an output. Text that the program prints before it, such as a warning, is ignored. */
function parsed<T>({ stdout }: Ended): T {
  const start = stdout.search(/^[[{]/m)
  try {
    return JSON.parse(stdout.slice(start)) as T
  } catch {
    return fail(`wrangler answers what is not understood:\n${stdout}`)
  }
}
