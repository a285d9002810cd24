import { cleanBetweenFiles } from './clean.ts'
import { reachParts } from './parts.ts'
import { endWithTheTest } from './work.ts'

reachParts()
cleanBetweenFiles()
endWithTheTest()
