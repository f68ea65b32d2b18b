import type { DataElement, DataSet } from './data-set.model.ts';

/** A parsed file from texts and 16-bit numbers, for tests. */
export function fakeDataSet(
  values: Readonly<Record<string, string | number>>,
  elements: Readonly<Record<string, DataElement>> = {},
): DataSet {
  const encoded = Object.entries(values).map(([tag, value]) => [tag, new TextEncoder().encode(String(value))] as const);
  const byteArray = new Uint8Array(encoded.reduce((sum, [, bytes]) => sum + bytes.length, 0));
  const found: Record<string, DataElement> = {};
  let at = 0;
  for (const [tag, bytes] of encoded) {
    byteArray.set(bytes, at);
    found[tag] = { dataOffset: at, length: bytes.length };
    at += bytes.length;
  }
  return {
    byteArray,
    elements: { ...found, ...elements },
    string: (tag) => (values[tag] === undefined ? undefined : String(values[tag])),
    uint16: (tag) => (typeof values[tag] === 'number' ? values[tag] : undefined),
  };
}
