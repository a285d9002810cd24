import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { PRODUCTS } from '../../src/base/groups.ts'
import { ROOT } from './build.ts'
import { type Guide, readGuides } from './guides.ts'
import { putIntoPublic } from './public-files.ts'

const SOURCE = join(ROOT, 'src/pages')

/**
 * Builds the pages into public/, and removes the parts of the app and the guides that an earlier build wrote there.
 *
 * @returns the files
 */
export async function putPages(): Promise<[file: string, text: string][]> {
  const [pages, images] = await Promise.all([builtPages(), readImages()])
  await putIntoPublic([...pages, ...images])
  const built = new Set([...pages, ...images].map(([file]) => file))
  const folders = ['public/app', 'public/docs'].map((folder) =>
    readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  )
  const present = (await Promise.all(folders)).flat()
  const files = present.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const stale = files.filter((file) => !built.has(relative(join(ROOT, 'public'), file).replaceAll('\\', '/')))
  await Promise.all(stale.map((file) => rm(file, { force: true })))
  return pages
}

/** The manifest and the icons of the home screen, and the pictures of the guides, as they are. */
async function readImages(): Promise<[file: string, content: Buffer][]> {
  const icons = await readdir(join(SOURCE, 'icons'))
  const pictures = new Set((await readGuides()).flatMap((guide) => guide.pictures))
  const sources = [
    ...icons.map((name) => [`app/${name}`, join(SOURCE, 'icons', name)] as const),
    ...[...pictures].map((name) => [`docs/pictures/${name}`, join(ROOT, 'docs/pictures', name)] as const),
  ]
  return Promise.all(sources.map(async ([file, source]) => [file, await readFile(source)]))
}

/**
 * The files of the management app and the reference page in public/. The app has a page for the owner, one for consent,
 * and one for the accounts of each product. Each of its pages, views and larger dialogs is a part that loads when it opens, with its texts
 * in every language.
 */
export async function builtPages(): Promise<[file: string, text: string][]> {
  const [shell, reference, guides] = await Promise.all([
    readFile(join(SOURCE, 'shell.html'), 'utf8'),
    readFile(join(SOURCE, 'docs/shell.html'), 'utf8'),
    readGuides(),
  ])
  const [app, docs] = await Promise.all([
    bundled('app', { app: 'main.tsx', style: 'style/style.css' }, 'parts/[name]-[hash]'),
    bundled('docs', { docs: 'docs/main.tsx', style: 'docs/style/style.css' }, '[name]', { GUIDES: titles(guides) }),
  ])
  const page = (part: string) => shell.replace('  </head>', () => `${preloads(app.metafile, part)}  </head>`)
  const connect = page('connect/page.tsx')
  return [
    ['index.html', page('App.tsx')],
    ['oauth/authorize.html', page('consent.tsx')],
    ['confirm.html', page('confirm.tsx')],
    ...PRODUCTS.map((product): [string, string] => [`connect/${product}.html`, connect]),
    ['docs.html', reference],
    ...guides.flatMap(({ name, language, file, text, html }): [string, string][] => [
      [`docs/guide/${name}.html`, reference],
      [`docs/guide/${name}.${language}.html`, html],
      [file, text],
    ]),
    ...app.files,
    ...docs.files,
  ]
}

/**
 * @param entries the source of each file, by its name without an extension
 * @param chunkNames a hash in them keeps a page from loading parts of another version, and lets browsers keep them
 */
async function bundled(
  folder: string,
  entries: Readonly<Record<string, string>>,
  chunkNames: string,
  define: Record<string, string> = {},
) {
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(SOURCE, file)])),
    tsconfig: join(SOURCE, 'tsconfig.json'),
    absWorkingDir: SOURCE,
    define,
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  const files = outputFiles.map(({ path, text }): [string, string] => [
    relative(SOURCE, path).replaceAll('\\', '/'),
    text,
  ])
  return { files, metafile }
}

/** The titles of the guides by language and name, as JSON. */
function titles(guides: readonly Guide[]): string {
  const byLanguage = Map.groupBy(guides, ({ language }) => language)
  const entries = [...byLanguage].map(([language, own]) => [
    language,
    Object.fromEntries(own.map(({ name, title }) => [name, title])),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/** Lines for the head of a page: its part and what that imports load at once, and not after the main script. */
function preloads({ outputs }: Metafile, part: string): string {
  const [first] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === part) ?? []
  const found = new Set(first ? [first] : [])
  for (const file of found)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') found.add(path)
  return [...found].map((file) => `    <link rel="modulepreload" href="/${file}" />\n`).join('')
}
