import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { COMPATIBILITY } from '../../../scripts/support/workerd.ts'

/**
 * Pages in the place of the products', under their names and over TLS. `/strict` has a content policy that allows nothing,
 * `/no-copying` forbids the clipboard to its scripts. The list of orders sets the cookies that its query names.
 */
const WORKER = `export default {
  fetch(request) {
    const { hostname, pathname, searchParams } = new URL(request.url)
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
    if (pathname === '/strict')
      headers.set('content-security-policy', "default-src 'none'; require-trusted-types-for 'script'; sandbox allow-same-origin allow-scripts allow-modals allow-top-navigation")
    if (pathname === '/no-copying') headers.set('permissions-policy', 'clipboard-write=()')
    for (const cookie of searchParams.getAll('cookie')) headers.append('set-cookie', cookie)
    return new Response('<!doctype html><title>' + hostname + '</title><h1>' + hostname + '</h1>', { headers })
  },
}`

export async function startStandIns() {
  const manifest = { mainModule: 'index.js', modules: { 'index.js': { type: 'esm' as const, contents: WORKER } } }
  const runtime = new Miniflare({
    ...{ host: '127.0.0.1', port: 0, https: true, cf: false, telemetry: { enabled: false } },
    workers: [{ config: { name: 'stand-ins', ...COMPATIBILITY, manifest } }],
  })
  const { port } = await runtime.ready
  return { port: Number(port), stop: () => runtime.dispose() }
}

/** The names of the stand-ins. */
const HOSTS = ['*.plaud.ai', '*.coupang.com', 'elsewhere.example']

interface Options {
  language: 'en' | 'ko'
  /** The port of the stand-ins. No other name but this machine's own leads anywhere. */
  port: number
  /** The folder of an extension. */
  extension?: string
}

/** A whole browser with a profile of its own, as a person has it. */
export async function openWholeBrowser(executablePath: string, { language, port, extension }: Options) {
  const profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    // A check in the middle of a transition would see a mixture of colours.
    reducedMotion: 'reduce',
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
    env: { ...process.env, LANGUAGE: language } as Record<string, string>,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--lang=${language}`,
      `--host-resolver-rules=${HOSTS.map((host) => `MAP ${host} 127.0.0.1:${port}, `).join('')}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      '--ignore-certificate-errors',
      '--disable-quic',
      '--no-first-run',
      ...(extension
        ? [
            `--disable-extensions-except=${extension}`,
            `--load-extension=${extension}`,
            '--enable-unsafe-extension-debugging',
          ]
        : []),
    ],
  })
  context.setDefaultTimeout(60_000)
  const close = async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
  return { context, close }
}

/** Presses a bookmark: the browser itself opens its address in the tab, as from the bar. */
export async function pressBookmark(page: Page, address: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.navigate', { url: address })
  await devTools.detach()
}

/** Presses the icon of an extension while a tab is in front. */
export async function pressIcon(context: BrowserContext, page: Page, id: string): Promise<void> {
  await page.bringToFront()
  const devTools = await context.browser()?.newBrowserCDPSession()
  if (!devTools) throw new Error('the browser has no session of its own')
  const { targetInfos } = await devTools.send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const tab = targetInfos.find(({ url }) => url === page.url())
  if (!tab) throw new Error(`no tab shows ${page.url()}`)
  await devTools.send('Extensions.triggerAction', { id, targetId: tab.targetId })
  await devTools.detach()
}
