import type { Block, BlockedApp, DailyLimit, DeadToken, Unlinked } from './refusals.ts'
import type { Tokens } from './tokens.ts'

interface Metrics {
  views: number
  likes: number
  replies: number
  reposts: number
  quotes: number
  shares: number
}

/** A published post, reply or carousel item. */
export interface Media {
  id: string
  username: string
  /** Epoch milliseconds. */
  publishedAt: number
  /** In the vocabulary of reads. */
  mediaType: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' | 'REPOST_FACADE'
  text?: string
  /** The text attached to a post, which is longer than its own. */
  longText?: string
  mediaUrl?: string
  thumbnailUrl?: string
  altText?: string
  link?: string
  topic?: string
  /** The two options of a poll, with 25 votes. */
  poll?: readonly [string, string]
  children?: string[]
  quoted?: string
  reposted?: string
  repliedTo?: string
  root?: string
  hidden?: boolean
  /** Who may answer, in the vocabulary of creation; everyone when absent. */
  replyControl?: string
  /** An item of a carousel is in no list. */
  isItem?: boolean
  metrics: Metrics
}

/** A post on its way to being published. */
export interface Container {
  id: string
  /** Epoch milliseconds. */
  createdAt: number
  /** In the vocabulary of creation. */
  mediaType: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL'
  readyAt: number
  /** The error of the media, once it has been processed. */
  problem?: string
  published?: boolean
  draft: Omit<Media, 'id' | 'username' | 'publishedAt' | 'metrics'>
}

interface Profile {
  id: string
  username: string
  name: string
  is_verified: boolean
  threads_profile_picture_url: string
  threads_biography: string
}

/** Everything that the product stores. */
export interface State {
  profile: Profile
  followers: number
  tokens: Tokens
  media: Map<string, Media>
  containers: Map<string, Container>
  /** When the account published, replied, deleted and searched, in epoch milliseconds: the rolling limits count these. */
  usage: { posts: number[]; replies: number[]; deletes: number[]; searches: number[] }
  /** The clicks on links of the account. */
  clicks: Map<string, number>
  nextId(): string
}

/** How the product behaves where the facts leave a choice, or where a test wants it otherwise. */
export class Switches {
  /**
   * The effect of a refresh: a new token, with the old one valid until it expires (the facts mention no revocation), a
   * new token and revoking the old one, or extending the same token.
   */
  refresh: 'new' | 'revoke' | 'same' = 'new'
  /** The product answers bad parameters with HTTP 400 at times and 500 at others. */
  badParameterStatus: 400 | 500 = 400
  /** Every call is refused with this code. */
  rateLimitCode: 4 | 17 | 32 | 613 | undefined = undefined
  /** The app may call nothing, in these words (social facts, section 6). */
  appBlocked: BlockedApp | undefined = undefined
  /** Why the account may not publish for now. */
  blocked: Block | undefined = undefined
  /** How the product says that a token is dead (social facts, section 6). */
  deadToken: DeadToken = 'code'
  /** How it says that a limit of a day is used up. */
  dailyLimit: DailyLimit = 'code 613'
  /** How it refuses the followers of a profile without a linked Instagram account. They are shown when absent. */
  unlinked: Unlinked | undefined = undefined
  /** The publishing step publishes, and answers HTTP 500 without a body. */
  silentPublishing = false
  /** What a published container is for a status check: PUBLISHED, a post without a status, or nothing. */
  publishedContainer: 'status' | 'no status' | 'unknown' = 'status'
  /** Whether `followers_count` within a range is refused, as some say, or answered as without one, as others do. */
  followersInRange: 'refused' | 'ignored' = 'refused'
  /** How long media are prepared, in milliseconds; a carousel from when its container was made, or its slowest item. */
  preparationMs: { IMAGE: number; VIDEO: number; CAROUSEL: number } = { IMAGE: 1_000, VIDEO: 8_000, CAROUSEL: 0 }
  /**
   * How long a new container, although it is FINISHED, is unknown to a status check and to the publishing step, and a
   * new post to replies, in milliseconds (social facts, section 6).
   */
  unknownForMs: { look: number; publish: number; reply: number } = { look: 0, publish: 0, reply: 0 }
  /**
   * What happens to a carousel whose items are not ready yet: its container is refused, as was reported, or created,
   * and ready when they are (social facts, section 6).
   */
  unreadyItems: 'refused' | 'taken' = 'refused'
  /** Whether the app may search posts of others. Until then it finds only those of the account. */
  isSearchApproved = true
  /** How a text is measured: as documented, or completely in UTF-8 bytes, as in one report. */
  textMeasure: 'documented' | 'bytes' = 'documented'
  /** The redirect URIs that the app has registered. Any when absent. */
  redirectUris?: readonly string[]
}
