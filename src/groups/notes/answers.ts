import * as z from 'zod'
import { successFields } from '../../gateway/envelope.ts'

/** What goes out of the notes group: contract 2.11 and decisions.md section 4. Built at the first use. */

const text = (description: string) => z.string().describe(description)
const textOrNull = (description: string) => z.string().nullable().describe(description)

/**
 * A field of an object that is passed on as the product sends it: its known type stands in the description, and nothing
 * here depends on it.
 */
const told = (type: 'string' | 'number' | 'boolean' | 'array' | 'object', description: string) =>
  z
    .unknown()
    .optional()
    .meta({ description, override: { type: [type, 'null'] } })

const success = () => successFields('notes')

export const done = () => z.object({ ...success() })

const note = () =>
  z.looseObject({
    guid: told('string', 'Note id'),
    workspaceGuid: told('string', 'Workspace id'),
    title: told('string', 'Title'),
    createdAt: told('string', 'ISO 8601'),
    updatedAt: told('string', 'ISO 8601'),
    sourceType: told('string', 'Such as live-voice, recording, text, video, webpage, offline-mode, onboarding'),
    recordingStartAt: told('string', 'ISO 8601'),
    recordingEndAt: told('string', 'ISO 8601'),
    recordingDurationSeconds: told('number', 'Seconds recorded'),
    transcribeLocale: told('string', 'Such as ko_KR'),
    translateLocale: told('string', 'Such as en_US'),
    webUrl: told('string', 'The note in a browser'),
    collaborators: told('array', '`{guid, name, email, role}`, the role OWNER, EDITOR or VIEWER'),
    participants: told('array', '`{name, email}`'),
  })

export const noteList = () =>
  z.object({
    ...success(),
    notes: z.array(note()).describe('Notes as the product sends them'),
    next_cursor: textOrNull('`cursor` of the next page, null at the end'),
  })

export const oneNote = () => z.object({ ...success(), note: note().describe('The note as the product sends it') })

const paragraph = () =>
  z.looseObject({
    text: text('The words without markup'),
    uuid: told('string', 'Paragraph id'),
    timeFrom: told('number', 'Start, as the product sends it'),
    timeTo: told('number', 'End, as the product sends it'),
    locked: told('boolean', 'Whether it is final; the newest of a running recording is not'),
    transcript: told('object', '`{type, content}`, the words as the product marks them up'),
    summary: told('object', '`{content}`, what it says in short'),
  })

const wholeTranscript = () =>
  z.object({
    text: text('All words without markup, one empty line between paragraphs'),
    paragraphs: z.array(paragraph()).describe('Paragraphs in order'),
  })

export const transcript = () =>
  z.object({ ...success(), transcript: wholeTranscript().describe('All that was said so far') })

const summary = () =>
  z.looseObject({
    id: told('string', 'Summary id'),
    noteGuid: told('string', 'Note id'),
    note: told('object', '`{guid, webUrl}`'),
    template: told('object', '`{id, title}` of the template that made it'),
    locale: told('string', 'Such as ko_KR'),
    content: told('object', '`{type, content}`, in Markdown'),
    createdAt: told('string', 'ISO 8601'),
    updatedAt: told('string', 'ISO 8601'),
  })

export const summaryList = () =>
  z.object({ ...success(), summaries: z.array(summary()).describe('Summaries as the product sends them') })

const folder = () =>
  z.looseObject({
    id: told('string', 'Folder id'),
    workspaceGuid: told('string', 'Workspace id'),
    title: told('string', 'Title'),
    isTeamFolder: told('boolean', 'Whether it belongs to the team'),
    sharingType: told('string', 'Who sees it'),
    parentId: told('string', 'The folder above'),
    color: told('string', 'Colour'),
  })

export const folderList = () =>
  z.object({ ...success(), folders: z.array(folder()).describe('Folders as the product sends them') })

const apiKey = () =>
  z.object({
    id: text('Key id'),
    name: text('Name'),
    description: textOrNull('What it is for'),
    is_active: z.boolean().nullable().describe('Whether it works'),
    expires_at: textOrNull('ISO 8601, null when it does not expire'),
    created_at: textOrNull('ISO 8601'),
  })

export const apiKeyList = () =>
  z.object({ ...success(), api_keys: z.array(apiKey()).describe('Keys, never their secrets') })

const newApiKey = () =>
  z.object({
    id: text('Key id'),
    name: text('Name'),
    description: textOrNull('What it is for'),
    key: text('The whole key, `{id}.{secret}`: shown here and never again'),
    created_at: textOrNull('ISO 8601'),
  })

export const createdApiKey = () => z.object({ ...success(), api_key: newApiKey().describe('The new key') })

const webhookFields = () => ({
  id: told('string', 'Webhook id'),
  name: told('string', 'Name'),
  url: told('string', 'Where deliveries go'),
  eventTypes: told('array', 'What it is told of'),
  isActive: told('boolean', 'Whether deliveries are made'),
  workspaceGuid: told('string', 'Workspace id'),
  createdAt: told('string', 'ISO 8601'),
  updatedAt: told('string', 'ISO 8601'),
})

const webhook = () => z.looseObject(webhookFields())

export const webhookList = () =>
  z.object({ ...success(), webhooks: z.array(webhook()).describe('Webhooks, never their secrets') })

export const oneWebhook = () => z.object({ ...success(), webhook: webhook().describe('The webhook') })

const newWebhook = () =>
  z.looseObject({
    ...webhookFields(),
    secret: text('What deliveries carry as `Authorization: Bearer`: shown here and never again').optional(),
  })

export const createdWebhook = () => z.object({ ...success(), webhook: newWebhook().describe('The new webhook') })

const eventType = () =>
  z.looseObject({
    type: told('string', 'Such as note.ended'),
    resourceType: told('string', 'What a delivery carries, such as Note'),
  })

export const eventTypeList = () =>
  z.object({
    ...success(),
    webhook_event_types: z.array(eventType()).describe('What a webhook can be told of'),
  })
