import type { TokenGroup } from '../../base/account-object.ts'
import { tokenProvider as recorder } from '../../groups/recorder/token-provider.ts'
import { tokenProvider as social } from '../../groups/social/token-provider.ts'
import type { TokenProvider } from '../../upstream/credentials/token-provider.ts'

/** The groups whose accounts have a token to renew. A group declares its keeper, and the object finds it here. */
export const TOKEN_PROVIDERS: Record<TokenGroup, TokenProvider> = { recorder, social }
