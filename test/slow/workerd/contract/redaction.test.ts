import { afterEach, expect, it, vi } from 'vitest'
import { platform } from '../../../../src/base/platform.ts'
import { setStage } from '../../../contract/stage.ts'
import { everyWayWithUpstream } from '../../../contract/subjects.ts'
import { expectEach } from '../../../support/expect-each.ts'

afterEach(() => vi.restoreAllMocks())

/** A status that looks like a success, two classes of errors, and in turn one with its own message. */
const STATUSES: [what: string, statuses: readonly number[]][] = [
  ['200', [200]],
  ['400', [400]],
  ['500', [500]],
  ['403, 404 or 409', [403, 404, 409]],
]
/** Shorter parts of a header are its scheme and field names. */
const LONG = 24
const CREDENTIAL = /authorization|cookie|token|key|signature/i

it.each(STATUSES)('no operation shows a credential when the product echoes the request with %s', (_, statuses) =>
  expectEach(everyWayWithUpstream, async (subject) => {
    const status = statuses[everyWayWithUpstream.indexOf(subject) % statuses.length] ?? 0
    const stage = setStage(subject)
    const product = vi.mocked(platform.fetch).getMockImplementation()
    const sent = new Set<string>()
    vi.mocked(platform.fetch).mockImplementation(async (url, init) => {
      const headers = new Headers(init.headers)
      const call = { method: init.method ?? 'GET', url: new URL(url), headers, body: String(init.body ?? '') }
      if (subject.contract.isUpkeep?.(call) && product) return product(url, init)
      const credentials = [...headers].filter(([name]) => CREDENTIAL.test(name)).map(([, value]) => value)
      for (const part of credentials.flatMap((value) => value.split(/[\s,;=]+/)))
        if (part.length >= LONG) sent.add(part)
      return echo(status, `${credentials.join(' ')} ${url} ${call.body}`)
    })
    const { text, headers } = await stage.ask()
    // Even the start of one is too much, because messages are cut.
    for (const secret of sent) expect(text + JSON.stringify([...headers])).not.toContain(secret.slice(0, LONG))
  }),
)

/** Repeats it in every field that products use for messages, and in headers. */
const echo = (status: number, heard: string) =>
  Response.json(
    {
      ...Object.fromEntries(
        ['detail', 'msg', 'message', 'error_description', 'description', 'reason'].map((field) => [field, heard]),
      ),
      status: -1,
      code: -1,
      error: { message: heard, code: -1, error_user_msg: heard },
      errors: [{ message: heard }],
    },
    { status, headers: { 'Set-Cookie': 'session=test-session', 'X-Echo': heard } },
  )
