import { expect, it, vi } from 'vitest'
import { lazyModule } from '../../src/base/lazy.ts'

it('a module is loaded by each that asks before it is there, and by nobody afterwards', async () => {
  const load = vi.fn(async () => ({ name: 'module' }))
  const get = lazyModule(load)
  const [one, other] = [get(), get()]
  expect(one).not.toBe(other)
  expect(await one).toEqual(await other)
  expect(load).toHaveBeenCalledTimes(2)
  expect(await get()).toBe(await get())
  expect(load).toHaveBeenCalledTimes(2)
})

it('a module that cannot be loaded is tried again', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue('module')
  const get = lazyModule(load)
  await expect(get()).rejects.toThrow('no')
  expect(await get()).toBe('module')
})
