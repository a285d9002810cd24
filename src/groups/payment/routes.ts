import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { autopayRoutes } from './autopay.ts'
import { billListRoutes } from './bill-list.ts'
import { billRoutes } from './bills.ts'
import { phoneRoutes } from './phone.ts'
import { pointRoutes } from './points.ts'

export const payment = new Hono<AppEnv>()
  .route('/', billRoutes)
  .route('/', billListRoutes)
  .route('/', autopayRoutes)
  .route('/', phoneRoutes)
  .route('/', pointRoutes)
