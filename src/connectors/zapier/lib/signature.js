const { createHmac, timingSafeEqual } = require('node:crypto')

/** Seconds that the timestamp of a delivery may differ from the clock. */
const TOLERANCE = 300

/**
 * Whether one of the signatures of a delivery (Standard Webhooks) was made with the secret, recently. The names of the
 * headers are in lower case.
 */
function isSigned(headers, content, secret, now = Date.now()) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
  if (!id || !signatures || !/^\d+$/.test(timestamp ?? '')) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE) return false
  const key = Buffer.from(String(secret ?? '').replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(content).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

module.exports = { isSigned }
