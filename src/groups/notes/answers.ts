import * as z from 'zod'
import { successFields } from '../../gateway/envelope.ts'

/** What goes out of the notes group: contract 2.11 and decisions.md section 4. Built at the first use. */

const text = (description: string) => z.string().describe(description)
const textOrNull = (description: string) => z.string().nullable().describe(description)

/** A field of an object that is passed on as it came: its type is documented and never checked. */
const passedField = (type: 'string' | 'number' | 'boolean' | 'array' | 'object', description: string) =>
  z
    .unknown()
    .optional()
    .meta({ description, override: { type: [type, 'null'] } })

const success = () => successFields('notes')

export const done = () => z.object({ ...success() })

const note = () =>
  z.looseObject({
    guid: passedField('string', 'Note id'),
    workspaceGuid: passedField('string', 'Workspace id'),
    title: passedField('string', 'Title'),
    createdAt: passedField('string', 'ISO 8601'),
    updatedAt: passedField('string', 'ISO 8601'),
    sourceType: passedField('string', 'Such as live-voice, recording, text, video, webpage, offline-mode, onboarding'),
    recordingStartAt: passedField('string', 'ISO 8601'),
    recordingEndAt: passedField('string', 'ISO 8601'),
    recordingDurationSeconds: passedField('number', 'Seconds recorded'),
    transcribeLocale: passedField('string', 'Such as ko_KR'),
    translateLocale: passedField('string', 'Such as en_US'),
    webUrl: passedField('string', 'The note in a browser'),
    collaborators: passedField('array', '`{guid, name, email, role}`, the role OWNER, EDITOR or VIEWER'),
    participants: passedField('array', '`{name, email}`'),
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
    uuid: passedField('string', 'Paragraph id'),
    timeFrom: passedField('number', 'Start, as the product sends it'),
    timeTo: passedField('number', 'End, as the product sends it'),
    locked: passedField('boolean', 'Whether it is final; the newest of a running recording is not'),
    transcript: passedField('object', '`{type, content}`, the words as the product marks them up'),
    summary: passedField('object', '`{content}`, what it says in short'),
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
    id: passedField('string', 'Summary id'),
    noteGuid: passedField('string', 'Note id'),
    note: passedField('object', '`{guid, webUrl}`'),
    template: passedField('object', '`{id, title}` of the template that made it'),
    locale: passedField('string', 'Such as ko_KR'),
    content: passedField('object', '`{type, content}`, in Markdown'),
    createdAt: passedField('string', 'ISO 8601'),
    updatedAt: passedField('string', 'ISO 8601'),
  })

export const summaryList = () =>
  z.object({ ...success(), summaries: z.array(summary()).describe('Summaries as the product sends them') })

const folder = () =>
  z.looseObject({
    id: passedField('string', 'Folder id'),
    workspaceGuid: passedField('string', 'Workspace id'),
    title: passedField('string', 'Title'),
    isTeamFolder: passedField('boolean', 'Whether it belongs to the team'),
    sharingType: passedField('string', 'Who sees it'),
    parentId: passedField('string', 'The folder above'),
    color: passedField('string', 'Colour'),
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
  id: passedField('string', 'Webhook id'),
  name: passedField('string', 'Name'),
  url: passedField('string', 'Where deliveries go'),
  eventTypes: passedField('array', 'What it is told of'),
  isActive: passedField('boolean', 'Whether deliveries are made'),
  workspaceGuid: passedField('string', 'Workspace id'),
  createdAt: passedField('string', 'ISO 8601'),
  updatedAt: passedField('string', 'ISO 8601'),
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
    type: passedField('string', 'Such as note.ended'),
    resourceType: passedField('string', 'What a delivery carries, such as Note'),
  })

export const eventTypeList = () =>
  z.object({
    ...success(),
    webhook_event_types: z.array(eventType()).describe('What a webhook can be told of'),
  })
