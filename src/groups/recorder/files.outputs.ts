import * as z from 'zod'
import { flagsFromProduct, fromProduct, numbersFromProduct, textsFromProduct } from '../../gateway/outputs.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { transcriptPart } from '../../renderings/outputs.ts'
import { ATTACHMENTS } from './content.ts'

export const looseObject = (description: string) => z.looseObject({}).describe(description)
export const string = (description: string) => z.string().describe(description)
export const number = (description: string) => z.number().describe(description)
export const boolean = (description: string) => z.boolean().describe(description)

/** Null when the product does not send the field in a known form. */
export const optionalString = (description: string) => z.string().nullable().describe(description)
export const optionalNumber = (description: string) => z.number().nullable().describe(description)
export const optionalBoolean = (description: string) => z.boolean().nullable().describe(description)

/** A time that MCP tools return in ISO 8601. */
export const epoch = (description: string) => optionalNumber(description).meta({ epoch: true })

/** A payload of the product, passed through. */
export const envelope = (fields: z.ZodRawShape) =>
  z
    .looseObject({
      ...numbersFromProduct({ status: '0, the status of the product' }),
      ...textsFromProduct({ msg: 'The message of the product', request_id: 'The id of the request at the product' }),
      ...fields,
    })
    .describe('The payload as the product sends it; its shape is not fixed')

export const data = (fields: z.ZodRawShape) => ({
  data: fromProduct(z.object(fields).nullable(), 'What was asked for'),
})

export const dataState = () =>
  z.object({
    is_membership: z.number().nullable().describe('1 for a paying account'),
    membership_type: string('Name of the plan'),
    have_files: z.boolean().nullable().describe('Whether there is any recording'),
    has_transcribed: z.boolean().nullable().describe('Whether any of the newest recordings was transcribed'),
  })

const tagNames = () =>
  z
    .array(z.object({ id: string('Tag id'), name: optionalString('Its name, null for an unknown tag') }))
    .describe('The names of its tags, when tag_names was asked for')

export const row = () =>
  z
    .looseObject({
      id: string('Recording id'),
      filename: optionalString('Name'),
      keywords: z.array(z.string()).describe('Keywords'),
      start_time: epoch('Start, epoch milliseconds'),
      duration: optionalNumber('Length in milliseconds'),
      edit_time: epoch('Last edit as the product sends it: epoch seconds or milliseconds'),
      version_ms: epoch('Version, epoch milliseconds'),
      edit_from: optionalString('Where it was edited: web, ios, android, desktop'),
      is_trash: optionalBoolean('Whether it is in the trash'),
      is_trans: optionalBoolean('Whether it was transcribed; null where the list does not say it, as at Plaud 4.0'),
      is_summary: optionalBoolean('Whether it was summarized; null where the list does not say it, as at Plaud 4.0'),
      filetag_id_list: z.array(z.string()).describe('Tags, the folders that it is in'),
      tags: tagNames().optional(),
      ...textsFromProduct({
        fullname: 'Name of the audio file',
        filetype: 'Kind of the audio file',
        file_md5: 'Digest of the audio file',
        serial_number: 'Serial number of the device',
      }),
      ...numbersFromProduct({
        filesize: 'Bytes of the audio file',
        version: 'Version, seconds or milliseconds since 1970',
        timezone: 'Hours between UTC and the time of the recording',
        zonemins: 'Minutes beside these hours',
        scene: 'Kind of recording: 1 a note, 7 a call and so on',
        wait_pull: '1 while the audio is uploaded',
      }),
      ...flagsFromProduct({
        is_markmemo: 'Whether it has marks',
        ori_ready: 'Whether the audio was uploaded',
      }),
      end_time: epoch('End, epoch milliseconds').optional(),
    })
    .meta({ component: 'Recording' })

const nextSkip = () => z.number().nullable().describe('Where to go on, null at the end')

export const fileList = () =>
  z.object({
    status: number('0, the status of the product'),
    data_file_total: optionalNumber(
      'Total as the product reports it, not reliable; with tag_id, the total of the tag once its last page is reached',
    ),
    data_file_list: z.array(row()).describe('The recordings'),
    next_skip: nextSkip(),
  })

/** A time in metadata, passed through whatever it is. */
const timeFromProduct = (description: string) => fromProduct(z.number().nullable(), description).meta({ epoch: true })

