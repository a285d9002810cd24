/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const socialDescriptions: Readonly<Record<string, string>> = {
  social_get_user: 'Whose account of Threads it is.',
  social_list_posts: 'The `id` of each is what the other operations take. Go on with `next_cursor` as `after`.',
  social_get_post: 'The id comes from a list of posts or replies, or from social_create_post.',
  social_delete_post: 'For good. The id comes from social_list_posts.',
  social_list_replies: 'Direct replies only; social_get_conversation has replies of every depth.',
  social_get_post_insights: 'Of a post of the account; the id comes from social_list_posts.',
  social_get_insights: 'Of the last two days, unless `since` and `until` are given.',
  social_get_limits: 'Posts and replies of the last 24 hours, and how many are allowed.',
  social_list_mentions: 'The `id` of each may be answered by social_create_post with `reply_to`.',
  social_get_conversation: 'The id is that of a post of the account.',
  social_repost: 'The id is that of any public post, such as one of social_search.',
}
