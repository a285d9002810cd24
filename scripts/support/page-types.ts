import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from './build.ts'

const FOLDER = join(ROOT, 'src/pages/generated')

/** The documents with the operations that the management app calls, and which of them, if not all. */
const DOCUMENTS: Readonly<Record<string, readonly string[] | undefined>> = {
  admin: undefined,
  events: undefined,
  payment: ['payment_list_bills'],
  shop: ['shop_list_sales'],
}

type Paths = Record<string, Record<string, { operationId: string }>>
type Components = Record<string, object>

/**
 * Writes what the management app has of the documents in public/: the method and the path of each operation that it calls,
 * and the types of their inputs.
 */
export async function putPageTypes(): Promise<void> {
  const documents = await Promise.all(
    Object.entries(DOCUMENTS).map(async ([name, wanted]) => {
      const { paths, ...document } = JSON.parse(await readFile(join(ROOT, `public/openapi/${name}.json`), 'utf8'))
      return { ...document, paths: pick(paths, wanted) }
    }),
  )
  const paths: Paths = Object.assign({}, ...documents.map((document) => document.paths))
  const components: Components[] = documents.map((document) => document.components)
  const kinds = new Set(components.flatMap((one) => Object.keys(one)))
  const merged = {
    ...documents[0],
    paths,
    components: Object.fromEntries(
      [...kinds].map((kind) => [kind, Object.assign({}, ...components.map((one) => one[kind]))]),
    ),
  }
  const table = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
    ]),
  )
  await mkdir(FOLDER, { recursive: true })
  await writeFile(
    join(FOLDER, 'operations.ts'),
    `${await toTypes(JSON.stringify(merged))}
/** The method and the path of each operation, relative to /api/v1. */
export const OPERATIONS = ${JSON.stringify(Object.fromEntries(table), null, 2)} as const
`,
  )
}

const pick = (paths: Paths, wanted: readonly string[] | undefined): Paths =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const left = Object.entries(methods).filter(([, { operationId }]) => wanted?.includes(operationId) ?? true)
      return left.length > 0 ? [[path, Object.fromEntries(left)]] : []
    }),
  )

/** The types of openapi-typescript, which needs the TypeScript of the workspace of the client. */
async function toTypes(document: string): Promise<string> {
  const main = createRequire(join(ROOT, 'src/client/package.json')).resolve('openapi-typescript')
  const child = spawn(process.execPath, [join(dirname(main), '../bin/cli.js')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(document)
  return text(child.stdout)
}
