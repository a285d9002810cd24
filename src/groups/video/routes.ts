import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { metadataRoutes } from './metadata.ts'
import { transcriptRoutes } from './transcripts.ts'

export const video = new Hono<AppEnv>().route('/', transcriptRoutes).route('/', metadataRoutes)