const content = () =>
  z.looseObject({
    ...textsFromProduct({
      data_id: 'Id',
      data_type: 'Kind',
      data_title: 'Title',
      data_tab_name: 'Name of the note tab',
      data_link: 'Signed link',
      err_code: 'Code of a failure',
      err_msg: 'Message of a failure',
    }),
    task_status: fromProduct(z.union([z.number(), z.string()]).nullable(), '1 done, 0 running, another number failed'),
    extra: fromProduct(
      z
        .looseObject(
          textsFromProduct({
            task_id: 'Id of the task',
            summary_id: 'Id of the summary',
            summ_type: 'Template of the summary',
            summ_type_type: 'Kind of the template',
          }),
        )
        .nullable(),
      'How it was made',
    ),
  })

const heading = () =>
  z
    .looseObject({
      ...textsFromProduct({
        headline: 'Title',
        category: 'Category',
        original_category: 'Category before a change',
        industry_category: 'Industry',
        language_code: 'Language',
        summary_id: 'Id of the summary',
      }),
      keywords: fromProduct(z.array(z.string()).nullable(), 'Keywords'),
      recommend_questions: fromProduct(z.array(z.unknown()).nullable(), 'Questions that can be asked'),
      used_template: fromProduct(
        z.looseObject(textsFromProduct({ template_id: 'Id', template_type: 'Kind', template_name: 'Name' })).nullable(),
        'The template that made it',
      ),
    })
    .nullable()

const settings = () =>
  z
    .looseObject({
      ...textsFromProduct({
        language: 'Language',
        llm: 'Model',
        type: 'Template of the summary',
        type_type: 'Kind of the template',
      }),
      diarization: fromProduct(
        z.union([z.number(), z.boolean()]).nullable(),
        'Whether the speakers were distinguished',
      ),
      created_at: fromProduct(z.union([z.number(), z.string()]).nullable(), 'When it was started'),
    })
    .nullable()

const metadata = () =>
  z
    .looseObject({
      file_id: string('Recording id'),
      start_time: timeFromProduct('Start, epoch milliseconds'),
      edit_time: timeFromProduct('Last edit: epoch seconds or milliseconds'),
      version_ms: timeFromProduct('Version, epoch milliseconds'),
      ...textsFromProduct({ file_name: 'Name', serial_number: 'Serial number of the device' }),
      ...numbersFromProduct({
        file_version: 'Version, seconds or milliseconds since 1970',
        duration: 'Length in milliseconds',
        session_id: 'Start, seconds since 1970',
        scene: 'Kind of recording: 1 a note, 7 a call and so on',
        wait_pull: '1 while the audio is uploaded',
      }),
      ...flagsFromProduct({
        is_trash: 'Whether it is in the trash',
        has_thought_partner: 'Whether somebody asked the product about it',
      }),
      filetag_id_list: fromProduct(z.array(z.string()).nullable(), 'Tags, the folders that it is in'),
      content_list: fromProduct(z.array(content()).nullable(), 'Its texts, behind signed links'),
      pre_download_content_list: fromProduct(
        z
          .array(z.looseObject(textsFromProduct({ data_id: 'Id', data_type: 'Kind', data_content: 'The text' })))
          .nullable(),
        'Short texts at once',
      ),
      download_path_mapping: fromProduct(
        z.record(z.string(), z.string()).nullable(),
        'Signed links of images, by path',
      ),
      extra_data: fromProduct(
        z
          .looseObject({
            aiContentHeader: fromProduct(heading(), 'About the summary'),
            tranConfig: fromProduct(settings(), 'How it was transcribed'),
          })
          .nullable(),
        'More',
      ),
      tags: tagNames().optional(),
    })
    .meta({ component: 'RecordingFile' })

const recording = () => metadata().describe('Metadata as the product sends it')

export const file = () =>
  z.object({
    status: number('0, the status of the product'),
    data: recording(),
  })

const utterance = () =>
  z.object({
    start_time: optionalNumber('Milliseconds from the start').meta({ position: true }),
    end_time: optionalNumber('Milliseconds from the start').meta({ position: true }),
    speaker: string('Speaker, as renamed by the user'),
    original_speaker: string('Speaker, as recognised'),
    content: string('The words'),
  })

