import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation } from '../../../src/pages/docs/document.ts'
import { firstValue } from '../../../src/pages/docs/operation/values.ts'
import { describedRequest } from '../../../src/pages/docs/request.ts'
import { LANGUAGES, type SnippetLanguage, toCall } from '../../../src/pages/docs/snippets/languages.ts'
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
