import type { GroupDocs } from '../../gateway/docs.ts'

/** The texts of the gateway's own operations. */
export const gatewayDocs: GroupDocs = {
  operations: {
    gateway_doctor: {
      en: {
        summary: "Check the connected accounts of the key's groups with one cheap read each",
        description: 'Answers the same report with 503 when one of them does not.',
      },
      ko: '연결된 계정이 모두 동작하는지 점검',
      search: 'health status check 상태 broken work',
      tool: {
        reports: true,
      },
    },
    gateway_search: {
      en: {
        summary: 'Search recordings, notes, the workspace, posts and orders at once',
        description:
          'Searches what the key opens. `searched` says which parts of each source were searched, and why one was not. Orders go back 30 days unless `from` is given.',
      },
      ko: '녹음, 노트, 워크스페이스, 게시물, 주문을 한꺼번에 검색',
      search: 'find everything 통합 검색 찾기',
      tool: {
        description:
          'Finds words in recordings, notes, titles of Notion pages and tables, posts and orders at once, with the ids for other tools.',
        isForeign: true,
        shown: { '': 'results summary', 'results.[]': 'kind id title at? snippets? url?' },
      },
    },
  },
}
