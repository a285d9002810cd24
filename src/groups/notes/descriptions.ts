/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const notesDescriptions: Readonly<Record<string, string>> = {
  notes_list_notes:
    'Notes of Tiro. The `guid` of each is the `id` of the other operations. Go on with `next_cursor` as `cursor`. A `keyword` searches titles and what was said, best match first; Tiro refuses it (400) to a key of a team only.',
  notes_get_note: 'The id is a `guid` of notes_list_notes. Its words come from notes_get_transcript.',
  notes_get_transcript:
    'The id is a `guid` of notes_list_notes. A running recording has what was said so far. Paragraphs that the plan hides (`locked`) are left out of `text` and counted in `locked_paragraphs`. Seconds count from the first paragraph.',
  notes_list_summaries: 'The id is a `guid` of notes_list_notes. They are in Markdown.',
  notes_list_folders: 'Folders form a tree by `parentId`.',
}
