import { routeList } from '../../gateway/router.ts'
import { sessionRoutes } from './session.ts'

/** The management app's API (decisions.md section 11). */
export const admin = () => routeList().route('/', sessionRoutes)
