import { readFileSync, rmSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { FleetError } from './fleet-error.ts'
import { isAlive } from './process-alive.ts'

interface Holder {
  pid: number
  host: string
  /** The start time, ISO 8601. */
  at: string
}

export interface LockOptions {
  /** Takes over the lock of another run. */
  force: boolean
  warn: (line: string) => void
}

/**
 * Takes the lock of a fleet, a file next to fleet.json, and returns how to release it. A lock that a process of this
 * machine left behind is taken over. Throws FleetError that names the holder.
 */
export async function takeLock(fleetPath: string, { force, warn }: LockOptions): Promise<() => void> {
  const path = `${fleetPath}.lock`
  const own = JSON.stringify({ pid: process.pid, host: hostname(), at: new Date().toISOString() } satisfies Holder)
  if (!(await put(path, own))) {
    const held = await readFile(path, 'utf8').catch(() => '')
    const holder = parseHolder(held)
    const isLeft = holder?.host === hostname() && !isAlive(holder.pid)
    if (!isLeft && !force)
      throw new FleetError(`${told(holder, path)}. If it does not run any more, add --force-unlock`)
    warn(isLeft ? `${told(holder, path)}, and has ended: taken over` : `${told(holder, path)}: taken over`)
    await takeAway(path, held)
    if (!(await put(path, own))) throw new FleetError(`${path}: another run took it at this moment`)
  }
  const release = () => {
    process.off('exit', release)
    if (isOwn(path, own)) rmSync(path, { force: true })
  }
  process.on('exit', release)
  return release
}

/** Returns whether the file was created. False when it existed. */
async function put(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new FleetError(`${path} cannot be written`)
  }
}

/** Removes the lock that was read, unless somebody else has replaced it since. */
async function takeAway(path: string, held: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  await rename(path, aside).catch(() => {})
  const taken = await readFile(aside, 'utf8').catch(() => held)
  if (taken !== held) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}

const isOwn = (path: string, own: string): boolean => {
  try {
    return readFileSync(path, 'utf8') === own
  } catch {
    return false
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, host, at } = JSON.parse(text)
    return typeof pid === 'number' && typeof host === 'string' && typeof at === 'string' ? { pid, host, at } : undefined
  } catch {
    return undefined
  }
}

const told = (holder: Holder | undefined, path: string) =>
  holder
    ? `a run of process ${holder.pid} on ${holder.host} holds the fleet since ${holder.at} (${path})`
    : `another run holds the fleet (${path})`
