import { describeTolerance } from './tolerance.ts'

describeTolerance('notes')
