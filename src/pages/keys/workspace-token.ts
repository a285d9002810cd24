/** Whether a text may be an integration token of Notion. Empty for none. */
export const isWorkspaceToken = (text: string): boolean => text.trim() === '' || /^(?:ntn|secret)_/.test(text.trim())
