import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../../scripts/support/build.ts'
import type { Received } from '../../../scripts/support/event-receiver.ts'
import { GUIDES, guideSource } from '../../../scripts/support/guides.ts'
import { isPortFree } from '../../../scripts/support/port.ts'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { freePort } from '../../node/scripts/free-port.ts'
import { NOTION_TOKENS } from '../../simulators/workspace/index.ts'
import { compile, createProject, type Project } from '../client/project.ts'
import { readSnippets, type Snippet, splitWords } from './snippets.ts'

/**
 * Every command and every piece of code of the README and the guides, as it is printed: against `npm start`, which is what the README
 * starts. Korean pages have the same code (test/node/translations.test.ts).
 */
const PAGES = ['README.md', ...GUIDES.map((name) => guideSource(name, 'en'))]

const KEY = 'local-pro-key-of-this-machine'
const ADMIN_KEY = 'local-admin-key-of-this-machine'

/** What needs another machine, another account or a browser, by the first words. */
const ELSEWHERE = [
  ...['sudo', 'docker', 'cloudflared'].map((word) => [word, 'the server of a relay']),
  ...['git restore', 'git pull', 'git fetch', 'git checkout'].map((word) => [word, 'a clone']),
  ['npm install', 'what .ci/run starts with'],
  ['zapier-platform', 'an account at Zapier'],
  ['cd dist/connectors/', 'test/slow/scripts/connectors builds the folder'],
  ['copy(', "the console of the product's page"],
  ['curl -4', 'the network'],
  ['curl https://relay.example.com', 'the server of a relay'],
].map(([start = '']) => start)

const run = promisify(execFile)
let folder: string
let project: Project
let started: { child: ChildProcess; output: string }
let port: number
/** What the last command of a page printed. */
let printed = ''

beforeAll(async () => {
  do port = await freePort()
  while (!(await isPortFree(port + 1)))
  folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'))
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts'), '--port', String(port)])
  started = { child, output: '' }
  child.stdout.on('data', (chunk) => {
    started.output += chunk
  })
  ;[project] = await Promise.all([
    createProject(),
    vi.waitFor(() => expect(started.output).toContain('Press Ctrl-C'), { timeout: 120_000, interval: 100 }),
  ])
  await connectSecondNotion()
}, 180_000)

afterAll(async () => {
  started?.child.kill('SIGKILL')
  await Promise.all([project?.remove(), folder && rm(folder, { recursive: true })])
})

/** Connects the second account of Notion that the pages speak of. */
async function connectSecondNotion(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/accounts/workspace:business`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: NOTION_TOKENS.stranger }),
  })
  expect(response.status).toBe(200)
}

/** The text with the addresses and keys of this gateway. */
const filledIn = (text: string, key = KEY) =>
  text
    .replaceAll(/https:\/\/latchkey\.example\.workers\.dev|http:\/\/127\.0\.0\.1:8787/g, `http://127.0.0.1:${port}`)
    .replaceAll('http://127.0.0.1:8788/', `http://127.0.0.1:${port + 1}/`)
    .replaceAll('lk_...', key)
    .replaceAll('local-pro-key-of-this-machine', key)
    .replaceAll(/\$\{input:[\w-]+\}/g, key)
    .replaceAll('{"token": "..."}', JSON.stringify({ token: simulatedProducts().settings.NOTES_TOKEN }))
    .replaceAll('{"token": "ntn_..."}', JSON.stringify({ token: NOTION_TOKENS.stranger }))

/** Runs a program; its exit code has to be 0, and a failure of the gateway is one. */
async function execute(program: string, args: readonly string[], key = KEY): Promise<string> {
  const env = { ...process.env, API_KEY: key, ADMIN_KEY }
  const { stdout } = await run(program, [...args], { env, cwd: folder, timeout: 60_000 })
  return stdout
}

const SHELL = 'set -eo pipefail; curl() { command curl -sS --fail-with-body "$@"; }\n'
const inShell = (script: string, key?: string) => execute('bash', ['-c', SHELL + filledIn(script, key)], key)
const inPython = (program: string, key?: string) => execute('python3', ['-c', filledIn(program, key)], key)
const inNode = async (text: string, file: string, key?: string) => {
  const path = join(project.folder, file)
  await writeFile(path, filledIn(text, key))
  return execute(process.execPath, [path], key)
}

/** The tools of an MCP server, for a client that is configured like this. */
async function listTools(url: string, headers: Record<string, string>): Promise<string[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } }
  return result.tools.map(({ name }) => name)
}

