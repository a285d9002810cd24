import { cleanBetweenFiles } from './clean.ts'
import { endWithTheTest } from './work.ts'

cleanBetweenFiles()
endWithTheTest()
