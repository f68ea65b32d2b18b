/** Number of rows shown, with the total if known. */
export function shownCount(
  shown: number,
  total: number | undefined,
): { readonly key: 'list.count' | 'list.loaded'; readonly values: Readonly<Record<string, number>> } {
  const values = { from: shown === 0 ? 0 : 1, to: shown };
  return total === undefined
    ? { key: 'list.loaded', values }
    : { key: 'list.count', values: { ...values, total: Math.max(total, shown) } };
}
