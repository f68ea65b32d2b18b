/**
 * Text to leave unchanged: quoted strings, and what precedes a block or ends a statement (at-rule queries cannot use
 * custom properties).
 */
const KEPT = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|@[^{};"']*[{;]/;
const SIZE = /(?<=[\s:(,])(?<size>-?(?:\d+(?:\.\d+)?|\.\d+))rem\b/;
const PARTS = new RegExp(`${KEPT.source}|${SIZE.source}`, 'g');

/**
 * Rewrites `rem` sizes to use `--phr-rem`: unset it changes nothing; a host on another page sets it to be independent
 * of that page's root font size (platform: embed).
 */
export const onPixelBase = (css: string): string =>
  css.replace(PARTS, (all, size?: string) => (size === undefined ? all : `calc(var(--phr-rem,1rem)*${size})`));
