import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { bundleRoutes } from './bundles.ts'
import { fileRoutes } from './files.ts'
import { profileRoutes } from './profile.ts'
import { searchRoutes } from './search.ts'
import { syncRoutes } from './sync.ts'
import { tabRoutes } from './tabs.ts'
import { tagRoutes } from './tags.ts'
import { aiTasks } from './tasks.ts'
import { transcriptRoutes } from './transcripts.ts'
import { trashRoutes } from './trash.ts'

export const recorder = new Hono<AppEnv>()
  .route('/', fileRoutes)
  .route('/', bundleRoutes)
  .route('/', transcriptRoutes)
  .route('/', tabRoutes)
  .route('/', profileRoutes)
  .route('/', searchRoutes)
  .route('/', syncRoutes)
  .route('/', trashRoutes)
  .route('/', tagRoutes)
  .route('/', aiTasks)
