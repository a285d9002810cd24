import { describeTolerance } from './tolerance.ts'

describeTolerance('shop')
