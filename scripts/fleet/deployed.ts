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

/** Cloudflare's state of a customer's Worker. */
export interface Deployed {
  /** The version that gets the traffic. */
  versionId: string
  tag: string | undefined
  vars: Readonly<Record<string, string>>
  secretNames: readonly string[]
}

/** The current deployment. Undefined when the account has no such Worker. */
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
 * The version that ran before the current one was first deployed, so that two rollbacks do not lead forward again.
 * Undefined when the last ten deployments contain none.
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

/** The version with the most traffic, because a gradual deployment has two. */
const mainVersion = ({ versions }: z.output<typeof deployment>): string =>
  versions.reduce((one, other) => (other.percentage > one.percentage ? other : one)).version_id
