/**
 * What a browser stores of a sign-in. The bookmark, the browser extension and the line for the console all read by this
 * list, and nothing that it does not name. Expressions are texts, because they become part of scripts.
 */
export const BROWSER_SESSIONS = {
  /** Rows of localStorage (recorder facts, 4.2). */
  recorder: {
    pages: ['https://web.plaud.ai', 'https://app.plaud.ai'],
    rows: '^token$|tokenstr$|^pld_',
    /** The kinds of the tokens that a row may have, as their headers say. */
    kinds: '^(UT|WT|WRT)$',
    /** Names of a row or field that says which workspace is open. */
    open: '(^|:)current(Workspace)?Id$',
  },
  /** Cookies (shop facts, 4.5). */
  'shop-consumer': {
    pages: ['https://mc.coupang.com'],
    /** Of the sign-in, of the browser as the shop knows it, and of the shop's bot protection. */
    cookies:
      '^(CT_AT|CT_LSID|CSID|CUPT|CPUSR_[A-Z]+|ILOGIN|gd1|member_srl|MEMBER_ID|sid|X-CP-[A-Za-z-]+|rememberme|PCID|MARKETID|x-coupang-[a-z-]+|_abck|ak_bmsc|bm_[a-z]+)$',
    /** Without any of these, nobody is signed in. */
    signedIn: '^(CT_AT|CT_LSID|CPUSR_[A-Z]+|member_srl|MEMBER_ID|X-CP-L)$',
  },
} as const
