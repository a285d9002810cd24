import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withoutSecrets } from '../../../src/groups/notes/tiro.ts'
import { json } from '../../support/gateway.ts'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

const NAMES = [
  ...['secret', 'Secret', 'clientSecret', 'webhook_secret', 'signing-secret', 'secret_preview', 'secretHash'],
  ...['token', 'bearerToken', 'access_token', 'apiKey', 'api_key', 'signingKey', 'key', 'password', 'passphrase'],
  ...['authorization', 'Authorisation', 'auth', 'basicAuth', 'credentials', 'signature', 'headers', 'cookie'],
]
const MARK = 'test-hidden-value'

/** Any JSON in which some fields, at any depth, are named like secrets and contain the mark. */
const { object: webhook } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
  hidden: fc.oneof(fc.constant(MARK), fc.constant([MARK]), fc.constant({ value: MARK })),
  value: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('object'), fc.array(tie('value'), { maxLength: 3 })),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom('id', 'name', 'url', 'eventTypes', 'target', 'meta'), tie('value')),
      fc.dictionary(fc.constantFrom(...NAMES), tie('hidden'), { maxKeys: 3 }),
    )
    .map(([open, hidden]) => ({ ...open, ...hidden })),
}))

const objects = webhook as fc.Arbitrary<Record<string, unknown>>

describe('no secret of a webhook is shown again', () => {
  it('GET /notes/webhooks, whatever the platform sends', async () => {
    const { notes, tiro } = connect()
    tiro.switches.rateLimit.requests = 1e6
    await fc.assert(
      fc.asyncProperty(fc.array(objects, { minLength: 1, maxLength: 3 }), async (content) => {
        tiro.heal()
        tiro.fail({ kind: 'status', status: 200, body: JSON.stringify({ content, nextCursor: null }) })
        const { status, text, json: body } = await notes('webhooks')
        expect(status).toBe(200)
        expect(text).not.toContain(MARK)
        expect(body.webhooks).toHaveLength(content.length)
      }),
      { numRuns: 60 },
    )
  })

  it('PATCH and POST /notes/webhooks: none but the new secret', async () => {
    const { notes, tiro } = connect()
    const sent = { id: 'webhook-1', signingKey: MARK, delivery: { headers: { Authorization: MARK } }, secret: 'shown' }
    tiro.fail({ kind: 'status', status: 200, body: JSON.stringify(sent) })
    const changed = await notes('webhooks/webhook-1', json('PATCH', { name: 'Bot' }))
    expect(changed.json.webhook).toEqual({ id: 'webhook-1', delivery: {} })
    const hook = { name: 'Bot', url: 'https://bot.example.com', eventTypes: ['note.ended'] }
    const made = await notes('webhooks', json('POST', hook))
    expect(made.json.webhook).toEqual({ id: 'webhook-1', delivery: {}, secret: 'shown' })
  })

  it('passes everything else on unchanged', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const kept = withoutSecrets(object)
        for (const name of ['id', 'name', 'url']) {
          const value = object[name]
          if (typeof value !== 'object') expect(kept[name]).toBe(value)
        }
        expect(Object.keys(kept)).toEqual(Object.keys(object).filter((name) => !NAMES.includes(name)))
      }),
    )
  })

  it('does not remove similar names, and flags', () => {
    const note = { keyword: 'a', author: 'b', authors: [{ author: 'c' }], keyId: 'd', hasPassword: true, monkeys: 2 }
    expect(withoutSecrets(note)).toEqual(note)
  })
})

it('is what taking every object apart gives, and the same object where nothing is dropped', () => {
  const isSecret = (name: string) => NAMES.includes(name)
  const reference = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(reference)
    const open = Object.entries(value).filter(([name, inner]) => typeof inner === 'boolean' || !isSecret(name))
    return Object.fromEntries(open.map(([name, inner]) => [name, reference(inner)]))
  }
  fc.assert(
    fc.property(objects, (object) => {
      const before = JSON.stringify(object)
      const kept = withoutSecrets(object)
      expect(JSON.stringify(kept)).toBe(JSON.stringify(reference(object)))
      expect(JSON.stringify(object)).toBe(before)
      expect(kept === object).toBe(JSON.stringify(kept) === before)
    }),
  )
})
