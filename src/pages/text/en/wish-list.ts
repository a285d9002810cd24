/** What an owner may want, and the list of it. */
export const wishList = {
  title: 'What do you want to do?',
  lead: 'Choose one. You connect only the accounts that it needs, and get a finished file with its own key.',
  titles: {
    'notes-to-notion': 'Meeting notes into Notion',
    'recordings-to-notion': 'Recordings into Notion',
    'sales-to-slack': "Yesterday's sales every morning in Slack",
    'unpaid-to-slack': 'Who has not paid, every morning in Slack',
    'ask-recordings': 'Ask Claude about my recordings',
    'ask-notes': 'Ask ChatGPT about my meetings',
    'video-summaries': 'Summaries of YouTube videos',
    'replies-to-slack': 'Replies on Threads in Slack',
  },
}
