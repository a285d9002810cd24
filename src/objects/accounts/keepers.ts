import type { KeptGroup } from '../../base/account-object.ts'
import { tokenKeeper as recorder } from '../../groups/recorder/token-keeper.ts'
import { tokenKeeper as social } from '../../groups/social/token-keeper.ts'
import type { TokenKeeper } from '../../upstream/token-keeper.ts'

/** The groups whose accounts have a token to renew. A group declares its keeper, and the object finds it here. */
export const KEEPERS: Record<KeptGroup, TokenKeeper> = { recorder, social }
