import { Hono } from 'hono'
import * as z from 'zod/mini'
import { hasStatus, notFound } from '../../base/errors.ts'
import { at, identifier, items } from '../../base/json.ts'
import { choice, id, jsonFlag } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type Connection, connect } from './connection.ts'
import { fileIds, RECORDING, read, TAG, write } from './group.ts'
import { callV3 } from './library.ts'
import { changeRecordings } from './listing.ts'
import { optionalList, string } from './plaud.ts'

const tagName = (description: string, example: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100))
    .check(z.meta({ description, examples: [example] }))
const icon = () =>
  z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: "The product's name of the icon" }))
const color = () =>
  z.optional(z.string().check(z.maxLength(32))).check(z.meta({ description: 'Such as #4c8eff', examples: ['#4c8eff'] }))

const newTag = () => ({
  json: z.strictObject({ name: tagName('The name of the tag', 'Field notes'), icon: icon(), color: color() }),
})

const tag = (example: string) => ({ param: z.object({ id: id('The tag').check(z.meta({ examples: [example] })) }) })

const tagToDelete = () => tag('5e9c35f3da166dd9f04ec4a6bb95ba37')

const tagChange = () => ({
  ...tag('2093ee1829dd2d437389c06b41b9e43e'),
  json: z
    .strictObject({ name: z.optional(tagName('The new name', 'Customer interviews')), icon: icon(), color: color() })
    .check(
      z.refine((change) => Object.values(change).some((value) => value !== undefined), 'needs name, icon or color'),
    ),
})

const tagAssignment = () => ({
  json: z.strictObject({
    file_ids: fileIds(RECORDING),
    tag_id: z
      .string()
      .check(z.regex(/^[A-Za-z0-9_-]{0,128}$/, 'must be the id of a tag, or empty'))
      .check(z.meta({ description: 'The tag; empty takes the recordings out of theirs', examples: [TAG] })),
  }),
})

const organizeInput = () => ({
  json: z.strictObject({
    file_ids: fileIds(RECORDING),
    tag_name: tagName('The name of the tag', 'Family'),
    color: color(),
    icon: icon(),
    match_mode: z
      ._default(choice(['exact', 'fold']), 'exact')
      .check(z.meta({ description: 'fold ignores case, width and outer blanks' })),
    create_if_missing: jsonFlag(true).check(z.meta({ description: 'Create the tag when it is missing, else 404' })),
  }),
})

/** A folder of recordings. The product calls it a file tag. */
interface Tag {
  id: string
  name: string
  icon: string | null
  color: string | null
}

const required = requiredFields('recorder', 'data_filetag_list', 'data_filetag')

/** Null without an id or a name. */
function readTag(tag: unknown): Tag | null {
  const id = identifier(at(tag, 'id'))
  const name = string(at(tag, 'name'))
  return id === null || name === null
    ? null
    : { id, name, icon: string(at(tag, 'icon')), color: string(at(tag, 'color')) }
}

/** The icon and colour that the product's web app gives a new folder. */
const DEFAULT_ICON = 'e627'
const DEFAULT_COLOR = '#4c8eff'

type Appearance = { icon?: string | undefined; color?: string | undefined }

export async function listTags(connection: Connection): Promise<Tag[]> {
  const { body, stated } = await callV3(connection, { path: '/filetag/' })
  return items(required('data_filetag_list', optionalList(body.data_filetag_list, stated)), readTag)
}

/** Creates a tag. Throws 409 when the name exists. If the product does not return the tag, it is looked up by name. */
async function createTag(
  connection: Connection,
  { name, icon = DEFAULT_ICON, color = DEFAULT_COLOR }: Appearance & { name: string },
): Promise<Tag> {
  const { body } = await callV3(connection, { method: 'POST', path: '/filetag/', body: { name, icon, color } })
  const created = readTag(body.data_filetag)
  if (created) return created
  const tags = await listTags(connection)
  return required(
    'data_filetag',
    tags.find((tag) => tag.name === name),
  )
}

