/** The documented deliveries (facts 4): each event type with the resource it carries. */
export const EVENT_TYPES = [
  ...['note.created', 'note.deleted', 'note.user_content.updated', 'note.participants.updated'].map(of('Note')),
  ...['note.recording.completed', 'note.ended'].map(of('Note')),
  ...['note_document.generated', 'note_document.updated', 'note_document.deleted'].map(of('NoteDocument')),
  ...['note_summary.generated', 'note_summary.updated', 'note_summary.deleted'].map(of('NoteSummary')),
  ...['folder.note.added', 'folder.note.removed'].map(of('FolderNoteRelation')),
]

function of(resourceType: string) {
  return (type: string) => ({ type, resourceType })
}
