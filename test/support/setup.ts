import { cleanBetweenFiles } from './clean.ts'

cleanBetweenFiles()
