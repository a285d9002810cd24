import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUnconnectedGateway } from '../../../scripts/support/unconnected-gateway.ts'
import { chromium, getBrowser } from './browser.ts'
import { firstWeek } from './first-week.ts'
import { visit } from './visit.ts'

describe.skipIf(!chromium)("an owner's first week, in Korean on a phone, on simulated products", () => {
  let gateway: Awaited<ReturnType<typeof startUnconnectedGateway>>
  beforeAll(async () => {
    gateway = await startUnconnectedGateway()
  })
  afterAll(() => gateway?.stop())

  it('goes from signing in to connected accounts, a notification, a failure that is explained, and a revoked key', async () => {
    const { context, page, complaints } = await visit(await getBrowser(), gateway, {
      locale: 'ko-KR',
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await firstWeek(page, gateway)
    await context.close()
    expect(complaints).toEqual([])
  })
})