/** Changes the given fields. Throws 404 for an unknown tag, and 409 when the new name exists. */
async function changeTag(
  connection: Connection,
  id: string,
  change: Appearance & { name?: string | undefined },
): Promise<Tag> {
  const { body } = await callV3(connection, { method: 'PATCH', path: `/filetag/${id}`, body: change })
  const changed = readTag(body.data_filetag)
  if (changed) return changed
  const tags = await listTags(connection)
  return required(
    'data_filetag',
    tags.find((tag) => tag.id === id),
  )
}

/** Deletes a tag. Its recordings remain, without a folder. */
async function deleteTag(connection: Connection, id: string): Promise<void> {
  await callV3(connection, { method: 'DELETE', path: `/filetag/${id}` })
}

/** Puts recordings into a folder. An empty id removes them from theirs. */
async function assignTag(connection: Connection, fileIds: readonly string[], tagId: string): Promise<void> {
  await callV3(connection, {
    method: 'POST',
    path: '/file/update-tags',
    body: { file_id_list: fileIds, filetag_id: tagId },
  })
}

interface OrganizeOptions extends Appearance {
  file_ids: string[]
  tag_name: string
  /** `fold` ignores case, character width and surrounding spaces. */
  match_mode: 'exact' | 'fold'
  create_if_missing: boolean
}

/** Puts recordings into the folder with this name. Creates a missing folder, unless no recording is known. */
async function organize(connection: Connection, { file_ids, ...options }: OrganizeOptions) {
  let found: { tag: Tag; isNew: boolean } | undefined
  const report = await changeRecordings(connection, file_ids, async (known) => {
    found = await findOrCreateTag(connection, options)
    await assignTag(connection, known, found.tag.id)
  })
  const { tag, isNew } = required('data_filetag', found)
  return { tag, tag_created: isNew, files_assigned: report.successful, ...report }
}

/** Throws 404 for a missing folder without `create_if_missing`. */
async function findOrCreateTag(
  connection: Connection,
  { tag_name, match_mode, create_if_missing, ...appearance }: Omit<OrganizeOptions, 'file_ids'>,
) {
  const findTag = async () => {
    const tags = await listTags(connection)
    const exact = tags.find(({ name }) => name === tag_name)
    return exact ?? (match_mode === 'fold' ? tags.find(({ name }) => fold(name) === fold(tag_name)) : undefined)
  }
  const tag = await findTag()
  if (tag) return { tag, isNew: false }
  if (!create_if_missing) throw notFound('tag_name: there is no tag with this name')
  const created = await createTag(connection, { name: tag_name, ...appearance }).catch(ignoreConflict)
  // A conflict means that someone else has created it in between.
  return { tag: created ?? required('data_filetag', await findTag()), isNew: created !== undefined }
}

const fold = (name: string) => name.normalize('NFKC').trim().toLowerCase()

function ignoreConflict(error: unknown): undefined {
  if (!hasStatus(error, 409)) throw error
}

