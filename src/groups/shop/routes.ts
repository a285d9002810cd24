import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { cancelRoutes } from './cancel.ts'
import { categoryRoutes } from './category.ts'
import { claimRoutes } from './claims.ts'
import { inquiryRoutes } from './inquiries.ts'
import { invoiceRoutes } from './invoices.ts'
import { orderRoutes } from './orders.ts'
import { productRoutes } from './products.ts'
import { returnRoutes } from './returns.ts'
import { revenueRoutes } from './revenue.ts'
import { rocketGrowthRoutes } from './rocket-growth.ts'
import { salesRoutes } from './sales.ts'
import { sheetRoutes } from './sheets.ts'
import { stockRoutes } from './stock.ts'

export const shop = new Hono<AppEnv>()
  .route('/', sheetRoutes)
  .route('/', productRoutes)
  .route('/', stockRoutes)
  .route('/', salesRoutes)
  .route('/', revenueRoutes)
  .route('/', rocketGrowthRoutes)
  .route('/', returnRoutes)
  .route('/', inquiryRoutes)
  .route('/', invoiceRoutes)
  .route('/', cancelRoutes)
  .route('/', claimRoutes)
  .route('/', categoryRoutes)
  .route('/', orderRoutes)
