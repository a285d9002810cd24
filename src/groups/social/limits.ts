import { at, count } from '../../base/loose-json.ts'
import type { Limits } from './answers.ts'
import { entriesOf } from './pages.ts'

/** The `fields` to ask for (social facts, section 6). */
export const LIMIT_FIELDS = 'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage,delete_config'

/** Reads the publishing limits. One that the product does not tell, or not whole, is null. */
export function limitsOf(answer: unknown): Limits {
  const [limits] = entriesOf(answer)
  return {
    posts: limitOf(at(limits, 'quota_usage'), at(limits, 'config')),
    replies: limitOf(at(limits, 'reply_quota_usage'), at(limits, 'reply_config')),
    deletes: limitOf(at(limits, 'delete_quota_usage'), at(limits, 'delete_config')),
  }
}

function limitOf(usage: unknown, config: unknown): Limits['posts'] {
  const used = count(usage)
  const total = count(at(config, 'quota_total'))
  const window_seconds = count(at(config, 'quota_duration'))
  return used === null || total === null || window_seconds === null ? null : { used, total, window_seconds }
}
