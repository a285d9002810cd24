import { expect, it } from 'vitest'
import { isRecorderHost } from '../../../src/groups/hosts.ts'

it.each(['api.plaud.ai', 'resource.plaud.ai', 'api-euc1.plaud.ai', 'api.plaud.cn', 'plaud.ai'])(
  '%s belongs to the product',
  (host) => expect(isRecorderHost(host)).toBe(true),
)

it.each(['plaud.ai.example.test', 'notplaud.ai', 'api.plaud.com', 'api.plaud.ai.', 'plaud-bucket.example.test'])(
  '%s does not',
  (host) => expect(isRecorderHost(host)).toBe(false),
)
