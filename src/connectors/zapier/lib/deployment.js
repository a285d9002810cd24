/** The address of a deployment, as a person pastes it: with or without a slash or /api/v1. */
const toOrigin = (address) =>
  String(address ?? '')
    .trim()
    .replace(/\/$/, '')
    .replace(/\/api\/v1$/, '')

/** The sentence of the gateway for a failed request. */
const toSentence = (status, answer) =>
  typeof answer?.error === 'string' && answer.error ? answer.error : `Latchkey responded with status ${status}`

module.exports = { toOrigin, toSentence }
