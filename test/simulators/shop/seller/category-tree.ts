export interface Category {
  code: number
  name: string
  status: 'ACTIVE' | 'READY' | 'DISABLED'
  children: Category[]
  /** Words of a product name that belong to this category. */
  words: string[]
}

const category = (code: number, name: string, children: Category[] = [], words = [name]): Category => ({
  code,
  name,
  status: 'ACTIVE',
  children,
  words,
})

/** A seed of three levels; 0 is the root. */
export const categoryTree = (): Category =>
  category(0, 'ROOT', [
    category(51000, '식품', [
      category(51100, '과일', [
        category(51101, '감귤', [], ['감귤', '귤']),
        category(51102, '사과'),
        category(51103, '곶감'),
      ]),
      category(51200, '커피/차', [
        category(51201, '원두커피', [], ['원두', '드립백']),
        category(51202, '녹차', [], ['녹차', '세작']),
      ]),
      category(51300, '김치', [category(51301, '포기김치', [], ['포기김치', '배추김치'])]),
    ]),
    category(52000, '생활용품', [
      category(52100, '세탁세제', [category(52101, '액체세제', [], ['액체세제', '세탁세제'])]),
      category(52200, '화장지', [category(52201, '롤화장지', [], ['화장지', '휴지'])]),
    ]),
    category(53000, '주방용품', [category(53100, '텀블러/보온병', [category(53101, '텀블러')])]),
    category(54000, '패션의류잡화', [category(54100, '양말', [category(54101, '등산양말', [], ['등산양말'])])]),
    category(55000, '반려/애완용품', [category(55100, '고양이 모래')]),
    { ...category(56000, '도서'), status: 'READY' },
    { ...category(57000, '비디오/DVD'), status: 'DISABLED' },
  ])

/** This category and all below it. */
export const withDescendants = (root: Category): Category[] => [root, ...root.children.flatMap(withDescendants)]
