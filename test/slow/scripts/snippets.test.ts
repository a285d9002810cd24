import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import type { Operation } from '../../../src/pages/docs/document/read.ts'
import { firstValue } from '../../../src/pages/docs/operation/values.ts'
import { describedRequest } from '../../../src/pages/docs/request/describe.ts'
import { toCall } from '../../../src/pages/docs/snippets/call.ts'
import { LANGUAGES, type SnippetLanguage } from '../../../src/pages/docs/snippets/languages.ts'
import { readPrinted } from '../../node/pages/docs-reference.ts'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'

const run = promisify(execFile)

const PROGRAMS: Partial<Record<SnippetLanguage, (snippet: string) => [program: string, ...args: string[]]>> = {
  curl: (snippet) => ['sh', '-c', snippet.replace('curl ', 'curl -sS ')],
  python: (snippet) => ['python3', '-c', snippet],
  javascript: (snippet) => [process.execPath, '--input-type=module', '-e', snippet],
}

const has = (program: string) => {
  try {
    execFileSync(program, ['--version'])
    return true
  } catch {
    console.warn(`Snippets are not run where ${program} is missing`)
    return false
  }
}
const runnable = (['curl', 'python', 'javascript'] as const).filter(
  (language) => language === 'javascript' || has({ curl: 'curl', python: 'python3' }[language]),
)

let gateway: Awaited<ReturnType<typeof startGateway>>
let operations: Awaited<ReturnType<typeof readPrinted>>

beforeAll(async () => {
  ;[gateway, operations] = await Promise.all([startGateway(), readPrinted()])
})
afterAll(() => gateway?.stop())

/** Runs the page's code sample of an operation, with the credentials in variables. */
async function answerTo(language: SnippetLanguage, operation: Operation, change: Record<string, string> = {}) {
  const valueFor = (name: string) => {
    const parameter = operation.parameters.find((each) => each.name === name)
    return change[name] ?? (name.startsWith('X-Workspace') ? 'hidden' : parameter ? firstValue(parameter) : '')
  }
  const request = describedRequest(operation, valueFor, change.body ?? operation.body?.example)
  const snippet = LANGUAGES[language](toCall(request, gateway.origin, PRO_KEY, false), operation.summary)
  const [program = '', ...args] = PROGRAMS[language]?.(snippet) ?? []
  const env = { ...process.env, API_KEY: PRO_KEY, WORKSPACE_TOKEN: gateway.headers.workspace?.['X-Workspace-Token'] }
  const { stdout } = await run(program, args, { env })
  return JSON.parse(stdout.slice(stdout.indexOf('{')))
}

it.each(runnable)(
  'the sample for %s prints the body of a failure',
  async (language) => {
    const failed = await answerTo(language, operations.operation('recorder_get_file'), { id: 'no id' })
    expect(failed).toEqual({ error: expect.stringMatching(/^id: must be 1 to 128 of/) })
  },
  60_000,
)

it.each(runnable)('the sample for %s runs, with a query, a token and a body', async (language) => {
  const { operation } = operations
  const search = await answerTo(language, operation('recorder_search'), { query: "회의 '&' $HOME" })
  expect(search).toHaveProperty('files')
  const rows = await answerTo(language, operation('workspace_query_data_source'))
  expect(rows.object).toBe('list')
  const category = await answerTo(language, operation('shop_get_category'), {
    body: `{\n  "productName": "it's ‘\\"quoted\\"’ \\\\ $HOME \`x\`"\n}`,
  })
  expect(category.status).toBe('success')
})

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0
if (!hasRequests) console.warn('The script of the README is not run where python3-requests is missing')

describe.skipIf(!hasRequests).each(['README.md', 'README.ko.md'])('the script of %s', (file) => {
  const runWith = async (key: string) => {
    const [, script = ''] = /```python\n(.*?)```/s.exec(await readFile(join(ROOT, file), 'utf8')) ?? []
    const own = script.replace('https://latchkey.example.workers.dev', gateway.origin)
    return run('python3', ['-c', own], { env: { ...process.env, LATCHKEY_KEY: key } })
  }

  it('prints recordings with their transcripts', async () => {
    expect((await runWith(PRO_KEY)).stdout).toMatch(/^.+\n1\n00:00:\d\d,\d{3} --> /)
  })

  it('ends with the sentence of the gateway when it is refused', async () => {
    await expect(runWith('wrong')).rejects.toMatchObject({ code: 1, stderr: 'X-API-KEY is not valid\n' })
  })
})
