import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import deploying from '../../docs/deploying.md?raw'
import browser from '../../docs/guides/en/browser.md?raw'
import requests from '../../docs/guides/en/requests.md?raw'
import deployingKo from '../../docs/ko/deploying.md?raw'
import specification from '../../docs/spec/gateway.md?raw'
import { GROUPS } from '../../src/base/groups.ts'
import { keyRecord } from '../../src/gateway/auth/keys.ts'
import { failureBody } from '../../src/gateway/http/envelope.ts'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { createGateway, json } from '../support/gateway.ts'
import { createWorld } from '../support/world.ts'

/** What pages say about answers, compared with answers. */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const words = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

it('the guide names the headers that a page of a listed origin may read', async () => {
  const gateway = createGateway({ ALLOWED_ORIGINS: 'https://app.example.test' })
  const { headers } = await gateway.call('/health', { headers: { Origin: 'https://app.example.test' } })
  const [, sentence = ''] = /may read\s+([^.]*)\./.exec(browser) ?? []
  expect(words(sentence).sort()).toEqual((headers.get('Access-Control-Expose-Headers') ?? '').split(',').sort())
})

it.each([...GROUPS, undefined])('the guide prints a failure of %s', (group) => {
  const named = group ?? 'outside of the groups'
  const row = requests.split('\n').find((line) => line.startsWith('| ') && line.split(' | ')[0]?.includes(named)) ?? ''
  const [, printed = ''] = /`\{([^`]*)\}`/.exec(row.split(' | ').at(-1) ?? '') ?? []
  const fields = [...printed.matchAll(/(?<!: )"(\w+)"/g)].map(([, name]) => name)
  expect(fields).toEqual(Object.keys(failureBody(group, 'why', 'not_found')))
})

it('docs/spec/gateway.md names every field of the record of a key', () => {
  const [, printed = ''] = /- Its record is\s+`\{([^}]*)\}`/.exec(specification) ?? []
  expect(printed.split(/,\s+/).map((name) => name.replace('?', ''))).toEqual(Object.keys(keyRecord().shape))
})

it('a key without a licence has that of the deployment, which docs/deploying.md says', async () => {
  const gateway = createGateway({ ADMIN_KEY })
  const init = json('POST', { name: 'make' })
  const headers = { ...init.headers, Authorization: `Bearer ${ADMIN_KEY}` }
  const made = await gateway.call('/api/v1/admin/keys', { ...init, headers, key: null })
  expect(made.json.record.licence).toBe(gateway.env.LICENCE)
  expect(deploying).toContain('`--licence` sets its licence (default: that of the deployment)')
  expect(deployingKo).toContain('`--licence`는 라이선스를 정합니다(기본값: 게이트웨이의 라이선스)')
})
