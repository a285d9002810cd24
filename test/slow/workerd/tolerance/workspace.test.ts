import { describeTolerance } from './tolerance.ts'

describeTolerance('workspace')
