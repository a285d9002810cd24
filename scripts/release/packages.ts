import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Publisher } from '../support/publisher.ts'
import { runNpm } from '../support/run-node.ts'
import { toSlug } from './ready.ts'

/** A message for the person who releases. */
export class ReleaseError extends Error {}

export interface Packed {
  name: string
  version: string
  /** The path of the packed file. */
  file: string
  /** How many files are in it. */
  files: number
  size: number
  integrity: string
}

const Report = z.object({
  name: z.string(),
  version: z.string(),
  filename: z.string(),
  size: z.number(),
  integrity: z.string(),
  files: z.array(z.object({ path: z.string() })),
})

/** Packs the folder of a package. Throws if a file that its manifest names is not in the packed file. */
export async function pack(source: string, folder: string): Promise<Packed> {
  const said = await runNpm(['pack', source, '--json', '--pack-destination', folder, '--loglevel', 'error'])
  // An array, or an object by name in newer versions of npm.
  const [report] = Object.values(JSON.parse(said) as object)
  const { name, version, filename, size, integrity, files } = Report.parse(report)
  const paths = files.map(({ path }) => path)
  const manifest: unknown = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const lost = [...namedFiles(manifest), 'README.md'].filter((path) => !paths.includes(path))
  if (lost.length > 0) throw new ReleaseError(`${name} does not contain ${lost.join(', ')}`)
  return { name, version, file: join(folder, filename), files: paths.length, size, integrity }
}

/** The files that a manifest leads to: of `main`, `types`, `exports` and `bin`, and the nodes and credentials of n8n. */
export function namedFiles(manifest: unknown): string[] {
  const { main, types, exports, bin, n8n } = Object(manifest)
  return [main, types, exports, bin, n8n?.nodes, n8n?.credentials]
    .flatMap(texts)
    .map((path) => path.replace(/^\.\//, ''))
}

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value ?? {})).flatMap(texts)

const View = z.object({
  repository: z.object({ url: z.string() }).optional(),
  versions: z.union([z.array(z.string()), z.string()]).optional(),
})

/**
 * Publishes all packages. Before the first one, it asks npm about each: none is published if a name belongs to another
 * project, or a version exists with other contents. What is published already is left as it is, so that the same command
 * completes a release that was interrupted.
 */
export async function publishAll(packages: readonly Packed[], { fields }: Publisher): Promise<string[]> {
  const states = await Promise.all(packages.map((one) => findState(one, fields.repository)))
  const wrong = states.filter((state) => state !== 'new' && state !== 'published')
  if (wrong.length > 0) throw new ReleaseError(`Nothing was published:\n${wrong.map((one) => `- ${one}`).join('\n')}`)
  const lines: string[] = []
  for (const [index, { name, version, file }] of packages.entries()) {
    if (states[index] === 'published') {
      lines.push(`${name} ${version} is published already`)
      continue
    }
    // A tag with `-beta.1` is not what people get who name no version.
    const tag = version.includes('-') ? 'next' : 'latest'
    const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? ['--provenance'] : []
    try {
      await runNpm(['publish', file, '--access', 'public', '--tag', tag, ...provenance])
    } catch (error) {
      const said = [...lines, `${name} ${version} was not published: ${error instanceof Error ? error.message : error}`]
      throw new ReleaseError([...said, 'Run the same command again to go on.'].join('\n'))
    }
    lines.push(`${name} ${version} is published`)
  }
  return lines
}

/** `new`, `published`, or a sentence that says why it cannot be published. */
async function findState({ name, version, integrity }: Packed, repository: unknown): Promise<string> {
  const found = await ask(name, ['repository', 'versions'])
  if (found === undefined) return 'new'
  const { repository: theirs, versions = [] } = View.parse(found)
  const ours = typeof repository === 'string' ? repository : z.object({ url: z.string() }).parse(repository).url
  if (toSlug(theirs?.url ?? '') !== toSlug(ours)) return `${name} is a package of another project: choose another name`
  if (![versions].flat().includes(version)) return 'new'
  const published = await ask(`${name}@${version}`, ['dist.integrity'])
  return published === integrity ? 'published' : `${name} ${version} exists with other contents: raise the version`
}

/** What npm knows of a package. Undefined if there is no such package. */
async function ask(spec: string, names: readonly string[]): Promise<unknown> {
  const args = ['view', spec, ...names, '--json', '--prefer-online']
  const said = await runNpm(args).catch((error: { stdout?: string; message: string }) => {
    if (/"code":\s*"E404"/.test(error.stdout ?? '')) return ''
    throw new ReleaseError(`Nothing was published: npm could not be asked about ${spec}.\n${error.message}`)
  })
  return said.trim() ? JSON.parse(said) : undefined
}
