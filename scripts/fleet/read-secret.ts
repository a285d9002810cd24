import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runProgram } from './run-program.ts'
import type { Reference } from './schema.ts'
import type { World } from './world.ts'

/** Reads the value of a reference, without a trailing line break. Its errors contain nothing of the value. */
export type SecretReader = (reference: Reference) => Promise<string>

/** Reads each reference once, however often it is requested. */
export function secretReader(folder: string, world: Pick<World, 'env' | 'signal'>): SecretReader {
  const read = new Map<string, Promise<string>>()
  return (reference) => {
    const key = JSON.stringify(reference)
    const text = read.get(key) ?? readReference(reference, folder, world)
    read.set(key, text)
    return text
  }
}

async function readReference(
  reference: Reference,
  folder: string,
  { env, signal }: Pick<World, 'env' | 'signal'>,
): Promise<string> {
  const text = (await readContent()).replace(/\r?\n$/, '')
  if (text === '') throw new Error(`${formatPlace(reference)} is empty`)
  return text

  async function readContent(): Promise<string> {
    if ('env' in reference) {
      const value = env[reference.env]
      if (value === undefined) throw new Error(`${formatPlace(reference)} is not set`)
      return value
    }
    if ('command' in reference) return runProgram(reference.command, { folder, env, signal })
    return readFile(resolve(folder, reference.file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${formatPlace(reference)} cannot be read (${error.code})`)
    })
  }
}

function formatPlace(reference: Reference): string {
  if ('env' in reference) return `${reference.env} of the environment`
  if ('file' in reference) return `the file ${reference.file}`
  return `what ${reference.command[0]} prints`
}
