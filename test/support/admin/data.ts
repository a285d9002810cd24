import { Hono } from 'hono'
import { type Account, isFirst } from '../../../src/pages/api/accounts.ts'
import type { Stage } from './stage.ts'

/** The stored data of accounts, to export and erase (docs/spec/admin.md, "Data of an account"). */
export const data = (stage: () => Stage) =>
  new Hono()
    .get('/', (context) => {
      const account = context.req.query('account')
      const source = stage().reports.find((report) => report.account === account)?.source ?? null
      return context.json({
        ...{ account, credential: source, tokens: 2, links: 1 },
        searches: [{ key: 'k1', query: 'budget', count: 2, last_searched_at: '2026-01-01T00:00:00.000Z' }],
        bills: [],
        events: [{ id: 'evt_1' }, { id: 'evt_2' }],
        deliveries: [{ id: 'dlv_1' }],
      })
    })
    .delete('/', async (context) => {
      const { account, all } = await context.req.json<{ account?: Account; all?: boolean }>()
      if ((account === undefined) === (all === undefined)) return context.json({ error: 'account: is required' }, 400)
      const erased = stage().reports.filter((report) => all || report.account === account)
      const accounts = erased.map((report) => ({ account: report.account, secret_remains: report.source === 'secret' }))
      for (const report of erased) Object.assign(report, { state: 'not_connected', source: null })
      const now = stage()
      now.reports = now.reports.filter((report) => isFirst(report.account) || !erased.includes(report))
      return context.json({ accounts, events: 2, deliveries: 1 })
    })