export const tagRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/tags',
    read('recorder_list_tags', {
      summary: 'List tags, the folders of recordings',
      description: 'Their `id` is the `tag_id` of recorder_list_files and recorder_assign_tag.',
      ko: '태그(녹음 폴더) 목록',
      title: 'Get folders',
      search:
        'how many folders for recordings, which folders do I have on my recorder, list of recording folders, what folders are there, my tags, how are my recordings sorted, 녹음 폴더 뭐 있, 폴더 목록, 태그 목록, 폴더 몇 개, 어떤 폴더, 폴더 이름 보여',
      handle: async (c) => ({ tags: await listTags(connect(c)) }),
    }),
  )
  .post(
    '/recorder/tags',
    write('recorder_create_tag', {
      summary: 'Create a tag',
      description: 'Tags are the folders of recordings. 409: there is a tag of this name.',
      ko: '태그(폴더) 만들기',
      title: 'Create a folder',
      search:
        'make a folder for recordings, new folder on my recorder, create a tag, add a folder, open a folder called, 녹음 폴더 만들어, 새 폴더, 폴더 하나 추가, 태그 생성, 폴더 파 줘',
      tool: { hidden: ['icon'] },
      destructive: false,
      input: newTag,
      handle: (c) => createTag(connect(c), c.req.valid('json')),
      status: 201,
    }),
  )
  .patch(
    '/recorder/tags/:id',
    write('recorder_change_tag', {
      summary: 'Change a tag',
      description: 'The id comes from recorder_list_tags; what is not given stays. 409: another tag has the name.',
      ko: '태그(폴더) 바꾸기',
      title: 'Change a folder',
      search:
        'rename the recording folder, change the color of the folder, paint the folder, call the folder something else, folder icon, 폴더 이름 바꿔, 폴더 색 바꿔, 폴더 색깔, 폴더명 변경, 폴더 고쳐, 태그 이름 수정, 폴더를 로 고치고',
      tool: {
        hidden: ['icon'],
      },
      idempotent: true,
      input: tagChange,
      handle: (c) => changeTag(connect(c), c.req.valid('param').id, c.req.valid('json')),
    }),
  )
  .delete(
    '/recorder/tags/:id',
    write('recorder_delete_tag', {
      summary: 'Delete a tag; its recordings stay',
      description: 'The id comes from recorder_list_tags.',
      ko: '태그(폴더) 삭제, 녹음은 남음',
      title: 'Delete a folder',
      search:
        'delete the recording folder, remove the folder but keep the recordings, I no longer need the folder, get rid of the tag, drop the folder, 폴더 지워, 폴더 삭제, 폴더 없애, 안 쓰는 폴더, 태그 삭제, 폴더만 지우고 녹음은',
      effect: 'deletion',
      details: async (c, { id }) => ({ name: (await listTags(connect(c))).find((tag) => tag.id === id)?.name }),
      idempotent: true,
      input: tagToDelete,
      handle: (c) => deleteTag(connect(c), c.req.valid('param').id),
      status: 204,
    }),
  )
  .post(
    '/recorder/files/tags',
    write('recorder_assign_tag', {
      summary: 'Put recordings into a tag, or take them out',
      description:
        'An empty `tag_id` takes them out of theirs. Ids come from recorder_list_tags and recorder_list_files; `results` says what became of each.',
      ko: '녹음을 태그(폴더)에 넣거나 빼기',
      title: 'Move recordings to a folder by ID',
      search:
        'take the recording out of the folder, move recordings from one folder to another, put recordings into a tag, remove from the folder, unfile, 폴더에서 빼, 폴더에서 꺼내, 다른 폴더로 옮겨, 폴더 옮겨, 태그 붙여, 태그 떼',
      idempotent: true,
      input: tagAssignment,
      handle: (c) => {
        const connection = connect(c)
        const { file_ids, tag_id } = c.req.valid('json')
        return changeRecordings(connection, file_ids, (known) => assignTag(connection, known, tag_id))
      },
    }),
  )
  .post(
    '/recorder/files/organize',
    write('recorder_organize_files', {
      summary: 'Put recordings into the tag of a name',
      description: 'As recorder_assign_tag by the name of the tag, which is made when it is missing.',
      ko: '이름으로 정한 태그(폴더)에 녹음 넣기: 정리',
      title: 'Move recordings to a folder',
      wanted: 7,
      search:
        '고객별로 정리해서 폴더에, 이 녹음 폴더로, 통화 폴더로, put two recordings into the folder, 녹음을 폴더에 넣어, put recordings into the folder, sort my recordings, tidy up recordings, file the recordings under, these belong into the folder, group recordings by customer, recordings about a customer into one folder, 녹음 폴더에 넣어, 폴더로 정리해, 녹음 분류해, 녹음 정리해 넣어, 폴더로 모아, 폴더에 담아, 폴더로 보내',
      tool: {
        hidden: ['icon', 'color', 'match_mode', 'create_if_missing'],
      },
      idempotent: true,
      input: organizeInput,
      handle: (c) => organize(connect(c), c.req.valid('json')),
    }),
  )
