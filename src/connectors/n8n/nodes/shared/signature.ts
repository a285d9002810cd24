import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IDataObject } from 'n8n-workflow'

/** Seconds that the timestamp of a delivery may differ from the clock. */
const TOLERANCE = 300

/** Whether one of the signatures of a delivery (Standard Webhooks) was made with the secret, recently. */
export function isSigned(headers: IDataObject, body: Buffer, secret: string, now = Date.now()): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
