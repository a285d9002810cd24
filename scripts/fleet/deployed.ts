import * as z from 'zod'
import type { WorkerQuery } from './site.ts'

const deployment = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1),
})

const version = z.object({
  annotations: z.object({ 'workers/tag': z.string().optional() }).optional(),
  resources: z.object({
    bindings: z.array(z.object({ type: z.string(), name: z.string(), text: z.string().optional() })),
  }),
})

/** What Cloudflare has of a customer's Worker. */
export interface Deployed {
  /** Of the version that gets the traffic. */
  versionId: string
  tag: string | undefined
  vars: Readonly<Record<string, string>>
  secretNames: readonly string[]
}

/** What runs at the moment; undefined where the account has no such Worker. */
export async function readDeployed(ask: WorkerQuery): Promise<Deployed | undefined> {
  const current = await ask('deployments', 'status')
  if (current === undefined) return undefined
  const versionId = mainVersion(deployment.parse(current))
  const { annotations, resources } = version.parse(await ask('versions', 'view', versionId))
  const texts = resources.bindings.filter(({ type }) => type === 'plain_text')
  return {
    versionId,
    tag: annotations?.['workers/tag'],
    vars: Object.fromEntries(texts.map(({ name, text = '' }) => [name, text])),
    secretNames: resources.bindings.filter(({ type }) => type === 'secret_text').map(({ name }) => name),
  }
}

/**
 * The version that ran before the current one ran first, so that going back twice does not lead forward again; undefined
 * where there is none among the last ten deployments.
 */
export async function readVersionBefore(ask: WorkerQuery): Promise<string | undefined> {
  const listed = await ask('deployments', 'list')
  const ids = z
    .array(deployment)
    .parse(listed ?? [])
    .map(mainVersion)
  const first = ids.indexOf(ids.at(-1) ?? '')
  return ids[first - 1]
}

/** The one with the most traffic: a gradual deployment has two. */
const mainVersion = ({ versions }: z.output<typeof deployment>): string =>
  versions.reduce((one, other) => (other.percentage > one.percentage ? other : one)).version_id
