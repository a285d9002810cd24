import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Account, DeployedWorker, Version } from './account.ts'

/** The URLs of an account's Workers: a server each, which responds like the deployed version. */
export async function readAddresses(account: Account, names: readonly string[]) {
  const servers = names.map((name) => getServer(account, name))
  await Promise.all(servers.map((server) => new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)))))
  const origins = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    getOrigin: (name: string) => origins[names.indexOf(name)] ?? '',
    close: () => {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

function getServer(account: Account, name: string): Server {
  let stuckAt: Version | undefined
  return createServer(async (request, response) => {
    account.busy.push(name)
    response.once('close', () => account.busy.splice(account.busy.indexOf(name), 1))
    account.mostBusy = Math.max(account.mostBusy, new Set(account.busy).size)
    if (account.delayMs > 0) await setTimeout(account.delayMs)
    const trouble = account.troubles.get(name) ?? {}
    const worker = account.workers.get(name)
    const latest = account.current(name)
    stuckAt = trouble.isStuck ? (stuckAt ?? latest) : undefined
    const version = stuckAt ?? latest
    if (trouble.isSilent) return void request.destroy()
    // The response of workers.dev when nothing was deployed.
    if (!worker || !version) return void response.writeHead(404).end('There is nothing here yet')
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    const [status, body] =
      path === '/health' && trouble.sickBuild === version.about.build
        ? [500, { error: 'internal error' }]
        : await readAnswer(request, path, {
            worker,
            version,
            states: () => trouble.doctor?.(version.about.build, version.secrets) ?? {},
          })
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
}

interface Asked {
  worker: DeployedWorker
  version: Version
  states: () => Record<string, string>
}

type Answer = [status: number, body: unknown]

async function readAnswer(request: IncomingMessage, path: string, asked: Asked): Promise<Answer> {
  const { secrets, about, vars } = asked.version
  if (path === '/health') return [200, { status: 'ok' }]
  if (path === '/version') return [200, about]
  if (path === '/api/v1/admin/usage') {
    const isIn = request.headers.authorization === `Bearer ${secrets.ADMIN_KEY}`
    return isIn ? [200, { days: [{ ok: 5, refused: 1, failed: 0 }] }] : [401, { error: 'the admin key is not right' }]
  }
  if (request.headers['x-api-key'] !== secrets.API_KEY) return [401, { error: 'X-API-KEY is not valid' }]
  if (path === '/api/v1/doctor') {
    const accounts = Object.entries(asked.states()).map(([account, state]) => ({ account, group: account, state }))
    const ok = accounts.every(({ state }) => state === 'ok')
    return [ok ? 200 : 503, { ok, accounts }]
  }
  if (vars.LICENCE !== 'pro') return [403, { error: 'you are not a Latchkey PRO user' }]
  return subscriptionAnswer(request, path, asked.worker)
}

const PATH = '/api/v1/events/subscriptions'

async function subscriptionAnswer(request: IncomingMessage, path: string, worker: DeployedWorker): Promise<Answer> {
  const { subscriptions } = worker
  if (path !== PATH && !path.startsWith(`${PATH}/`)) return [404, { error: `there is no ${path} here` }]
  if (request.method === 'GET') return [200, { subscriptions }]
  const id = path.slice(PATH.length + 1)
  const at = subscriptions.findIndex((one) => one.id === id)
  if (request.method === 'DELETE') return [204, subscriptions.splice(at, 1) && null]
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  if (request.method === 'PATCH') return [200, Object.assign(subscriptions[at] ?? {}, body)]
  const made = { id: `sub_${subscriptions.length + 1}`, enabled: true, failing_since: null, ...body }
  subscriptions.push(made)
  return [201, { ...made, secret: `whsec_${'made-up-secret'}${subscriptions.length}` }]
}
