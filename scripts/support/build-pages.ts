import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { ACCOUNTS } from '../../src/pages/api/accounts.ts'
import { ROOT } from './build.ts'
import { guideFiles } from './guides.ts'

const SOURCE = join(ROOT, 'src/pages')

/**
 * The files of the management app and the reference page in public/. The app has a page for the owner, one for consent,
 * and one for each account. Both have a script, their texts in each language, of which a visitor loads one, and a style
 * sheet.
 */
export async function builtPages(): Promise<[file: string, text: string][]> {
  const [shell, reference, guides, app, docs] = await Promise.all([
    readFile(join(SOURCE, 'shell.html'), 'utf8'),
    readFile(join(SOURCE, 'docs/shell.html'), 'utf8'),
    guideFiles(),
    bundled('app', { app: 'main.tsx', style: 'style/style.css' }),
    bundled('docs', { docs: 'docs/main.tsx', style: 'docs/style/style.css' }),
  ])
  return [
    ['index.html', shell],
    ['oauth/authorize.html', shell],
    ['confirm.html', shell],
    ...ACCOUNTS.map((account): [string, string] => [`connect/${account}.html`, shell]),
    ['docs.html', reference],
    ...guides,
    ...app,
    ...docs,
  ]
}

/** @param entries the source of each file, by its name without an extension */
async function bundled(folder: string, entries: Readonly<Record<string, string>>): Promise<[string, string][]> {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(SOURCE, file)])),
    tsconfig: join(SOURCE, 'tsconfig.json'),
    loader: { '.md': 'text' },
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: '[name]',
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  return outputFiles.map(({ path, text }) => [`${folder}/${basename(path)}`, text])
}