/** The help of the commands that were looked up, by command. */
const help = new Map<string, Promise<{ stdout: string }>>()

/** Expects a tool's own help to know the subcommand and each option of a command. */
async function expectOptions(program: string, args: readonly string[], options: readonly string[]) {
  const command = args.join(' ')
  const read = () => run(program, [...args, '--help'], { cwd: ROOT, env: { ...process.env, COLUMNS: '200' } })
  const reading = help.get(command) ?? read()
  help.set(command, reading)
  const { stdout } = await reading
  const known = stdout.match(/--[\w-]+/g) ?? []
  expect(known.length).toBeGreaterThan(0)
  for (const option of options) expect(known, `${command} has no ${option}`).toContain(option.replace(/=.*/, ''))
}

async function runCommand(command: string): Promise<void> {
  const words = splitWords(filledIn(command))
  const options = words.filter((word) => word.startsWith('--') && word !== '--')
  const [first = '', second = '', third = '', ...rest] = words
  if (ELSEWHERE.some((start) => command.startsWith(start))) return
  if (command === 'npm start') return expect(started.output).toContain('Latchkey on simulated products')
  if (first === 'npm' && second === 'run') {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(Object.keys(scripts)).toContain(third)
    // The commands of the project; `deploy` and `dev` are Wrangler's own.
    if (!/^node scripts\/\S+$/.test(scripts[third])) return
    const [subcommand] = rest.filter((word) => word !== '--')
    const args = third === 'keys' && subcommand && !subcommand.startsWith('-') ? [subcommand] : []
    await expectOptions(process.execPath, [scripts[third].replace('node ', ''), ...args], options)
    if (third === 'keys' && subcommand === 'make' && !options.includes('--expires'))
      await execute(process.execPath, [join(ROOT, 'scripts/keys.ts'), ...rest.filter((word) => word !== '--')])
    return
  }
  if (first === 'npx' && second === 'wrangler') {
    const subcommand = [third, ...rest].filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith('--'))
    return expectOptions(
      process.execPath,
      ['node_modules/wrangler/bin/wrangler.js', ...subcommand.slice(0, 3)],
      options,
    )
  }
  if (command.startsWith('npx -p latchkey-client latchkey ')) {
    const own = options.filter((option) => option !== '-p')
    const tool = join(project.folder, 'node_modules/latchkey-client/latchkey.js')
    return expectOptions(process.execPath, [tool, rest[1] ?? ''], own)
  }
  if (command.startsWith('claude mcp add ')) {
    const url = words.find((word) => /^https?:/.test(word)) ?? ''
    const headers = words.flatMap((word, index) => (word === '--header' ? [words[index + 1]?.split(': ') ?? []] : []))
    return expect(await listTools(url, withKey(Object.fromEntries(headers)))).toContain('gateway_find_tools')
  }
  if (first === 'curl' || first === 'node') printed = await inShell(command)
  else if (first.startsWith('call(')) await inPython(`${await readProgram()}\nbill = ${BILL}\nprint(${command})`)
  else expect.fail(`no test runs ${first}: is it a command?`)
}

const withKey = (headers: Record<string, string>) => ({ ...headers, 'X-API-KEY': KEY })

const BILL =
  '{"product_nm": "Workbook", "member_nm": "Hong Gildong", "phone": "010-1234-5678", "price": 33000, "expire_dt": "2099-12-31"}'

const readProgram = async () =>
  readSnippets('docs/connect.md').find(({ language }) => language === 'python')?.text ?? expect.fail('no program')

/** A time of any day. */
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, field) =>
    typeof field === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(field) ? 'a time' : field,
  )

