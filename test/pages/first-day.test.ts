import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../scripts/support/chromium.ts'
import { firstDay } from '../../scripts/support/first-day.ts'
import { startUnconnectedGateway } from '../../scripts/support/unconnected-gateway.ts'
import { visit } from './visit.ts'

const chromium = findChromium()

describe.skipIf(!chromium)("an owner's first day, on simulated products", () => {
  let gateway: Awaited<ReturnType<typeof startUnconnectedGateway>>
  let browser: Browser
  beforeAll(async () => {
    ;[gateway, browser] = await Promise.all([startUnconnectedGateway(), launchChromium(chromium ?? '')])
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
  })

  it('goes from signing in to connected accounts and a new key', async () => {
    const { page, complaints } = await visit(browser, gateway)
    await firstDay(page, gateway)
    expect(complaints).toEqual([])
  })
})
