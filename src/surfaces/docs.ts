import type { Area } from '../base/groups.ts'
import type { AdminOperationDocs, GroupDocs, OperationDocs } from '../gateway/docs.ts'
import type { Operation } from '../gateway/operation.ts'
import { adminDocs } from '../groups/admin/docs.ts'
import { eventsDocs } from '../groups/events/docs.ts'
import { gatewayDocs } from '../groups/gateway/docs.ts'
import { notesDocs } from '../groups/notes/docs.ts'
import { paymentDocs } from '../groups/payment/docs.ts'
import { recorderDocs } from '../groups/recorder/docs.ts'
import { shopDocs } from '../groups/shop/docs.ts'
import { socialDocs } from '../groups/social/docs.ts'
import { videoDocs } from '../groups/video/docs.ts'
import { workspaceDocs } from '../groups/workspace/docs.ts'

type Named = Pick<Operation, 'group' | 'id'>

/** The texts of every operation. Only generators and tests import them, so they are not in the Worker. */
export const DOCS: Readonly<Record<Exclude<Area, 'admin'>, GroupDocs>> = {
  recorder: recorderDocs,
  notes: notesDocs,
  workspace: workspaceDocs,
  shop: shopDocs,
  payment: paymentDocs,
  video: videoDocs,
  social: socialDocs,
  events: eventsDocs,
  gateway: gatewayDocs,
}

/** The texts of an operation. Undefined when they are missing. */
export function findDocs({ group, id }: Named): (AdminOperationDocs & Partial<OperationDocs>) | undefined {
  return group === 'admin' ? adminDocs.operations[id] : DOCS[group].operations[id]
}

/** The texts of an operation. Throws when they are missing. */
export function getDocs(operation: Named): AdminOperationDocs & Partial<OperationDocs> {
  const docs = findDocs(operation)
  if (!docs) throw new Error(missingDocs(operation))
  return docs
}

/** How to fix an operation without texts. */
export const missingDocs = ({ group, id }: Named): string =>
  `${id} has no texts: add them to src/groups/${group}/docs.ts`
