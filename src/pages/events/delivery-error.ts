import type { Texts } from '../text/texts.ts'

/** Why an attempt failed, in the language of the page. The gateway's messages are a closed list (objects/webhooks). */
export function describeDeliveryError({ events }: Texts, error: string): string {
  const status = /^the endpoint answered (\d{3})$/.exec(error)?.[1]
  if (status) return events.answered(status)
  const seconds = /^no answer within (\d+) s$/.exec(error)?.[1]
  if (seconds) return events.noAnswerWithin(seconds)
  if (error.startsWith('the endpoint redirects')) return events.redirects
  if (error === 'the endpoint is gone') return events.answered('410')
  return error === 'the connection broke' ? events.broke : events.notSent
}
