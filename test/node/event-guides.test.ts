import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import { newSecret, signedHeaders } from '../../src/base/webhook-signing.ts'

/** The code samples of the events guide, run unchanged with deliveries of the gateway. */

const folder = mkdtempSync(join(tmpdir(), 'latchkey-events-'))
afterAll(() => rmSync(folder, { recursive: true }))

const guide = readFileSync(join(ROOT, 'docs/events.md'), 'utf8')
const korean = readFileSync(join(ROOT, 'docs/ko/events.md'), 'utf8')
const snippet = (language: string, text = guide) =>
  new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(text)?.[1] ?? expect.fail(`no snippet in ${language}`)

const SECRET = newSecret()
const BODY = JSON.stringify({
  type: 'recorder.file.ready',
  timestamp: '2026-11-21T09:00:00.000Z',
  data: { name: '회의' },
})

/** A delivery, signed with the gateway's code. */
const readDelivery = async ({ secrets = [SECRET], agoMs = 0 } = {}) => ({
  headers: await signedHeaders(secrets, { id: 'evt_1', at: Date.now() - agoMs, body: BODY }),
  body: BODY,
})

const genuine = await readDelivery()
const CASES: [what: string, delivery: typeof genuine, right: boolean][] = [
  ['a delivery', genuine, true],
  [
    'one that bears the signature of another secret as well',
    await readDelivery({ secrets: [newSecret(), SECRET] }),
    true,
  ],
  ['another body', { ...genuine, body: BODY.replace('회의', '회사') }, false],
  ['another secret', await readDelivery({ secrets: [newSecret()] }), false],
  ['an old one', await readDelivery({ agoMs: 3_600_000 }), false],
  ['no signature', { ...genuine, headers: { ...genuine.headers, 'webhook-signature': '' } }, false],
]

describe('in JavaScript', () => {
  const file = join(folder, 'verify.mjs')
  writeFileSync(file, snippet('js'))

  it.each(CASES)('%s', async (_, { headers, body }, right) => {
    const { isGenuine } = await import(file)
    expect(isGenuine(SECRET, headers, body)).toBe(right)
  })
})

const python = ['python3', 'python'].find((name) => {
  try {
    return /Python 3/.test(String(execFileSync(name, ['--version'])))
  } catch {
    return false
  }
})
if (!python) console.warn('The snippet in Python is not run, since there is no Python 3')

describe.skipIf(!python)('in Python', () => {
  it.each(CASES)('%s', (_, { headers, body }, right) => {
    const given = Buffer.from(JSON.stringify([SECRET, headers, body])).toString('base64')
    const call = `import json\nsecret, headers, body = json.loads(base64.b64decode("${given}"))\nprint(is_genuine(secret, headers, body.encode()))`
    const said = execFileSync(python ?? '', ['-c', `${snippet('python')}\n${call}`])
    expect(String(said).trim()).toBe(right ? 'True' : 'False')
  })
})

it('are the same in Korean', () => {
  for (const language of ['js', 'python']) expect(snippet(language, korean)).toBe(snippet(language))
})
