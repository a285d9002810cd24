import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/support/build.ts'
import { type OpenApi, type Operation, readReference } from '../../../src/pages/docs/document.ts'

/** The generated document as the reference page reads it. */
export async function readPrinted() {
  const document = JSON.parse(await readFile(join(ROOT, 'public/openapi.json'), 'utf8')) as OpenApi
  const { groups } = readReference(document)
  const operations = groups.flatMap(({ operations }) => operations)
  const operation = (id: string): Operation => {
    const found = operations.find((each) => each.id === id)
    if (!found) throw new Error(`there is no operation ${id}`)
    return found
  }
  return { operations, operation }
}
