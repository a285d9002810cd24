import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from './build.ts'

/**
 * What all published packages say: their names, and the version, author, licence, homepage and repository. Only
 * package.json has it. The owner of the project gives what is missing there before the first release.
 */

const given = z.string().trim().min(1)
const PLACEHOLDER = /\bOWNER\b|\bexample\.(com|org)\b/

const FIELDS = {
  author: [z.union([given, z.looseObject({ name: given })]), 'who publishes'],
  license: [given, 'an SPDX id such as MIT, or UNLICENSED'],
  homepage: [given.regex(/^https:\/\/[^\s/]+\.[^\s/]+/), 'an https address'],
  repository: [
    z.union([given, z.looseObject({ url: given })]),
    'where the code is, such as github:<name>/latchkey; npm compares it with the repository that publishes',
  ],
} as const

const Names = z.object({
  client: given,
  // n8n finds only such names.
  n8n: given.regex(/^(@[^/]+\/)?n8n-nodes-/),
})

export interface Publisher {
  readonly names: z.output<typeof Names>
  readonly version: string
  /** What the owner gave, as a manifest has it. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What the owner has not given yet, one sentence for each. */
  readonly missing: readonly string[]
}

export function toPublisher(manifest: Readonly<Record<string, unknown>>): Publisher {
  const fields: Record<string, unknown> = {}
  const missing: string[] = []
  for (const [name, [schema, what]] of Object.entries(FIELDS)) {
    const { success, data } = schema.safeParse(manifest[name])
    if (success && !PLACEHOLDER.test(JSON.stringify(data))) fields[name] = data
    else missing.push(`package.json has no ${name}: ${what}`)
  }
  return { names: Names.parse(manifest.packages), version: z.string().parse(manifest.version), fields, missing }
}

export const readPublisher = async (): Promise<Publisher> =>
  toPublisher(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')))

/**
 * The manifest of a published package. While the owner has not given everything, npm refuses to publish it: it claims
 * nothing, and is private.
 */
export const toManifest = (name: string, { version, fields, missing }: Publisher, own: object): object => ({
  ...{ name, version },
  ...(missing.length > 0 && { private: true }),
  ...fields,
  ...own,
})
