import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src/base/errors.ts'
import { alarmAt, events, fileReady, getSource, idleAt, MINUTE, ring, settle, subscribe, useStage } from './stage.ts'

/**
 * docs/spec/events.md, "The workspace pushes": what a product pushes, and what is read again when an event is
 * delivered.
 */
const stage = useStage()

const push = (...pushed: string[]) => events().push('workspace', 'recorder.files', pushed)

async function watched() {
  const source = getSource()
  stage().sources.push(source)
  await subscribe()
  await ring(stage())
  stage().clock.advance(10_000)
  return source
}

describe('pushes', () => {
  it('is handed to the next poll, which comes at once, and to no other', async () => {
    const source = await watched()
    await push('page:a', 'page:b')
    await push('page:a')
    expect(await alarmAt()).toBeLessThanOrEqual(stage().clock.now())
    await ring(stage())
    expect(source.asks.at(-1)?.pushed).toEqual(['page:a', 'page:b'])
    await ring(stage())
    expect(source.asks.at(-1)?.pushed).toEqual([])
  })

  it('outlives an eviction, and a poll that fails', async () => {
    const source = await watched()
    await push('page:a')
    await stage().restart()
    source.poll = async (ask) => {
      source.asks.push(ask)
      throw new GatewayError(502, 'the product failed')
    }
    await ring(stage())
    await ring(stage())
    expect(source.asks.slice(-2).map(({ pushed }) => pushed)).toEqual([['page:a'], ['page:a']])
  })

  it('is handed on, two seconds later, as far as a poll has not handled it', async () => {
    const source = await watched()
    await push('page:a', 'page:b')
    source.next.push({ handled: ['page:a'] })
    await ring(stage())
    const at = stage().clock.now()
    await ring(stage())
    expect([source.asks.at(-1)?.pushed, stage().clock.now() - at]).toEqual([['page:b'], 2000])
  })

  it('again during a poll goes to the next one', async () => {
    const source = await watched()
    const { poll } = source
    source.poll = async (ask) => {
      source.poll = poll
      stage().clock.advance(1)
      await push('page:a')
      return poll(ask)
    }
    await push('page:a')
    await ring(stage())
    await settle(stage(), 5_000)
    expect(source.asks.slice(-2).map(({ pushed }) => pushed)).toEqual([['page:a'], ['page:a']])
  })

  it('during a poll that fails goes to the next one, two seconds later', async () => {
    const source = await watched()
    const { poll } = source
    source.poll = async () => {
      source.poll = poll
      await push('page:a')
      throw new GatewayError(502, 'the product failed')
    }
    await push('page:a')
    await ring(stage())
    await settle(stage(), 5_000)
    expect(source.asks.at(-1)?.pushed).toEqual(['page:a'])
  })

  it('is dropped without subscribers', async () => {
    stage().sources.push(getSource())
    await push('page:a')
    expect(await alarmAt()).toBe(idleAt(stage()))
  })
})

describe('the state of an event', () => {
  const data = () => stage().received.map(({ body }) => JSON.parse(body).data)

  it('is read again if its source does so', async () => {
    stage().sources.push(getSource({ refresh: async (_, event) => ({ ...event.data, as_of: 'now' }) }))
    await subscribe()
    await settle(stage())
    await events().keep([fileReady('f1')])
    await settle(stage())
    expect(data()).toEqual([{ file_id: 'f1', as_of: 'now' }])
  })

  it('is the stored one when it is permanently unreadable', async () => {
    const refresh = async () => {
      throw new GatewayError(404, 'there is no such page')
    }
    stage().sources.push(getSource({ refresh }))
    await subscribe()
    await settle(stage())
    await events().keep([fileReady('f1')])
    await settle(stage())
    expect(data()).toEqual([{ file_id: 'f1' }])
  })

  it('waits for a failing product, and is finally the stored one', async () => {
    const refresh = async () => {
      throw new GatewayError(502, 'the product failed')
    }
    stage().sources.push(getSource({ refresh }))
    await subscribe()
    await settle(stage())
    await events().keep([fileReady('f1')])
    await settle(stage())
    expect(data()).toEqual([])
    await settle(stage(), 60 * MINUTE)
    expect(data()).toEqual([{ file_id: 'f1' }])
  })
})
