import { at, flag, identifier, text } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Profile } from './answers.ts'

/** The `fields` to request. */
export const PROFILE_FIELDS = 'id,username,name,is_verified,threads_profile_picture_url,threads_biography'

export const required = requiredFields('social', 'id', '')

/** Parses the connected account. Throws 502 when the response contains no account. */
export const toProfile = (answer: unknown): Profile => ({
  id: required('id', identifier(at(answer, 'id'))),
  username: text(at(answer, 'username')),
  name: text(at(answer, 'name')),
  is_verified: flag(at(answer, 'is_verified')),
  picture_url: text(at(answer, 'threads_profile_picture_url')),
  biography: text(at(answer, 'threads_biography')),
})
