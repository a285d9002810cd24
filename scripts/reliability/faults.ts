interface Fault {
  fault: string
  /** What must hold in spite of the failure. */
  holds: string
  /** The tests that simulate it: those of a file whose full name matches. */
  tests: readonly { file: string; of: RegExp }[]
}

const played = (file: string, of = /./) => ({ file: `test/${file}.test.ts`, of })

/** Failures that happen over years of use, and the tests that simulate them. */
export const FAULTS: readonly Fault[] = [
  {
    fault: 'the answer to a social post is lost, the runtime is killed, two Workers publish at once',
    holds: 'published once',
    tests: [played('live/social-crash'), played('groups/social/at-most-once')],
  },
  {
    fault: 'the answers of a payment product are lost while bills are sent, and the runtime is killed',
    holds: 'the list of bills is that of the product',
    tests: [played('live/bills-crash')],
  },
  {
    fault: 'the shop loses answers, answers 503 and 429 while a day of orders is acknowledged and sent',
    holds: 'nothing is acknowledged or sent twice',
    tests: [played('live/shop-day')],
  },
  {
    fault: 'an endpoint answers 200 with a body that cannot be unpacked, never ends, or breaks off',
    holds: 'delivered once, and recorded',
    tests: [played('live/events-object', /status of an endpoint/)],
  },
  {
    fault: 'EVENTS with years of history, ended between alarms',
    holds: 'rows read do not grow',
    tests: [played('live/events-object', /^rows/)],
  },
  {
    fault: 'a repeated Idempotency-Key after an upgrade or a rollback',
    holds: 'replayed, or at most one call is sent',
    tests: [played('groups/payment/idempotency/earlier-builds'), played('live/upgrade')],
  },
  {
    fault: 'a token that lives an hour or less',
    holds: 'renewed every 5 minutes at most',
    tests: [played('objects/accounts/token-renewal', /renewed/)],
  },
  {
    fault: 'the runtime is killed at each step of a change, a roll and a deletion of a key',
    holds: 'what was decided is finished; subscriptions belong to a key that somebody has',
    tests: [played('live/key-crash')],
  },
  {
    fault: 'KV shows an old state of a key while it is changed, at two Workers',
    holds: 'no change reverts another one',
    tests: [played('live/keys-stale'), played('objects/access/named-keys')],
  },
  {
    fault: 'two refreshes of an OAuth token at once, or one whose answer is lost',
    holds: 'both work',
    tests: [played('surfaces/oauth/refresh')],
  },
  {
    fault: 'JSON nested 65 to 100,000 levels deep',
    holds: '400, and nothing is sent',
    tests: [played('gateway/http/deep-json')],
  },
  {
    fault: 'a store that newer code has written',
    holds: 'used, and reported in the log and to the owner',
    tests: [played('objects/schema')],
  },
  {
    fault: 'a clock that goes back by days',
    holds: 'nothing waits longer than its wait',
    tests: [played('objects/webhooks/retention', /a clock/)],
  },
]
