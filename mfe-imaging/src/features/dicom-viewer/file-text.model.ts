import { type DataSet, TAG } from './data-set.model.ts';

const ESCAPE = 0x1b;

/** Encodings of Specific Character Set terms (PS3.3 C.12.1.1.2); ISO-8859-1 is a subset of windows-1252. */
const ENCODING: Readonly<Record<string, string>> = {
  'ISO_IR 100': 'windows-1252',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 203': 'iso-8859-15',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
};

/** Multi-byte sets selected by escape sequence (PS3.3 table C.12-4), with the prefix their decoder needs. */
const ESCAPED: Readonly<Record<string, { readonly encoding: string; readonly prefix: string }>> = {
  $B: { encoding: 'iso-2022-jp', prefix: '\x1b$B' },
  '$(D': { encoding: 'iso-2022-jp', prefix: '\x1b$(D' },
  '$)C': { encoding: 'euc-kr', prefix: '' },
  '$)A': { encoding: 'gbk', prefix: '' },
};

const encodingOf = (term: string | undefined): string =>
  ENCODING[(term ?? '').replace(/^ISO 2022 IR /, 'ISO_IR ')] ?? 'utf-8';

/**
 * An element's text in its file's character set, which applies to sequence items too. Undefined if absent, empty or
 * mostly unreadable; never throws.
 */
export function textOf(dataSet: DataSet, tag: string, file: DataSet = dataSet): string | undefined {
  const element = dataSet.elements[tag];
  if (!element || element.length <= 0) return undefined;
  const end = Math.min(element.dataOffset + element.length, dataSet.byteArray.length);
  const text = decode(
    dataSet.byteArray.subarray(element.dataOffset, end),
    file.string(TAG.specificCharacterSet)?.split('\\')[0]?.trim(),
  );
  // strip control characters, which could corrupt the page's text, and padding
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const unreadable = clean.replaceAll(/[^\uFFFD]/g, '').length;
  return clean === '' || unreadable > clean.length / 3 ? undefined : clean;
}

/** Decodes bytes: first part in `term`, later parts in the sets selected by escape sequences. */
export function decode(bytes: Uint8Array, term: string | undefined): string {
  const first = encodingOf(term);
  let text = '';
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    if (at < bytes.length && (bytes[at] !== ESCAPE || at === start)) continue;
    text += run(bytes.subarray(start, at), first);
    start = at;
  }
  return text;
}

function run(bytes: Uint8Array, first: string): string {
  if (bytes[0] !== ESCAPE) return new TextDecoder(first).decode(bytes);
  const head = String.fromCharCode(...bytes.subarray(1, 4));
  const mark = Object.keys(ESCAPED).find((one) => head.startsWith(one));
  // other escapes return to a single-byte set: two characters after the escape
  if (mark === undefined) return new TextDecoder(first).decode(bytes.subarray(3));
  const { encoding, prefix } = ESCAPED[mark] ?? { encoding: first, prefix: '' };
  const rest = bytes.subarray(1 + mark.length);
  return new TextDecoder(encoding).decode(Uint8Array.from([...new TextEncoder().encode(prefix), ...rest]));
}
