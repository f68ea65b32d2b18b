const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

/**
 * Plain text of a narrative (`text.div`), one line per block. Never HTML: foreign markup, scripts and styles are
 * stripped, so the result is safe wherever text is displayed.
 */
export function narrativeText(div: string | undefined): string | undefined {
  if (div === undefined) return undefined;
  const plain = div
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?(?:p|div|li|tr|h[1-6]|br|table|ul|ol)\b[^>]*>/gi, '\n')
    .replace(/<\/?(?:td|th)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>?/g, '')
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const point = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
      },
    );
  const lines = plain
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f\v]+/g, ' ').trim())
    .filter((line) => line !== '');
  return lines.length > 0 ? lines.join('\n') : undefined;
}
