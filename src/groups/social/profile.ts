import * as z from 'zod'
import { once } from '../../base/once.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Profile } from './answers.ts'

const productProfile = once(() => {
  const text = z.string().nullish()
  return z.object({
    id: z.string(),
    username: text,
    name: text,
    is_verified: z.boolean().nullish(),
    threads_profile_picture_url: text,
    threads_biography: text,
  })
})

/** The `fields` to ask for (social facts, section 4). */
export const profileFields = () => Object.keys(productProfile().shape).join(',')

const readProfile = shapeReader('social', productProfile)

/** Reads the connected account. Throws 502 when the answer is no profile. */
export function profileOf(answer: unknown): Profile {
  const data = readProfile(answer)
  return {
    id: data.id,
    username: data.username ?? null,
    name: data.name ?? null,
    is_verified: data.is_verified ?? null,
    picture_url: data.threads_profile_picture_url ?? null,
    biography: data.threads_biography ?? null,
  }
}
