/** Metadata of a DICOM file, with the standard's keywords (PS3.6) by level of its information model. */
export interface DicomMetadata {
  readonly studies: readonly {
    readonly [keyword: string]: unknown;
    readonly series: readonly {
      readonly [keyword: string]: unknown;
      readonly instances: readonly {
        readonly metadata: Readonly<Record<string, string | number>>;
        readonly url: string;
      }[];
    }[];
  }[];
}

type Level = 'study' | 'series' | 'instance';
/** Elements that are read. None identifies the person; the storage key does. */
const KEYWORDS: ReadonlyMap<number, readonly [keyword: string, level: Level]> = new Map([
  [0x0020_000d, ['StudyInstanceUID', 'study']],
  [0x0008_0020, ['StudyDate', 'study']],
  [0x0008_0030, ['StudyTime', 'study']],
  [0x0008_1030, ['StudyDescription', 'study']],
  [0x0020_000e, ['SeriesInstanceUID', 'series']],
  [0x0020_0011, ['SeriesNumber', 'series']],
  [0x0008_0060, ['Modality', 'series']],
  [0x0008_103e, ['SeriesDescription', 'series']],
  [0x0008_0018, ['SOPInstanceUID', 'instance']],
  [0x0008_0016, ['SOPClassUID', 'instance']],
  [0x0020_0013, ['InstanceNumber', 'instance']],
  [0x0028_0008, ['NumberOfFrames', 'instance']],
  [0x0028_0010, ['Rows', 'instance']],
  [0x0028_0011, ['Columns', 'instance']],
  [0x0028_0030, ['PixelSpacing', 'instance']],
]);

const TRANSFER_SYNTAX = 0x0002_0010;
const IMPLICIT = '1.2.840.10008.1.2';
/** Deflated and big endian transfer syntaxes: obsolete, and not read. */
const UNREAD = new Set(['1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.2']);
const LONG_VR = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);
const NUMBERS = new Set([0x0028_0010, 0x0028_0011]);
const UNDEFINED_LENGTH = 0xffff_ffff;
const PIXEL_DATA = 0x7fe0_0010;
const [ITEM_END, SEQUENCE_END] = [0xfffe_e00d, 0xfffe_e0dd];
/** Large enough for everything before the pixels. */
const HEAD_BYTES = 1_048_576;

/**
 * Reads the header before the pixels. An unreadable file yields no studies.
 * @param url URL of the file in storage
 */
export async function dicomMetadata(file: Blob, url: string): Promise<DicomMetadata> {
  const found = readHead(new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (!found.has('StudyInstanceUID')) return { studies: [] };
  const of = (level: Level): Record<string, string | number> =>
    Object.fromEntries(
      [...KEYWORDS.values()].flatMap(([keyword, at]) =>
        at === level && found.has(keyword) ? [[keyword, found.get(keyword) ?? '']] : [],
      ),
    );
  return {
    studies: [{ ...of('study'), series: [{ ...of('series'), instances: [{ metadata: of('instance'), url }] }] }],
  };
}

function readHead(view: DataView): ReadonlyMap<string, string | number> {
  const found = new Map<string, string | number>();
  if (view.byteLength < 132 || textAt(view, 128, 4) !== 'DICM') return found;
  let syntax = '';
  try {
    for (let at = 132; at + 8 <= view.byteLength; ) {
      const tag = tagAt(view, at);
      // the first group is always explicit VR
      const { start, length } = lengthAt(view, at, tag >>> 16 !== 2 && syntax === IMPLICIT);
      if (tag === PIXEL_DATA) break;
      if (tag === TRANSFER_SYNTAX) syntax = textAt(view, start, length);
      if (UNREAD.has(syntax)) break;
      const [keyword] = KEYWORDS.get(tag) ?? [];
      if (keyword !== undefined && length > 0 && length !== UNDEFINED_LENGTH)
        found.set(keyword, NUMBERS.has(tag) ? view.getUint16(start, true) : textAt(view, start, length));
      at = length === UNDEFINED_LENGTH ? endOfSequence(view, start, syntax === IMPLICIT) : start + length;
    }
  } catch (error) {
    // truncated
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** End of a sequence or item of undefined length. */
function endOfSequence(view: DataView, from: number, implicit: boolean): number {
  for (let at = from; ; ) {
    const tag = tagAt(view, at);
    const { start, length } = lengthAt(view, at, implicit || tag >>> 16 === 0xfffe);
    if (tag === SEQUENCE_END || tag === ITEM_END) return start;
    at = length === UNDEFINED_LENGTH ? endOfSequence(view, start, implicit) : start + length;
  }
}

function tagAt(view: DataView, at: number): number {
  return ((view.getUint16(at, true) << 16) | view.getUint16(at + 2, true)) >>> 0;
}

/** Length and offset of an element's value. */
function lengthAt(view: DataView, at: number, implicit: boolean): { readonly start: number; readonly length: number } {
  if (implicit) return { start: at + 8, length: view.getUint32(at + 4, true) };
  return LONG_VR.has(textAt(view, at + 4, 2))
    ? { start: at + 12, length: view.getUint32(at + 8, true) }
    : { start: at + 8, length: view.getUint16(at + 6, true) };
}

/** Text without padding. */
function textAt(view: DataView, at: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length)).replace(/[\0 ]+$/, '');
}
