import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'
import { putInto } from './public-files.ts'

/** The state of the tree that a build is made from, so that the same tree built again gets the same time. */
interface Source {
  /** 40 hex digits, followed by `-dirty` when tracked files differ. Null outside of a git checkout. */
  commit: string | null
  fingerprint: string
}

const FOLDER = 'src/base/generated'

/** Wrangler writes namespace ids into wrangler.toml. That must not make the build of a commit differ. */
const COUNTED = ['.', ':(exclude)wrangler.toml']

/** Writes the module with the id, commit and time of the build, which is part of the Worker. */
export async function putBuildInfo(root = ROOT): Promise<void> {
  const source = await readSource(root)
  const file = join(root, FOLDER, 'build.ts')
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before.includes(formatMark(source))) return
  await putInto(FOLDER, [['build.ts', formatModule(source, new Date())]], root)
}

const formatMark = ({ fingerprint }: Source) => `// Of the tree ${fingerprint}.`

/** SOURCE_DATE_EPOCH, in seconds, overrides the time, to compare builds of several machines. */
function formatModule(source: Source, now: Date): string {
  const epoch = Number(process.env.SOURCE_DATE_EPOCH)
  const moment = epoch > 0 ? new Date(epoch * 1000) : now
  const built_at = moment.toISOString().replace(/\.\d+Z$/, 'Z')
  const commit = source.commit === null ? 'null' : `'${source.commit}'`
  return `${formatMark(source)} Printed by npm run generate.
export const COMMIT: string | null = ${commit}
export const BUILD = '${buildId(source.commit === null ? built_at : source.fingerprint)}'
export const BUILT_AT = '${built_at}'
`
}

/**
 * The public id of a build: the same on every machine, without the commit itself.
 *
 * @param source the commit, followed by a digest of what differs from it
 */
export const buildId = (source: string): string => createHash('sha256').update(source).digest('hex').slice(0, 16)

/** The commit from git, or from the environment of Cloudflare's own builds. */
async function readSource(root: string): Promise<Source> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1e9 })).stdout
  try {
    // A copy without a history may be inside another project's checkout.
    if ((await realpath((await git('rev-parse', '--show-toplevel')).trim())) !== (await realpath(root)))
      throw new Error('the checkout is another one')
    const commit = (await git('rev-parse', 'HEAD')).trim()
    const changes = await git('diff', 'HEAD', '--', ...COUNTED)
    if (changes === '') return { commit, fingerprint: commit }
    const digest = createHash('sha256').update(changes).digest('hex').slice(0, 16)
    return { commit: `${commit}-dirty`, fingerprint: `${commit}-${digest}` }
  } catch {
    const commit = process.env.WORKERS_CI_COMMIT_SHA || null
    return { commit, fingerprint: commit ?? 'without a commit' }
  }
}
