import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/** The projects that the client is for, which know nothing of the Workers that the gateway is written for. */
const PROJECTS = {
  browser: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
  Node: { lib: ['ES2022'], types: [join(ROOT, 'node_modules/@types/node')] },
}

/** Compiles a file that uses the client, in a project of its own, and gives the lines of it that do not compile. */
async function wrongLinesOf(source: string, project: keyof typeof PROJECTS): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-project-'))
  try {
    const compilerOptions = {
      ...PROJECTS[project],
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      // Not met by the gateway's own source, and none of its business.
      noPropertyAccessFromIndexSignature: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
    }
    const references = [{ path: join(ROOT, 'src/client') }]
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, references, files: ['app.ts'] }))
    await writeFile(join(folder, 'app.ts'), source)
    const said = await new Promise<string>((resolve) =>
      execFile(join(ROOT, 'node_modules/.bin/tsc'), ['--build', '--pretty', 'false'], { cwd: folder }, (_, stdout) =>
        resolve(stdout),
      ),
    )
    const lines = source.split('\n')
    return said
      .split('\n')
      .filter((line) => /^\S.*: error /.test(line))
      .map((line) => {
        const number = /^app\.ts\((\d+),/.exec(line)?.[1]
        return number ? (lines[Number(number) - 1] ?? '').trim() : line
      })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const START = `
  import { type Answer, createClient, LatchkeyError } from ${JSON.stringify(join(ROOT, 'src/client/index.ts'))}
  const { recorder, workspaceV2, shop, social } = createClient({ baseUrl: 'https://latchkey.test', apiKey: 'key', fetch })
`

const RIGHT = [
  `const first: string | null | undefined = (await recorder.get('/files', { query: { limit: 3, is_desc: true } })).data_file_list[0]?.filename`,
  `const post: Answer<'social', 'get', '/posts/:id'>['post'] = (await social.get('/posts/:id', { param: { id: '1' } })).post`,
  `for await (const row of shop.eachFlattenedOrder({ json: { pageIndex: 0, pageSize: 10 } })) row.order_id?.trim()`,
  `const wait = (error: unknown) => (error instanceof LatchkeyError ? error.retryAfter : undefined)`,
  `export { first, post, wait }`,
]

const WRONG = [
  `recorder.get('/files', { query: { limit: [3] } })`,
  `recorder.get('/files', { query: { limt: 3 } })`,
  `recorder.get('/files', { query: { sort_by: 'name' } })`,
  `recorder.get('/file')`,
  `recorder.patch('/files')`,
  `recorder.get('/files/:id')`,
  `recorder.patch('/files/:id', { param: { id: '1' }, json: { name: 'New' } })`,
  `shop.get('/orders')`,
  `workspaceV2.get('/data-source/:data_source_id/schema', { param: { data_source_id: '1' } })`,
  `workspaceV2.get('/data-source/:data_source_id/schema', { param: { data_source_id: '1' }, header: { 'X-Token': 't' } })`,
  `;(await recorder.get('/files')).files`,
  `;(await recorder.get('/user/me')).data_user.nickname.toFixed()`,
  `for await (const row of shop.eachFlattenedOrder({ json: { pageIndex: 0, pageSize: 10 } })) row.orderId`,
]

it.each(['browser', 'Node'] as const)(
  'compiles in a project for %s, and what is wrong does not',
  { timeout: 120_000 },
  async (project) => {
    expect(await wrongLinesOf([START, ...RIGHT, ...WRONG].join('\n'), project)).toEqual(WRONG)
  },
)
