import { afterEach, describe, expect, it, vi } from 'vitest'
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
