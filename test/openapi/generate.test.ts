import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { toolsFile } from '../../src/mcp/definition.ts'
import { generateAll } from '../../src/openapi/generate.ts'
import { readPrinted, TOOLS_FILE } from '../../src/openapi/public-files.ts'
import { registered } from '../../src/openapi/registered.ts'
import { createGateway } from '../support/gateway.ts'

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const gateway = createGateway()
const fromDeclarations = async () => {
  const operations = registered(await createApp(platform).allRoutes())
  return new Map([...generateAll(operations), toolsFile(operations)])
}
const files = await fromDeclarations()

describe.each([...files])('%s', (file, text) => {
  it('is among the static files as the declarations have it', async () => {
    expect(await readPrinted(gateway.env, file)).toBe(text)
  })
})

it('every file is the same whenever it is generated', async () => {
  expect(await fromDeclarations()).toEqual(files)
})

const documents = [...files].filter(([file]) => file.startsWith('/openapi'))

describe.each(documents)('%s', (file, text) => {
  it('is served as generated, except for the origin of its server', async () => {
    const { status, text: served } = await gateway.call(file, { key: null })
    const { servers, ...rest } = JSON.parse(served)
    expect(status).toBe(200)
    expect(rest).toEqual({ ...JSON.parse(text), servers: undefined })
    expect(servers).toEqual([{ url: 'https://latchkey.test', description: 'This deployment' }])
  })
})

it('the tools are no file for a caller', async () => {
  expect(await gateway.call(TOOLS_FILE, { key: null })).toMatchObject({
    status: 404,
    json: { error: expect.any(String) },
  })
})

it('a file that was not uploaded is an error of the deployment', async () => {
  const { env } = gateway
  await expect(readPrinted(env, '/openapi/nobody.json')).rejects.toThrow('is not among the static files')
})
