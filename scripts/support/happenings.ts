import type { PaySsamSimulator } from '../../test/simulators/payment/index.ts'
import type { PlaudSimulator } from '../../test/simulators/recorder/index.ts'
import { type NotionSimulator, projectId } from '../../test/simulators/workspace/index.ts'

/** A device uploads a recording, which gets a transcript and a summary. */
export async function finishRecording({ record, finish }: PlaudSimulator) {
  const { id, filename } = finish(record().id)
  return { recording: id, filename }
}

/** Plaud moves the recorder accounts to its generation 4.0. */
export async function movePlaud({ switches }: PlaudSimulator) {
  switches.generation = 4
  return { recorder: 'Plaud 4.0' }
}

/** A customer pays the newest unpaid bill, and the product reports that. */
export async function payNewestBill({ pay, state }: PaySsamSimulator) {
  const waiting = [...state.bills.values()].filter((bill) => bill.state === 'W' && isOfThisMachine(bill.callback))
  const bill = waiting.at(-1)
  if (!bill) return { bill: null, hint: 'send a bill first: POST /api/v1/payment/request without callback_url' }
  const { url, body } = pay(bill.id)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { bill: bill.id, answered: answer.status }
}

/** Somebody changes the budget of a project. */
export async function changeRow({ editRow, state }: NotionSimulator) {
  const before = state.rows.find(({ id }) => id === projectId(1))?.values.get('Budget')
  const budget = (typeof before === 'number' ? before : 0) + 1
  return { row: editRow(projectId(1), { Budget: budget }).id, budget }
}

const isOfThisMachine = (callback = '') => /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(callback)
