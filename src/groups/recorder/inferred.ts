import * as z from 'zod'
import { badGateway, GatewayError } from '../../gateway/errors.ts'
import { unreadable } from '../../upstream/failures.ts'
import type { Session } from './session.ts'

/**
 * Routes whose paths no client has shown: they are inferred from their neighbours (recorder facts, 6.9 and 9.3), so a
 * 404 means that the guess is wrong, and never an empty list.
 */
async function callInferred(session: Session, path: string) {
  try {
    return (await session.call({ path })).body
  } catch (error) {
    if (error instanceof GatewayError && error.status === 404) {
      throw badGateway('the recorder service does not offer this where it was expected')
    }
    throw error
  }
}

const Loose = z.array(z.looseObject({}))
const Merges = z.union([
  z.object({ data: Loose }).transform(({ data }) => data),
  z.object({ data: z.object({ tasks: Loose }) }).transform(({ data }) => data.tasks),
])

/** Recordings that are being merged, usually none. */
export async function runningMerges(session: Session) {
  const merges = Merges.safeParse(await callInferred(session, '/file/combine-tasks/running'))
  if (!merges.success) throw unreadable('recorder')
  return merges.data
}

const Models = z.object({ data: z.array(z.looseObject({ model_name: z.string() })) })

/** The models that a summary can be made with. */
export async function summaryModels(session: Session) {
  const models = Models.safeParse(await callInferred(session, '/summary/models'))
  if (!models.success) throw unreadable('recorder')
  return models.data.data
}
