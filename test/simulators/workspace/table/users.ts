import type { Json, State, User } from '../state.ts'

export const partialUser = (id: string): Json => ({ object: 'user', id })

export function fullUser({ id, name, email, kind }: User): Json {
  const own = kind === 'person' ? { person: { email } } : { bot: {} }
  return { object: 'user', id, name, avatar_url: null, type: kind, ...own }
}

/** As a connection sees a user: no more than the id without the user capability. */
export function seenUser(state: State, id: string, mayReadUsers: boolean): Json {
  const user = mayReadUsers ? state.users.find((one) => one.id === id) : undefined
  return user ? fullUser(user) : partialUser(id)
}
