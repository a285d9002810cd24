import * as z from 'zod'
import { fromProduct, successFields, textsFromProduct } from '../../gateway/outputs.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { transcriptPart } from '../../renderings/outputs.ts'
import { type DescribedField, jsonTypes } from './field-types.ts'

const text = (description: string) => z.string().describe(description)
const textOrNull = (description: string) => z.string().nullable().describe(description)
const secondsOrNull = (description: string) => z.number().nullable().describe(description)

/** A field of a product's object, with its type or null (field-types.ts). */
const passedField = (name: DescribedField, description: string) =>
  z
    .unknown()
    .optional()
    .meta({ description, override: { type: jsonTypes(name) } })

const words = () =>
  z.object(textsFromProduct({ type: 'Media type, such as text/markdown', content: 'The words' })).nullable()

const person = (fields: Readonly<Record<string, string>>) =>
  z.array(z.object(textsFromProduct({ ...fields, name: 'Name', email: 'E-mail address' }))).nullable()

const success = () => successFields('notes')

const done = () => z.object({ ...success() })

const note = () =>
  z
    .looseObject({
      guid: passedField('guid', 'Note id'),
      workspaceGuid: passedField('workspaceGuid', 'Workspace id'),
      title: passedField('title', 'Title'),
      createdAt: passedField('createdAt', 'ISO 8601'),
      updatedAt: passedField('updatedAt', 'ISO 8601'),
      sourceType: passedField(
        'sourceType',
        'Such as live-voice, recording, text, video, webpage, offline-mode, onboarding',
      ),
      recordingStartAt: passedField('recordingStartAt', 'ISO 8601'),
      recordingEndAt: passedField('recordingEndAt', 'ISO 8601'),
      recordingDurationSeconds: passedField('recordingDurationSeconds', 'Seconds recorded'),
      transcribeLocale: passedField('transcribeLocale', 'Such as ko_KR'),
      translateLocale: passedField('translateLocale', 'Such as en_US'),
      webUrl: passedField('webUrl', 'The note in a browser'),
      collaborators: fromProduct(person({ guid: 'User id', role: 'OWNER, EDITOR or VIEWER' }), 'Who may open it'),
      participants: fromProduct(person({}), 'Who took part'),
    })
    .meta({ component: 'Note' })

const noteList = () =>
  z.object({
    ...success(),
    notes: z.array(note()).describe('Notes as the product sends them'),
    next_cursor: textOrNull('`cursor` of the next page, null at the end'),
  })

const oneNote = () => z.object({ ...success(), note: note().describe('The note as the product sends it') })

const segment = () =>
  z.object({
    ...textsFromProduct({ content: 'The words' }),
    speaker: fromProduct(
      z.object(textsFromProduct({ label: 'Such as SPEAKER_0', personName: 'Name' })).nullable(),
      'Who said it',
    ),
  })

const paragraph = () =>
  z.looseObject({
    text: text('The words without markup, as `Speaker: words` where speakers are known; empty when locked'),
    speaker: textOrNull('Who speaks; null when nobody is known, or several speak (see diarizedSegments)'),
    start_seconds: secondsOrNull('Start, in seconds from the start of the transcript'),
    end_seconds: secondsOrNull('End, in seconds from the start of the transcript'),
    uuid: passedField('uuid', 'Paragraph id'),
    timeFrom: passedField('timeFrom', 'Start, as the product sends it: ISO 8601, null for typed notes'),
    timeTo: passedField('timeTo', 'End, as the product sends it: ISO 8601, null for typed notes'),
    locked: passedField('locked', 'Whether the plan of the account hides the words: then they are masked'),
    transcript: fromProduct(words(), 'The words as the product marks them up'),
    diarizedSegments: fromProduct(z.array(segment()).nullable(), 'Who said what'),
    summary: fromProduct(z.object(textsFromProduct({ content: 'The words' })).nullable(), 'What it says in short'),
  })

const noteTranscript = () =>
  z
    .object({
      text: text('The words without markup, one empty line between paragraphs; with format in that').meta({
        continued: true,
      }),
      format: z.enum(FORMATS).optional().describe('The format of `text`, when one was asked for'),
      part: transcriptPart().optional().describe('What was selected; absent for the whole transcript'),
      locked_paragraphs: z
        .number()
        .int()
        .describe('How many paragraphs the plan of the account hides: they are left out of `text`'),
      paragraphs: z.array(paragraph()).meta({ description: 'Paragraphs in order', omitted: true }),
    })
    .meta({ component: 'NoteTranscript' })

const transcript = () =>
  z.object({ ...success(), transcript: noteTranscript().describe('What was said so far, or the part of it') })

