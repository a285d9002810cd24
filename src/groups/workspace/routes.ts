import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { blockRoutes } from './blocks.ts'
import { commentRoutes } from './comments.ts'
import { fileRoutes } from './files.ts'
import { markdownRoutes } from './markdown.ts'
import { pageRoutes } from './pages.ts'
import { memberRoutes, peopleRoutes } from './people.ts'
import { propertyRoutes } from './property-value.ts'
import { databaseRoutes, queryRoutes } from './query.ts'
import { queryAllRoutes } from './query-all.ts'
import { recordRoutes } from './records.ts'
import { schemaRoutes } from './schema.ts'
import { searchRoutes } from './search.ts'
import { tableRoutes } from './tables.ts'
import { upsertRoutes } from './upsert.ts'
import { viewRoutes } from './views.ts'

/** The routes under /api/v2. */
export const workspaceV2 = new Hono<AppEnv>()
  .route('/', queryRoutes)
  .route('/', viewRoutes)
  .route('/', schemaRoutes)
  .route('/', tableRoutes)
  .route('/', searchRoutes)
  .route('/', peopleRoutes)
  .route('/', propertyRoutes)
  .route('/', commentRoutes)
  .route('/', fileRoutes)
  .route('/', queryAllRoutes)
  .route('/', upsertRoutes)
  .route('/', pageRoutes)
  .route('/', markdownRoutes)
  .route('/', blockRoutes)

export const workspace = new Hono<AppEnv>().route('/', databaseRoutes).route('/', memberRoutes).route('/', recordRoutes)
