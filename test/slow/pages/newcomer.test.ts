import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUnconnectedGateway } from '../../../scripts/support/unconnected-gateway.ts'
import { chromium, getBrowser } from './browser.ts'
import { visit } from './visit.ts'

interface Workflow {
  nodes: { parameters: { path?: string } }[]
}

/** n8n's engine, whose types are in a package that only long tests install. */
interface Engine {
  findIssues(file: Workflow): string[]
  runWorkflow(file: Workflow, item: object): Promise<unknown>
}
const ENGINE: string = '../tools/n8n-workflow.ts'

/** A server of n8n with one workflow, whose webhook is at the path that the workflow says. */
async function startN8n(file: Workflow, { runWorkflow }: Engine): Promise<{ url: string; server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    const body = await json(incoming)
    // n8n answers before it runs the workflow.
    outgoing.end('{"message":"Workflow was started"}')
    await runWorkflow(file, { headers: incoming.headers, body })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [webhook] = file.nodes
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/${webhook?.parameters.path}`,
    server,
  }
}

/** What docs/app.md says. */
const PRESSES = 10
const PASTES = 4

describe.skipIf(!chromium)('a newcomer, in Korean on a phone, on simulated products', () => {
  let gateway: Awaited<ReturnType<typeof startUnconnectedGateway>>
  let engine: Engine
  let n8n: Awaited<ReturnType<typeof startN8n>> | undefined
  beforeAll(async () => {
    ;[gateway, engine] = await Promise.all([startUnconnectedGateway(), import(ENGINE) as Promise<Engine>])
  })
  afterAll(() => {
    n8n?.server.close()
    return gateway?.stop()
  })

  it('goes from the empty app to a page in Notion, made by a workflow in n8n, without reading anything', async () => {
    const { context, page, complaints } = await visit(await getBrowser(), gateway, {
      locale: 'ko-KR',
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    const counts = { presses: 0, pastes: 0 }
    const press = async (name: string, where: Pick<Page, 'getByRole'> = page) => {
      counts.presses++
      await where.getByRole('button', { name, exact: true }).click()
    }
    const paste = async (label: string, text: string) => {
      counts.pastes++
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.getByLabel(label, { exact: true }).focus()
      await page.keyboard.press('Control+V')
    }
    const dialog = page.getByRole('dialog')

    await page.goto(gateway.origin)
    await paste('관리자 키', gateway.adminKey)
    await press('로그인')
    await press('회의록을 노션에 정리')
    // Only what the wish needs, one account after the other.
    for (const [product, token] of [
      ['Tiro', gateway.credentials.NOTES_TOKEN],
      ['노션', gateway.credentials.WORKSPACE_TOKEN],
    ] as const) {
      if (product === 'Tiro') await press('Tiro 연결', dialog)
      await page.getByRole('dialog', { name: `${product} 연결` }).waitFor()
      await paste('여기에 붙여 넣기', token ?? '')
      await press('연결', dialog)
      await page.getByText(`${product} 연결 완료`).waitFor()
      await press('완료', dialog)
    }
    await press('키와 파일 만들기', dialog)
    // A file that is saved, a sample that is sent: the buttons that the page shows.
    const [download] = await Promise.all([page.waitForEvent('download'), press('파일 저장', dialog)])
    expect(download.suggestedFilename()).toBe('n8n-notes-to-notion.json')
    await dialog.getByText('첫 요청을 기다리는 중').waitFor()
    const file = (await json(await download.createReadStream())) as Workflow
    expect(engine.findIssues(file)).toEqual([])
    n8n = await startN8n(file, engine)
    await paste('복사한 주소', n8n.url)
    await press('연결하고 예시 보내기', dialog)
    await dialog.getByText('예시가 도착했습니다 (200).').waitFor()
    await dialog.getByText('첫 요청이 왔습니다.').waitFor()
    expect(counts).toEqual({ presses: PRESSES, pastes: PASTES })

    const [key] = /lk_\w+/.exec(JSON.stringify(file)) ?? ['']
    const table = '2f1c0de0-0003-4000-8000-000000000001'
    const found = await fetch(`${gateway.origin}/api/v2/workspace/data-source/${table}/query`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ filters: [{ key: 'Name', value: 'Weekly meeting' }] }),
    })
    expect(await found.json()).toMatchObject({ results: [{ simple_properties: { Name: 'Weekly meeting' } }] })
    // The file was taken, so nothing asks.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('연결된 계정 2개가 모두 정상입니다.').waitFor()
    await context.close()
    expect(complaints).toEqual([])
  })
})
