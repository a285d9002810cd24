import type { GroupDocs } from '../../gateway/docs.ts'

const OWN_POST =
  'id type text long_text? published_at url alt_text? link? topic? items? is_quote? quoted_post? reposted_post? has_replies? is_reply? reply_to? root_post? hide_status?'
const POST = `${OWN_POST} username`

/** The texts of the social group's operations. */
export const socialDocs: GroupDocs = {
  account: 'social',
  isForeign: true,
  operations: {
    social_get_user: {
      en: { summary: 'The connected social account', description: 'Whose account of Threads it is.' },
      ko: '연결된 소셜 계정',
    },
    social_list_posts: {
      en: {
        summary: 'Posts of the account, newest first',
        description: 'The `id` of each is what the other operations take. Go on with `next_cursor` as `after`.',
      },
      ko: '계정의 게시물, 최신순',
      tool: {
        shown: { '': 'success posts next_cursor', 'posts.[]': OWN_POST },
      },
    },
    social_get_post: {
      en: {
        summary: 'One post or reply',
        description: 'The id comes from a list of posts or replies, or from social_create_post.',
      },
      ko: '게시물이나 답글 하나',
    },
    social_list_replies: {
      en: {
        summary: 'The replies to a post, newest first',
        description: 'Direct replies only; social_get_conversation has replies of every depth.',
      },
      ko: '게시물의 답글, 최신순',
      tool: {
        shown: { '': 'success replies next_cursor', 'replies.[]': POST },
      },
    },
    social_get_post_insights: {
      en: {
        summary: 'Views, likes and other counts of a post',
        description: 'Of a post of the account; the id comes from social_list_posts.',
      },
      ko: '게시물의 조회수, 좋아요 등 통계',
      search: 'numbers statistics best popular 성과',
    },
    social_get_insights: {
      en: {
        summary: 'Views, followers and other counts of the account',
        description: 'Of the last two days, unless `since` and `until` are given.',
      },
      ko: '계정의 조회수, 팔로워 등 통계',
    },
    social_create_post: {
      en: {
        summary: 'Publish a post or a reply, with an image, a video, a carousel or a link',
        description:
          '409 while the service still prepares the media: send the same request again. An Idempotency-Key makes repeating safe. Without one, an identical request after a lost answer, or within five minutes, returns the published post with `already_published`.',
      },
      ko: '게시물이나 답글 올리기, 이미지, 동영상, 링크와 함께',
      search: 'publish tweet 글쓰기 게시',
      tool: {
        description:
          'Publishes a post or a reply on Threads, with images, a video or a link. Confirm with the person first.',
        hidden: ['topic', 'reply_control', 'quote', 'items.alt_text'],
        shown: { post: POST },
      },
    },
    social_delete_post: {
      en: { summary: 'Delete a post or a reply', description: 'For good. The id comes from social_list_posts.' },
      ko: '게시물이나 답글 삭제',
    },
    social_get_limits: {
      en: {
        summary: 'How much of the publishing limits is used',
        description: 'Posts and replies of the last 24 hours, and how many are allowed.',
      },
      ko: '게시 한도 사용량',
    },
    social_list_mentions: {
      en: {
        summary: 'Posts of others that mention the account, newest first',
        description: 'The `id` of each may be answered by social_create_post with `reply_to`.',
      },
      ko: '계정을 언급한 게시물, 최신순',
      tool: {
        shown: { '': 'success mentions next_cursor', 'mentions.[]': POST },
      },
    },
    social_get_conversation: {
      en: {
        summary: 'All replies below a post, of every depth, newest first',
        description: 'The id is that of a post of the account.',
      },
      ko: '게시물 아래의 모든 답글, 최신순',
      tool: {
        shown: { '': 'success replies next_cursor', 'replies.[]': POST },
      },
    },
    social_hide_reply: {
      en: {
        summary: 'Hide a reply to a post of the account, or show it again',
        description: 'Replies to it are hidden too. A reply to a reply cannot be hidden by itself.',
      },
      ko: '답글 숨기기와 다시 보이기',
    },
    social_repost: {
      en: { summary: 'Repost a post', description: 'The id is that of any public post, such as one of social_search.' },
      ko: '게시물 리포스트',
    },
    social_search: {
      en: {
        summary: 'Search public posts for words',
        description:
          'Until the service approves the app for this, it finds only posts of the account. It allows 2,200 searches in 24 hours; searches that find nothing do not count.',
      },
      ko: '공개 게시물 검색',
      tool: {
        shown: { '': 'success posts next_cursor', 'posts.[]': POST },
        hidden: ['since', 'until'],
      },
    },
  },
}
