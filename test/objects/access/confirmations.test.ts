import { runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { Confirmations } from '../../../src/objects/access/confirmations.ts'
import { OBJECTS } from '../../support/objects.ts'

const claim = (id: string, expiresAt: number) => ({ id, caller: id, fingerprint: 'f', details: 'd', expiresAt })

it('what was asked of a person is deleted once it has expired, with the next question of anybody', async () => {
  const left = await runInDurableObject(OBJECTS.ACCESS.getByName('confirmations'), (_, { storage: { sql } }) => {
    let now = 0
    const confirmations = new Confirmations(sql, () => now)
    confirmations.open(claim('first', 1000))
    now = 999
    confirmations.open(claim('second', 2000))
    now = 1000
    confirmations.open(claim('third', 3000))
    return [...sql.exec<{ id: string }>('SELECT id FROM confirmations ORDER BY id')].map(({ id }) => id)
  })
  expect(left).toEqual(['second', 'third'])
})
