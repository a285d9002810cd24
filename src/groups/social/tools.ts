import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The social group as tools of a model (decisions.md section 13). */
export const socialTools: GroupTools = {
  account: 'social',
  fields: {
    id: 'Post or reply id',
    limit: '1 to 100',
    after: 'next_cursor',
    since: 'ISO 8601',
    until: 'ISO 8601',
    idempotency_key: 'New for each post; the same repeats a lost call safely',
  },
  tools: {
    social_create_post: {
      title: 'Post to Threads',
      description:
        'Publishes a post or a reply on Threads, with an image, a video or a link. On 409 the media is being prepared: send the same again.',
      isDefault: true,
      fields: {
        text: 'At most 500 characters',
        image_url: 'Public JPEG or PNG',
        video_url: 'Public MP4 or MOV',
        reply_to: 'Post or reply id',
        link: 'Shown as a card',
        alt_text: 'What the image or video shows',
        items: 'A carousel in their place: 2 to 20',
        'items.image_url': '',
        'items.video_url': '',
      },
      hidden: ['topic', 'reply_control', 'quote', 'items.alt_text'],
    },
    social_list_mentions: {
      title: 'Threads mentions',
      description: 'Threads posts of others that mention the account.',
    },
    social_get_conversation: {
      title: 'Read a Threads conversation',
      description: 'All replies below a Threads post, of every depth.',
    },
    social_hide_reply: {
      title: 'Hide a Threads reply',
      description: 'Hides a reply to an own Threads post, or shows it again.',
      fields: { hide: 'false shows it again' },
    },
    social_repost: { title: 'Repost on Threads', description: 'Reposts a Threads post.' },
    social_search: {
      title: 'Search Threads',
      description: 'Public Threads posts by words; only own posts until Threads approves the app.',
      fields: { q: 'Words', type: '' },
      hidden: ['since', 'until'],
    },
    social_list_posts: {
      title: 'List Threads posts',
      description: 'Own Threads posts, newest first, with ids.',
      isDefault: true,
    },
    social_list_replies: {
      title: 'Read Threads replies',
      description: 'Replies to a Threads post, newest first.',
      isDefault: true,
    },
    social_get_post_insights: {
      title: 'Numbers of a Threads post',
      description: 'Views, likes, replies, reposts and shares of an own Threads post.',
      isDefault: true,
    },
    social_get_insights: {
      title: 'Numbers of the Threads account',
      description: 'Views, likes and followers of the Threads account; the last two days unless since and until.',
    },
    social_get_user: { title: 'Threads account', description: 'Whose Threads account it is.' },
    social_get_post: { title: 'Read a Threads post', description: 'One Threads post or reply.' },
    social_delete_post: {
      title: 'Delete a Threads post',
      description: 'Deletes an own Threads post or reply for good.',
    },
    social_get_limits: {
      title: 'Threads limits',
      description: 'How many Threads posts and replies may be made today.',
    },
  },
}