/** Compares a printed answer, event or configuration with the real one. */
async function expectJson(text: string): Promise<void> {
  const said = JSON.parse(filledIn(text))
  const server = said.servers?.latchkey ?? said.mcpServers?.latchkey
  if (server) return expect(await listTools(server.url, server.headers)).toContain('gateway_find_tools')
  if (said.type && said.data) {
    const receive = async () => {
      const events: Received[] = await (await fetch(`http://127.0.0.1:${port + 1}/events`)).json()
      const event = events.find(({ type }) => type === said.type)
      expect(event?.isVerified).toBe(true)
      expect(timeless(event?.body)).toMatchObject(timeless(said) as object)
    }
    return vi.waitFor(receive, { timeout: 20_000, interval: 200 })
  }
  if (said.error) {
    const url = `http://127.0.0.1:${port}/api/v1/recorder/files?limit=many&sort_by=name`
    return expect(await (await fetch(url, { headers: { 'X-API-KEY': KEY } })).json()).toEqual(said)
  }
  expect(timeless(JSON.parse(printed))).toEqual(timeless(said))
}

async function check({ language, text }: Snippet): Promise<void> {
  if (language === 'command') return runCommand(text)
  if (language === 'json') return expectJson(text)
  if (language === 'sh') printed = await inShell(text)
  else if (language === 'python') await inPython(text)
  else if (language === 'js') await inNode(text, 'snippet.mjs')
  else if (language === 'ts') {
    const { wrong } = await compile(project, text, '7', 'Node')
    expect(wrong).toEqual([])
    expect(await inNode(text, 'snippet.ts')).toContain('주간 제품 회의')
  } else expect.fail(`no test runs ${language || 'a block without a language'}`)
}

const snippets = PAGES.flatMap(readSnippets)

describe.each(PAGES.filter((page) => snippets.some((snippet) => snippet.page === page)))('%s', (page) => {
  for (const snippet of snippets.filter((each) => each.page === page))
    it(`line ${snippet.line}: ${snippet.text.split('\n')[0]}`, () => check(snippet))
})

it('the pages have code in each language', () => {
  const languages = new Set(snippets.map(({ language }) => language))
  expect(languages).toEqual(new Set(['command', 'json', 'sh', 'js', 'python', 'ts']))
  expect(snippets.length).toBeGreaterThan(60)
})

describe('a refusal ends a program of docs/connect.md with what the gateway says', () => {
  const find = (language: string) =>
    readSnippets('docs/connect.md').find((snippet) => snippet.language === language)?.text ?? expect.fail(language)

  it('in Python', async () => {
    await expect(inPython(find('python'), 'wrong')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^401 invalid_key: \{"error":"X-API-KEY is not valid.*\}\n$/),
    })
  })

  it('with curl', async () => {
    await expect(inShell(find('sh'), 'wrong')).rejects.toMatchObject({
      code: 22,
      stdout: expect.stringContaining('X-API-KEY is not valid'),
    })
  })

  it('in JavaScript', async () => {
    await expect(inNode(find('js'), 'snippet.mjs', 'wrong')).rejects.toMatchObject({
      stderr: expect.stringContaining('X-API-KEY is not valid (invalid_key)'),
    })
  })
})

it('a command, an answer or a program that is false is found', async () => {
  const snippet = (language: string, text: string): Snippet => ({ page: 'x.md', line: 1, language, text })
  const wrong = [
    snippet('sh', 'curl -H "X-API-KEY: $API_KEY" "https://latchkey.example.workers.dev/api/v1/recorder/filez"'),
    snippet('command', 'npm run setup "--" --licenses pro'),
    snippet('command', 'npm run keys "--" create --name make'),
    snippet('command', 'npx wrangler secret put X --nothing'),
    snippet('command', 'npm run nothing'),
    snippet('command', 'nothing at all'),
    snippet('json', '{"error": "limit: is wrong"}'),
    snippet('python', 'import requests; requests.get("https://latchkey.example.workers.dev/nope").raise_for_status()'),
    snippet('ts', "import { createClient } from 'latchkey-client'\ncreateClient({ url: 'x' })"),
    snippet('', 'text'),
  ]
  for (const each of wrong) await expect(check(each), each.text).rejects.toThrow()
})
