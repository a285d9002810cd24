import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLock } from '../../../../scripts/fleet/lock.ts'

/** Two runs at the same time would deploy over each other. */
let folder: string
let file: string
let said: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-lock-'))
  file = join(folder, 'fleet.json')
  said = []
})
afterEach(() => rm(folder, { recursive: true }))

const take = (force = false) => takeLock(file, { force, warn: (line) => said.push(line) })
const holder = (pid: number, host = hostname()) =>
  writeFile(`${file}.lock`, JSON.stringify({ pid, host, at: '2026-11-22T01:00:00.000Z' }))
/** A process that has ended. */
const gone = () => spawnSync(process.execPath, ['-e', '']).pid

it('has one holder, and is reported with process, machine and time', async () => {
  const release = await take()
  const held = JSON.parse(await readFile(`${file}.lock`, 'utf8'))
  expect(held).toEqual({ pid: process.pid, host: hostname(), at: expect.stringMatching(/^20.*Z$/) })
  await expect(take()).rejects.toThrow(
    `a run of process ${process.pid} on ${hostname()} holds the fleet since ${held.at} (${file}.lock). If it does not run any more, add --force-unlock`,
  )
  release()
  expect(await readdir(folder)).toEqual([])
  ;(await take())()
})

it('of an ended process of this machine is taken over', async () => {
  await holder(gone())
  const release = await take()
  expect(said).toEqual([
    expect.stringMatching(/ holds the fleet since 2026-11-22T01:00:00.000Z .*, and has ended: taken over$/),
  ])
  release()
  expect(await readdir(folder)).toEqual([])
})

it('of another machine, and an unreadable one, is taken over only on request', async () => {
  for (const content of [JSON.stringify({ pid: gone(), host: 'elsewhere', at: '2026-11-22T01:00:00.000Z' }), 'torn']) {
    await writeFile(`${file}.lock`, content)
    await expect(take()).rejects.toThrow('--force-unlock')
    expect(await readFile(`${file}.lock`, 'utf8')).toBe(content)
    ;(await take(true))()
  }
  expect(said).toHaveLength(2)
})

it('is released only by its holder', async () => {
  const release = await take()
  await holder(1, 'elsewhere')
  release()
  expect(await readdir(folder)).toEqual(['fleet.json.lock'])
})

it('goes to one of many that take it over at once', async () => {
  await holder(gone())
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => take()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
