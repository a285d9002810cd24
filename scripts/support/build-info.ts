import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'
import { putInto } from './public-files.ts'

/** Where the tree is put that a build is made of, so that the same tree built again tells the same time. */
interface Source {
  /** 40 hex digits, with `-dirty` behind them where tracked files differ; null where the folder is no checkout of git. */
  commit: string | null
  fingerprint: string
}

const FOLDER = 'src/base/generated'

/** Wrangler writes ids of namespaces into the first: a deployment of a commit does not differ from it by that. */
const COUNTED = ['.', ':(exclude)wrangler.toml']

/** Prints the module with the id, the commit and the time of the build, which the Worker carries. */
export async function putBuildInfo(root = ROOT): Promise<void> {
  const source = await readSource(root)
  const file = join(root, FOLDER, 'build.ts')
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before.includes(formatMark(source))) return
  await putInto(FOLDER, [['build.ts', formatModule(source, new Date())]], root)
}

const formatMark = ({ fingerprint }: Source) => `// Of the tree ${fingerprint}.`

/** SOURCE_DATE_EPOCH, in seconds, sets the time for those who compare builds of several machines. */
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
 * @param source the commit, with a digest of what differs from it behind it
 */
export const buildId = (source: string): string => createHash('sha256').update(source).digest('hex').slice(0, 16)

/** The commit by git, else as Cloudflare's own builds name it. */
async function readSource(root: string): Promise<Source> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1e9 })).stdout
  try {
    // A copy without a history may lie inside a checkout of something else.
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
