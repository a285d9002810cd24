import { afterEach, describe, expect, it, vi } from 'vitest'
import { deedsTexts, nameDeed } from '../../src/pages/text/deeds.ts'
import { expectEach } from '../support/expect-each.ts'
import { OBJECTS } from '../support/objects.ts'
import { ADMIN_KEY } from './admin.rows.ts'
import { setStage } from './stage.ts'
import { everyWay } from './subjects.ts'

afterEach(() => vi.restoreAllMocks())

/** docs/spec/admin.md, "Audit log": the audit log contains the target of each action. */
const audited = everyWay.filter(
  ({ operation, contract }) =>
    ['admin', 'events'].includes(contract.group) && (!operation.reads || operation.isAudited),
)

describe.each(audited)('$id', (subject) => {
  it('has a target in the audit log', async () => {
    const { ask, gateway } = setStage(subject)
    Object.assign(gateway.env, { ADMIN_KEY })
    gateway.env.USAGE = OBJECTS.USAGE as unknown as NonNullable<typeof gateway.env.USAGE>
    await ask()
    const headers = { Authorization: `Bearer ${ADMIN_KEY}` }
    const path = `/api/v1/admin/audit?action=${subject.operation.id}`
    const { entries } = (await gateway.call(path, { headers, key: null })).json
    expect(entries).toMatchObject([{ outcome: 'ok', target: expect.stringMatching(/^[\w./-]+$/) }])
  })
})

/** The audit log also has this, which no operation does. */
const OTHER_ACTIONS = ['admin_connect_by_click']

it.each(['en', 'ko'] as const)('each is named in the app as the owner did it (%s)', async (language) => {
  const deeds = deedsTexts[language]
  const operations = [...new Set(audited.map(({ operation }) => operation))]
  await expectEach(operations, ({ id }) => {
    const deed = deeds[id]
    if (!deed) throw new Error('has no name')
    for (const details of [[], ['slack', 'paused'], ['resumed'], ['agreed'], ['refused']])
      for (const name of ['', 'Tiro']) {
        const named = nameDeed(deed, { name, details, isAll: false })
        expect(named).toMatch(/^\S.*\S$/)
        expect(named).not.toMatch(/ {2}|undefined|_|subscription|구독|이벤트|엔드포인트|세션|자격 증명/i)
      }
    expect(nameDeed(deed)).not.toMatch(/_|subscription|구독|이벤트/i)
  })
  const known = new Set([...operations.map(({ id }) => id), ...OTHER_ACTIONS])
  expect(Object.keys(deeds).filter((id) => !known.has(id))).toEqual([])
})

it('a change is named with its chat, its account and what was done', () => {
  const name = (language: 'en' | 'ko', id: string, named: string, ...details: string[]) => {
    const deed = deedsTexts[language][id]
    return deed && nameDeed(deed, { name: named, details, isAll: false })
  }
  expect(name('ko', 'events_create_subscription', '슬랙')).toBe('슬랙 알림 추가')
  expect(name('ko', 'events_test_subscription', '슬랙')).toBe('슬랙 알림 테스트')
  expect(name('en', 'events_create_subscription', 'Slack')).toBe('Slack notification added')
  expect(name('en', 'events_change_subscription', 'Slack', 'slack', 'paused')).toBe('Slack notification paused')
  expect(name('en', 'events_change_subscription', '')).toBe('Notification changed')
  expect(name('en', 'admin_connect_account', 'Tiro')).toBe('Tiro connected')
  expect(name('ko', 'admin_erase_data', 'Tiro')).toBe('Tiro 데이터 삭제')
})
