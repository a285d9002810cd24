import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { toolsFile } from '../../src/mcp/definition.ts'
import { findDocs, missingDocs } from '../../src/surfaces/docs.ts'
import { generateAll, isKeyed } from '../../src/surfaces/generate.ts'
import { llmsText } from '../../src/surfaces/llms.ts'
import { registered } from '../../src/surfaces/registered.ts'
import { putPages } from './build-pages.ts'
import { putClientTypes } from './client-types.ts'
import { readGuides } from './guides.ts'
import { putIntoPublic } from './public-files.ts'

/** Writes all that is generated from the declarations of the operations, and the pages. Exits with 1 if an operation has no texts. */
export async function putGeneratedFiles(): Promise<void> {
  const operations = registered(await createApp(platform).allRoutes())
  const undocumented = operations.filter(({ operation }) => !findDocs(operation))
  if (undocumented.length > 0) {
    for (const { operation } of undocumented) console.error(missingDocs(operation))
    process.exit(1)
  }
  await putIntoPublic([...generateAll(operations), toolsFile(operations)])
  await putClientTypes()
  await putIntoPublic([['llms.txt', llmsText(operations.filter(isKeyed), await readGuides())]])
  await putPages()
}
