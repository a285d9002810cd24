import { describeTolerance } from './tolerance.ts'

describeTolerance('payment')
