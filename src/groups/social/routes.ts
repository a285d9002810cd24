import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { insightRoutes } from './insights.ts'
import { newPostRoutes } from './new-posts.ts'
import { postRoutes, searchRoutes } from './posts.ts'
import { mentionRoutes, replyRoutes } from './replies.ts'
import { repostRoutes } from './reposts.ts'

export const social = new Hono<AppEnv>()
  .route('/', postRoutes)
  .route('/', newPostRoutes)
  .route('/', replyRoutes)
  .route('/', insightRoutes)
  .route('/', mentionRoutes)
  .route('/', repostRoutes)
  .route('/', searchRoutes)
