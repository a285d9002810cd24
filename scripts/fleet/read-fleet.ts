import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type * as z from 'zod'
import { getOrigin } from '../../src/client/command/settings.ts'
import { type Fleet, getCustomers } from './customer.ts'
import { FleetError } from './fleet-error.ts'
import { type FleetFile, fleetFile } from './schema.ts'

/** Parses a fleet.json. Throws FleetError that names every wrong customer and field, but no value. */
export async function readFleet(path: string): Promise<Fleet> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new FleetError(`${path} cannot be read: fleet.example.json shows how one looks`)
  })
  const result = fleetFile.safeParse(parsed(path, text))
  if (!result.success)
    throw new FleetError(
      formatList(
        path,
        result.error.issues.map((issue) => told(issue, text)),
      ),
    )
  const faults = getFaults(result.data)
  if (faults.length > 0) throw new FleetError(formatList(path, faults))
  return { folder: dirname(resolve(path)), customers: getCustomers(result.data), alarms: result.data.alarms }
}

const formatList = (path: string, faults: readonly string[]) =>
  `${path} is not in order:\n${faults.map((fault) => `  ${fault}`).join('\n')}`

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message would quote the text, which may contain a secret by mistake.
    throw new FleetError(`${path} is no JSON`)
  }
}

/** A validation error with its customer and field. */
function told({ path, message }: z.core.$ZodIssue, text: string): string {
  const [list, index, ...field] = path
  const isCustomers = list === 'customers' && typeof index === 'number'
  const place = isCustomers ? [getName(text, index), field.join('.')] : [path.join('.')]
  return `${place.filter((part) => part !== '').join(': ')}: ${message}`
}

/** The name of a customer with a wrong entry, or its index. */
function getName(text: string, index: number): string {
  const customer: unknown = (JSON.parse(text) as { customers: unknown[] }).customers[index]
  const name = typeof customer === 'object' && customer !== null && 'name' in customer ? customer.name : undefined
  return typeof name === 'string' && /^[\w-]{1,63}$/.test(name) ? name : `customers[${index}]`
}

/** Errors that the schema of a single field cannot find. */
function getFaults({ customers }: FleetFile): string[] {
  const names = new Map<string, string>()
  const origins = new Map<string, string>()
  return customers.flatMap(({ name, url }) => {
    const origin = getOrigin(url)
    const isWhole = origin !== undefined && new URL(url).href === `${origin}/`
    const host = origin === undefined ? '' : new URL(origin).hostname
    const faults = [
      names.has(name) && `${name}: name: another customer has it, too`,
      !isWhole && `${name}: url: must be an https address without a path`,
      origins.has(origin ?? '') && `${name}: url: is that of ${origins.get(origin ?? '')}, too`,
      host.endsWith('.workers.dev') &&
        host.split('.')[0] !== name &&
        `${name}: url: the Worker of this name has an address at workers.dev that starts with ${name}.`,
    ]
    names.set(name, name)
    if (origin !== undefined) origins.set(origin, name)
    return faults.filter((fault) => fault !== false)
  })
}