export const transcript = () =>
  z
    .object({
      file_id: string('Recording id'),
      part: transcriptPart().describe('What was selected; absent for the whole transcript').optional(),
      content: z.array(utterance()).meta({ description: 'Utterances in order', omitted: true }),
      text: string('The rendered transcript, when a format was asked for').meta({ continued: true }).optional(),
      format: z.enum(FORMATS).describe('The format of `text`').optional(),
    })
    .meta({ component: 'Transcript' })

const image = () =>
  z.object({ path: string('Path as the product wrote it'), url: string('Signed link: fetch at once') })

export const summary = () =>
  z
    .object({
      file_id: string('Recording id'),
      markdown: string('The summary; its relative images are replaced by signed links').meta({ continued: true }),
      images: z.array(image()).describe('The images that were linked'),
    })
    .meta({ component: 'Summary' })

const tab = () =>
  z.object({
    tab_id: string('Tab id, of this recording'),
    tab_type: optionalString('Kind of note, as the product calls it'),
    tab_name: optionalString('Name'),
    template: optionalString('Template that made it, the same in every recording'),
    format: z.enum(['markdown', 'json']).describe('Form of its content'),
    ready: boolean('Whether its content can be had now'),
  })

export const tabs = () => z.object({ file_id: string('Recording id'), tabs: z.array(tab()).describe('Note tabs') })

export const tabContent = () =>
  z.object({
    tab_id: optionalString('Tab id'),
    tab_name: optionalString('Name'),
    format: z.enum(['markdown', 'json']).describe('Form of `content`'),
    content: z.unknown().meta({
      description: 'Markdown text, or JSON as the product sends it',
      continued: true,
      sent: z.union([z.string(), z.looseObject({}), z.array(z.unknown())]),
    }),
  })

export const audioUrl = () =>
  z.object({
    file_id: string('Recording id'),
    audio_url: string('Signed link to the original audio, lives about an hour'),
  })

const shareState = () =>
  z.looseObject({
    ...textsFromProduct({ share_url: 'The link', share_key: 'The key in the link' }),
    content_config: fromProduct(
      z
        .object({
          ...flagsFromProduct({
            audio: 'Whether the audio is shared',
            transcript: 'Whether the transcript is shared',
            overview: 'Whether the overview is shared',
          }),
          highlights: fromProduct(z.union([z.number(), z.boolean()]).nullable(), 'Whether the highlights are shared'),
          notes: fromProduct(z.array(z.unknown()).nullable(), 'The note tabs that are shared'),
        })
        .nullable(),
      'What is shared',
    ),
  })

export const share = () =>
  z.object({
    private: shareState().describe('Private share, loose'),
    public: shareState().describe('Public share, loose'),
  })

const bundleError = () =>
  z.object({
    attachment: z.enum([...ATTACHMENTS, 'file']).describe('What could not be had'),
    status: number('The status that a request for only this would return'),
    error: string('Why'),
  })

export const bundle = () =>
  z.object({
    file: recording(),
    transcript: transcript()
      .omit({ part: true })
      .required()
      .describe('The transcript, when asked for and ready')
      .optional(),
    summary: summary().describe('The summary, when asked for and ready').optional(),
    share: share().describe('Both share states, when asked for').optional(),
    audio_url: string('Signed link to the original audio').optional(),
    errors: z.array(bundleError()).describe('Attachments that failed'),
    not_ready: z
      .array(z.enum(ATTACHMENTS))
      .describe('Attachments that are still being generated, or that nobody has started'),
  })

export const sync = () =>
  z.object({
    total: optionalNumber('Recordings, as the product reports it'),
    files: z.array(bundle()).describe('Recordings with their attachments, newest start first'),
    next_skip: nextSkip(),
    next_before: z.int().nullable().meta({
      description:
        'The before of the next page; it stays right when recordings are removed between pages. Send it with next_skip. null at the end, and where a whole page started in one millisecond: then send only next_skip',
      epoch: true,
    }),
    fetched_at: string('ISO 8601, UTC'),
    stats: z
      .object({ bundle_errors: number('Attachments that failed'), elapsed_ms: number('Milliseconds it took') })
      .describe('About this page'),
  })

export type SyncAnswer = z.output<ReturnType<typeof sync>>
