import { beforeAll } from 'vitest'
import { type Document, expectAsDocumented, readDocument } from '../openapi/document.ts'
import type { Answer } from '../support/gateway.ts'
import type { Subject } from './subjects.ts'

let document: Document
let adminDocument: Document

/** Reads the OpenAPI documents before the tests of a file. */
export function readDocuments(): void {
  beforeAll(async () => {
    document = await readDocument()
    adminDocument = await readDocument('/openapi/admin.json')
  })
}

/** Fails unless the operation's document has the answer. */
export const expectDocumented = ({ id, contract }: Subject, answer: Answer): void =>
  expectAsDocumented(contract.group === 'admin' ? adminDocument : document, id, answer)