const summary = () =>
  z
    .looseObject({
      id: passedField('id', 'Summary id'),
      noteGuid: passedField('noteGuid', 'Note id'),
      note: fromProduct(
        z.object(textsFromProduct({ guid: 'Note id', webUrl: 'The note in a browser' })).nullable(),
        'The note',
      ),
      template: fromProduct(
        z.object(textsFromProduct({ id: 'Template id', title: 'Title' })).nullable(),
        'The template that made it',
      ),
      locale: passedField('locale', 'Such as ko_KR'),
      content: fromProduct(words(), 'The words, in Markdown'),
      createdAt: passedField('createdAt', 'ISO 8601'),
      updatedAt: passedField('updatedAt', 'ISO 8601'),
    })
    .meta({ component: 'NoteSummary' })

const summaryList = () =>
  z.object({
    ...success(),
    summaries: z.array(summary()).meta({ description: 'Summaries as the product sends them', continued: true }),
  })

const folder = () =>
  z.looseObject({
    id: passedField('id', 'Folder id'),
    workspaceGuid: passedField('workspaceGuid', 'Workspace id'),
    title: passedField('title', 'Title'),
    isTeamFolder: passedField('isTeamFolder', 'Whether it belongs to the team'),
    sharingType: passedField('sharingType', 'Who sees it'),
    parentId: passedField('parentId', 'The folder above'),
    color: passedField('color', 'Colour'),
    createdAt: passedField('createdAt', 'ISO 8601'),
    updatedAt: passedField('updatedAt', 'ISO 8601'),
  })

const folderList = () =>
  z.object({
    ...success(),
    folders: z.array(folder()).meta({ description: 'Folders as the product sends them', continued: true }),
  })

const apiKey = () =>
  z.object({
    id: text('Key id'),
    name: text('Name'),
    description: textOrNull('What it is for'),
    is_active: z.boolean().nullable().describe('Whether it works'),
    expires_at: textOrNull('ISO 8601, null when it does not expire'),
    created_at: textOrNull('ISO 8601'),
  })

const apiKeyList = () => z.object({ ...success(), api_keys: z.array(apiKey()).describe('Keys, never their secrets') })

const newApiKey = () =>
  z.object({
    id: text('Key id'),
    name: text('Name'),
    description: textOrNull('What it is for'),
    key: text('The whole key, `{id}.{secret}`: shown here and never again'),
    created_at: textOrNull('ISO 8601'),
  })

const createdApiKey = () => z.object({ ...success(), api_key: newApiKey().describe('The new key') })

const webhookFields = () => ({
  id: passedField('id', 'Webhook id'),
  name: passedField('name', 'Name'),
  url: passedField('url', 'Where deliveries go'),
  eventTypes: passedField('eventTypes', 'The event types that it receives'),
  isActive: passedField('isActive', 'Whether deliveries are made'),
  workspaceGuid: passedField('workspaceGuid', 'Workspace id'),
  createdAt: passedField('createdAt', 'ISO 8601'),
  updatedAt: passedField('updatedAt', 'ISO 8601'),
})

const webhook = () => z.looseObject(webhookFields())

const webhookList = () =>
  z.object({ ...success(), webhooks: z.array(webhook()).describe('Webhooks, never their secrets') })

const oneWebhook = () => z.object({ ...success(), webhook: webhook().describe('The webhook') })

const newWebhook = () =>
  z.looseObject({
    ...webhookFields(),
    secret: text('What deliveries carry as `Authorization: Bearer`: shown here and never again').optional(),
  })

const createdWebhook = () => z.object({ ...success(), webhook: newWebhook().describe('The new webhook') })

const eventType = () =>
  z.looseObject({
    type: passedField('type', 'Such as note.ended'),
    resourceType: passedField('resourceType', 'What a delivery carries, such as Note'),
  })

const eventTypeList = () =>
  z.object({
    ...success(),
    webhook_event_types: z.array(eventType()).describe('The event types of webhooks'),
  })

export const notesEvents = {
  'notes.note.created': () => note().describe('The note as the product sends it'),
  'notes.note.updated': () => note().describe('The note after its change, as the product sends it'),
}

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  notes_list_notes: noteList,
  notes_get_note: oneNote,
  notes_get_transcript: transcript,
  notes_list_summaries: summaryList,
  notes_list_folders: folderList,
  notes_list_api_keys: apiKeyList,
  notes_create_api_key: createdApiKey,
  notes_delete_api_key: done,
  notes_list_webhooks: webhookList,
  notes_create_webhook: createdWebhook,
  notes_change_webhook: oneWebhook,
  notes_delete_webhook: done,
  notes_list_webhook_event_types: eventTypeList,
}
