import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { printTable, readTable, type Table } from './table.ts'

const FILE = fileURLToPath(new URL('./expected.txt', import.meta.url).href)

const HEAD = `# What the gateway answers on a broken product. Below the subjects that behave alike: status/calls and the faults that lead
# there. 502/2x3 is a 502 after two different calls, one of which met the fault three times. 409/3x+ is a 409 after the gateway
# repeated a read until its deadline. /all-calls: the reads before a change fail, too. /later-calls: the first calls succeed.
# scripts/faults/all.ts has the faults.
# Written by npm run faults -- --update; each change here is looked at before it is committed.

`

export const readExpected = async (): Promise<Table> => readTable(await readFile(FILE, 'utf8'))
export const writeExpected = (table: Table): Promise<void> => writeFile(FILE, HEAD + printTable(table))
