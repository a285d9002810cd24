import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
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
if (!hasRequests) console.warn('The programs of docs/connect.md are not run where python3-requests is missing')

/** The programs of docs/connect.md in Python: the calls, and what verifies a webhook. */
const programs = async () =>
  [...(await readFile(join(ROOT, 'docs/connect.md'), 'utf8')).matchAll(/```python\n(.*?)```/gs)].map(
    ([, program = '']) => program,
  )

describe.skipIf(!hasRequests)('Python in docs/connect.md', () => {
  const runWith = async (key: string) => {
    const [program = ''] = await programs()
    return run('python3', ['-c', program], {
      env: { ...process.env, LATCHKEY_KEY: key, LATCHKEY_URL: gateway.origin },
    })
  }

  it('prints the recordings of all pages', async () => {
    const lines = (await runWith(PRO_KEY)).stdout.trim().split('\n')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines).toContain('주간 제품 회의')
  })

  it('ends with the sentence of the gateway, its code and the id of the request', async () => {
    await expect(runWith('wrong')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^X-API-KEY is not valid \(invalid_key, request [\w-]{36}\)\n$/),
    })
  })

  it('verifies a webhook in eight lines, and refuses another body or an old one', async () => {
    const [, program = ''] = await programs()
    expect(program.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(8)
    const secret = `whsec_${btoa('a secret of thirty-two characters')}`
    const body = '{"type":"latchkey.test"}'
    const signed = (at: Date) => ({
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
    })
    const cases = [
      [body, signed(new Date())],
      [`${body} `, signed(new Date())],
      [body, signed(new Date(Date.now() - 3_600_000))],
    ]
    const asking = `${program}
import json, sys
secret, cases = json.loads(sys.argv[1])
print(json.dumps([is_signed(body.encode(), headers, secret) for body, headers in cases]))`
    const { stdout } = await run('python3', ['-c', asking, JSON.stringify([secret, cases])])
    expect(JSON.parse(stdout)).toEqual([true, false, false])
  })
})
