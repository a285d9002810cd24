import { PRODUCT_GROUPS } from '../../src/base/groups.ts'
import { describeTolerance } from './tolerance.ts'

/** `npm run test:tolerance` makes every change. */
for (const group of PRODUCT_GROUPS) describeTolerance(group, 160)
