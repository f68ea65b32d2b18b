/** What keeps its text: words in quotes, and what stands before a block or ends a statement of its own (a query cannot hold a property). */
const KEPT = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|@[^{};"']*[{;]/;
const SIZE = /(?<=[\s:(,])(?<size>-?(?:\d+(?:\.\d+)?|\.\d+))rem\b/;
const PARTS = new RegExp(`${KEPT.source}|${SIZE.source}`, 'g');

/**
 * Sizes in `rem` by the property `--phr-rem`: without it they are what they were, and a host that stands on somebody else's page says there what one is, whatever
 * size that page gives its root (platform: embed).
 */
export const onPixelBase = (css: string): string =>
  css.replace(PARTS, (all, size?: string) => (size === undefined ? all : `calc(var(--phr-rem,1rem)*${size})`));
