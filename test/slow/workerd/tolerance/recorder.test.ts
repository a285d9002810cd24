import { describeTolerance } from './tolerance.ts'

describeTolerance('recorder')
