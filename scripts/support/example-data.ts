import type { TiroSimulator } from '../../test/simulators/notes/index.ts'
import { type Bill, PAID_BILL, seedBills, WAITING_BILL } from '../../test/simulators/payment/index.ts'
import { VIDEO_IDS, type YouTube } from '../../test/simulators/video/index.ts'

/**
 * Bills for the reference's examples on `npm start`: one to read, one to cancel, one to destroy and one to send again.
 * Each example that changes or ends something has a bill of its own.
 */
export const exampleBills = (): Bill[] => [
  likeSeeded(PAID_BILL, '11122333332611120003'),
  likeSeeded(PAID_BILL, '11122333332611120007'),
  likeSeeded(WAITING_BILL, '11122333332611180012'),
  likeSeeded(WAITING_BILL, '11122333332611190004'),
]

function likeSeeded(seeded: string, id: string): Bill {
  const bill = seedBills().find((each) => each.id === seeded)
  if (!bill) throw new Error(`no bill ${seeded} is seeded`)
  return { ...bill, id, shortUrl: `https://pay.example/${id.slice(-4)}` }
}

/** An API key to delete, a webhook to change and one to delete. */
export function addExampleNotes({ state: { keys, webhooks } }: TiroSimulator): void {
  const [, key] = keys
  const [webhook] = webhooks
  if (!key || !webhook) throw new Error('no key and no webhook is seeded')
  keys.push({ ...key, id: 'c2a7f5d4-0e63-4b18-9a51-6d3f80b74ce9', name: 'Trial of the dashboard' })
  webhooks.push(
    { ...webhook, id: '3f6e82b9-d40c-4c57-a2f8-95e1740bc6d8', name: 'Ticket bot' },
    { ...webhook, id: 'e94b0d27-7c15-4f8a-8e36-1b52c9f0a7d3', name: 'Ticket bot, first try' },
  )
}

/** The video that the test of the account reads (groups/video/account.ts). */
const PUBLIC_VIDEO = 'jNQXAC9IVRw'

/** The walk through Bukchon again, with ids in the product's format. */
export function addExampleVideo({ state: { videos } }: YouTube): void {
  const walk = videos.get(VIDEO_IDS.manual)
  if (!walk) throw new Error('no walk is seeded')
  for (const id of ['bukchonWalk', PUBLIC_VIDEO]) videos.set(id, { ...walk, id })
}
