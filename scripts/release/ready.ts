import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../support/build.ts'
import { findLicence } from '../support/licence.ts'
import type { Publisher } from '../support/publisher.ts'

const read = (file: string) => readFile(join(ROOT, file), 'utf8')
const git = async (...args: string[]) => (await promisify(execFile)('git', args, { cwd: ROOT })).stdout.trim()

/** Why this commit cannot be released, one sentence for each reason. */
export async function findObstacles(publisher: Publisher): Promise<string[]> {
  const { fields, version, missing } = publisher
  const tag = `v${version}`
  const [hasTag, changed, notes, licence, readmes] = await Promise.all([
    git('tag', '--points-at', 'HEAD').then((tags) => tags.split('\n').includes(tag)),
    git('status', '--porcelain'),
    readNotes(version),
    findLicence(),
    Promise.all(['README.md', 'README.ko.md'].map(async (file) => [file, await read(file)] as const)),
  ])
  return [
    ...missing,
    ...(fields.license && fields.license !== 'UNLICENSED' && !licence
      ? ['the file LICENSE with the text of the licence is missing']
      : []),
    ...readmes.flatMap(([file, text]) => findStale(text, publisher).map((what) => `${file} still ${what}`)),
    ...findForeign(fields.repository),
    ...(notes ? [] : [`CHANGELOG.md has no section ${version}, or an empty one`]),
    ...(hasTag ? [] : [`the commit has no tag ${tag}`]),
    ...(changed ? ['the work tree has changes that are not committed'] : []),
  ]
}

/** What a page says that is no longer true once the owner has given everything. */
export function findStale(text: string, { fields }: Pick<Publisher, 'fields'>): string[] {
  return [
    ...(fields.license && /has not chosen a licence|라이선스는 아직 정해지지 않았습니다/.test(text)
      ? ['says that no licence was chosen']
      : []),
    ...(fields.repository && /github\.com\/OWNER\b/.test(text) ? ['has OWNER in an address'] : []),
  ]
}

/** Provenance names the repository that publishes, so npm refuses a package of another. */
function findForeign(repository: unknown): string[] {
  const { GITHUB_REPOSITORY } = process.env
  if (!GITHUB_REPOSITORY || !repository) return []
  const url = typeof repository === 'string' ? repository : (repository as { url: string }).url
  return toSlug(url) === GITHUB_REPOSITORY.toLowerCase()
    ? []
    : [`package.json says the repository ${url}, and this is ${GITHUB_REPOSITORY}`]
}

/** `owner/name` of a repository on GitHub, in any form that npm takes. */
export const toSlug = (url: string): string | undefined =>
  /^(?:(?:git\+)?(?:https|ssh):\/\/(?:[^@/]+@)?github\.com\/|git@github\.com:|github:)?([\w.-]+\/[\w.-]+?)(?:\.git)?(?:[#/].*)?$/i
    .exec(url)?.[1]
    ?.toLowerCase()

export const readNotes = async (version: string): Promise<string> => findNotes(await read('CHANGELOG.md'), version)

/** The section of a version in the changelog, without its title. Empty if there is none. */
export function findNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === version) ?? ''
  return section.slice(section.indexOf('\n') + 1).trim()
}
