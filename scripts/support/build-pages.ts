import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { ACCOUNTS } from '../../src/pages/api/accounts.ts'
import { ROOT } from './build.ts'

const SOURCE = join(ROOT, 'src/pages')

/**
 * The files of the management app in public/: a page for the owner, one for consent, one for each account, a script, its texts in each
 * language, of which a visitor loads one, and a style sheet.
 */
export async function builtPages(): Promise<[file: string, text: string][]> {
  const [shell, { outputFiles }] = await Promise.all([
    readFile(join(SOURCE, 'shell.html'), 'utf8'),
    build({
      entryPoints: { app: join(SOURCE, 'main.tsx'), style: join(SOURCE, 'style/style.css') },
      tsconfig: join(SOURCE, 'tsconfig.json'),
      outdir: 'app',
      bundle: true,
      splitting: true,
      chunkNames: '[name]',
      minify: true,
      format: 'esm',
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      write: false,
    }),
  ])
  return [
    ['index.html', shell],
    ['oauth/authorize.html', shell],
    ...ACCOUNTS.map((account): [string, string] => [`connect/${account}.html`, shell]),
    ...outputFiles.map(({ path, text }): [string, string] => [`app/${basename(path)}`, text]),
  ]
}
