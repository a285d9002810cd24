import { describeTolerance } from './tolerance.ts'

describeTolerance('video')
