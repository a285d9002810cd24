/** The Durable Objects of a release, which test/slow/live/upgrade.test.ts runs on the same storage as the current ones. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Command } from '@commander-js/extra-typings'
import { build } from 'esbuild'
import { ROOT } from './support/build.ts'

const [commit] = new Command('node scripts/release-objects.ts')
  .description('Builds the classes of Durable Objects of a commit into test/releases/<commit>.js.gz.')
  .argument('<commit>', 'of a release, in this clone')
  .parse().processedArgs

const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
try {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, 'src', 'package.json', 'tsconfig.json') })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const index = git('show', `${commit}:src/index.ts`).toString()
  const classes = index.split('\n').filter((line) => /^export \{ \w+ \} from '\.\//.test(line))
  const entry = join(folder, 'src/objects-of-release.ts')
  writeFileSync(entry, classes.join('\n'))
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, minify: true, format: 'esm', target: 'es2024', write: false },
    external: ['cloudflare:workers'],
  })
  const target = join(ROOT, 'test/releases', `${commit}.js.gz`)
  writeFileSync(target, gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }))
  console.log(`${target}: ${classes.length} classes`)
} finally {
  rmSync(folder, { recursive: true })
}
