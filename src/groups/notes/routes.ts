import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { noteRoutes } from './notes.ts'
import { unpublished } from './webhooks.ts'

export const notes = new Hono<AppEnv>().route('/', noteRoutes).route('/', unpublished)
