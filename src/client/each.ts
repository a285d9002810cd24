/**
 * The items of all pages of a listing. A page is fetched when the items of the page before are used up.
 *
 * @param input the input of the first page
 * @param itemsOf the items of a page
 * @param nextInput what changes in the input for the page that follows, null after the last page
 */
export async function* each<Input extends object, Page, Item>(
  input: Input,
  fetchPage: (input: Input) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  nextInput: (page: Page, input: Input) => Partial<Input> | null,
): AsyncGenerator<Item, void, undefined> {
  let current = input
  for (;;) {
    const page = await fetchPage(current)
    yield* itemsOf(page)
    const change = nextInput(page, current)
    if (!change) return
    current = { ...current, ...change }
  }
}
