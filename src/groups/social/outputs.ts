import * as answers from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  social_list_mentions: answers.mentions,
  social_get_conversation: answers.replies,
  social_hide_reply: answers.hidden,
  social_repost: answers.reposted,
  social_search: answers.posts,
  social_get_user: answers.profile,
  social_list_posts: answers.posts,
  social_get_post: answers.post,
  social_list_replies: answers.replies,
  social_get_post_insights: answers.metrics,
  social_get_insights: answers.metrics,
  social_create_post: answers.published,
  social_delete_post: answers.deleted,
  social_get_limits: answers.limits,
}
