import { describeTolerance } from './tolerance.ts'

describeTolerance('social')
