import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { toolsFile } from '../../src/mcp/definition.ts'
import { generateAll, isKeyed, llmsText } from '../../src/openapi/generate.ts'
import { registered } from '../../src/openapi/registered.ts'
import { putPages } from './build-pages.ts'
import { putClientTypes } from './client-types.ts'
import { readGuides } from './guides.ts'
import { putPageTypes } from './page-types.ts'
import { putIntoPublic } from './public-files.ts'

/** Writes all that is generated from the declarations of the operations, and the pages. */
export async function putGeneratedFiles(): Promise<void> {
  const operations = registered(await createApp(platform).allRoutes())
  const files = generateAll(operations)
  await putIntoPublic([...files, toolsFile(operations)])
  await Promise.all([putClientTypes(), putPageTypes()])
  const guides = (await readGuides()).filter(({ language }) => language === 'en')
  await putIntoPublic([['llms.txt', llmsText(operations.filter(isKeyed), guides)]])
  await putPages()
}
