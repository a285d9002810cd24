export const OWN_POST =
  'id type text long_text? published_at url alt_text? link? topic? items? is_quote? quoted_post? reposted_post? has_replies? is_reply? reply_to? root_post? hide_status?'
export const POST = `${OWN_POST} username`
