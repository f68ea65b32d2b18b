/** Supported value representations. */
export type DicomVr =
  | 'AE'
  | 'AS'
  | 'CS'
  | 'DA'
  | 'DS'
  | 'IS'
  | 'LO'
  | 'LT'
  | 'PN'
  | 'SH'
  | 'TM'
  | 'UI'
  | 'US'
  | 'SS'
  | 'OB'
  | 'OW'
  | 'OF'
  | 'OD'
  | 'OV'
  | 'UN'
  | 'SQ';

/** Fragments of compressed pixel data, preceded by their offset table, which may be empty. */
export interface DicomFragments {
  readonly fragments: readonly Uint8Array[];
  readonly offsets?: readonly number[];
}

export interface DicomElement {
  /** Group and element as eight hex digits, e.g. '00100010'. */
  readonly tag: string;
  readonly vr: DicomVr;
  /**
   * Text, numbers (joined by backslashes in text VRs), words in the file's byte order, raw bytes, sequence items, or
   * fragments.
   */
  readonly value:
    | string
    | readonly number[]
    | Uint16Array
    | Uint8Array
    | DicomFragments
    | readonly (readonly DicomElement[])[];
}

/** Encoding of elements (PS3.5 7.1, 7.3). */
interface Way {
  readonly isImplicit: boolean;
  readonly isBigEndian: boolean;
}

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';
const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
const LITTLE: Way = { isImplicit: false, isBigEndian: false };
/** Our implementation UID; 2.25 is the arc of UUID-derived UIDs. */
const IMPLEMENTATION = '2.25.154713865419403827646011842734596201873';
const LONG = new Set<DicomVr>(['OB', 'OW', 'OF', 'OD', 'OV', 'UN', 'SQ']);
const UNDEFINED_LENGTH = 0xffff_ffff;

function words(values: Iterable<number>, { isBigEndian }: Way): Buffer {
  const numbers = [...values].map((value) => value & 0xffff);
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((number, index) =>
    isBigEndian ? bytes.writeUInt16BE(number, index * 2) : bytes.writeUInt16LE(number, index * 2),
  );
  return bytes;
}

const long = (value: number, { isBigEndian }: Way): Buffer => {
  const bytes = Buffer.alloc(4);
  if (isBigEndian) bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
};

const tagBytes = (tag: string, way: Way): Buffer =>
  words([Number.parseInt(tag.slice(0, 4), 16), Number.parseInt(tag.slice(4), 16)], way);

/** Values have even length: UIDs and bytes are padded with zero, text with a space. */
const even = (bytes: Buffer, pad: number): Buffer =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([pad])]);

const isItems = (value: DicomElement['value']): value is readonly (readonly DicomElement[])[] =>
  Array.isArray(value) && value.every((item) => Array.isArray(item));

function valueBytes({ tag, vr, value }: DicomElement, way: Way): Buffer {
  if (vr === 'SQ') {
    if (!isItems(value)) throw new TypeError(`${tag} wants items`);
    return Buffer.concat(
      value.map((item) => itemBytes(Buffer.concat(inOrder(item).map((one) => encode(one, way))), way)),
    );
  }
  if (vr === 'US' || vr === 'SS') {
    if (!Array.isArray(value)) throw new TypeError(`${tag} wants numbers`);
    return words(value as readonly number[], way);
  }
  if (value instanceof Uint16Array) return words(value, way);
  if (value instanceof Uint8Array) return even(Buffer.from(value), 0);
  if (LONG.has(vr)) throw new TypeError(`${tag} wants ${vr === 'OW' ? '16-bit pixels' : 'bytes'}`);
  const text = Buffer.from(typeof value === 'string' ? value : (value as readonly number[]).join('\\'), 'utf8');
  return even(text, vr === 'UI' ? 0 : 0x20);
}

const itemBytes = (content: Buffer, way: Way): Buffer =>
  Buffer.concat([tagBytes('FFFEE000', way), long(content.length, way), content]);

function encapsulated({ fragments, offsets = [] }: DicomFragments): Buffer {
  const table = Buffer.concat(offsets.map((offset) => long(offset, LITTLE)));
  return Buffer.concat([
    itemBytes(table, LITTLE),
    ...fragments.map((fragment) => itemBytes(even(Buffer.from(fragment), 0), LITTLE)),
    tagBytes('FFFEE0DD', LITTLE),
    long(0, LITTLE),
  ]);
}

function encode(element: DicomElement, way: Way): Buffer {
  const { tag, vr, value } = element;
  const isFragments = typeof value === 'object' && 'fragments' in value;
  const content = isFragments ? encapsulated(value) : valueBytes(element, way);
  const length = isFragments ? UNDEFINED_LENGTH : content.length;
  if (way.isImplicit) return Buffer.concat([tagBytes(tag, way), long(length, way), content]);
  const head = LONG.has(vr) ? [Buffer.alloc(2), long(length, way)] : [words([length], way)];
  return Buffer.concat([tagBytes(tag, way), Buffer.from(vr, 'latin1'), ...head, content]);
}

const inOrder = (elements: readonly DicomElement[]): readonly DicomElement[] =>
  [...elements].sort((a, b) => (a.tag < b.tag ? -1 : 1));

function metaHeader(sopClass: string, sopInstance: string, syntax: string): Buffer {
  const meta = (tag: string, vr: DicomVr, value: DicomElement['value']): Buffer => encode({ tag, vr, value }, LITTLE);
  const rest = Buffer.concat([
    meta('00020001', 'OB', Uint8Array.of(0, 1)),
    meta('00020002', 'UI', sopClass),
    meta('00020003', 'UI', sopInstance),
    meta('00020010', 'UI', syntax),
    meta('00020012', 'UI', IMPLEMENTATION),
    meta('00020013', 'SH', 'PHR_1'),
  ]);
  const length = Buffer.from([0x02, 0x00, 0x00, 0x00, 0x55, 0x4c, 0x04, 0x00, 0, 0, 0, 0]);
  length.writeUInt32LE(rest.length, 8);
  return Buffer.concat([length, rest]);
}

/**
 * A DICOM Part 10 file, text in UTF-8 (ISO_IR 192).
 * @param elements in any order; must include SOP class (00080016) and instance (00080018)
 * @param syntax transfer syntax; explicit VR little endian by default
 */
export function writeDicom(elements: readonly DicomElement[], syntax = EXPLICIT_LITTLE_ENDIAN): Uint8Array {
  const uid = (tag: string): string => {
    const value = elements.find((element) => element.tag === tag)?.value;
    if (typeof value !== 'string') throw new TypeError(`The element ${tag} is missing`);
    return value;
  };
  const charset: DicomElement = { tag: '00080005', vr: 'CS', value: 'ISO_IR 192' };
  const way = { isImplicit: syntax === IMPLICIT_LITTLE_ENDIAN, isBigEndian: syntax === EXPLICIT_BIG_ENDIAN };
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    metaHeader(uid('00080016'), uid('00080018'), syntax),
    ...inOrder([charset, ...elements]).map((element) => encode(element, way)),
  ]);
}

/** A UID from a UUID (2.25 and its decimal value). */
export function uidOf(uuid: string): string {
  return `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`;
}

export const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
export const DIGITAL_XRAY_IMAGE = '1.2.840.10008.5.1.4.1.1.1.1';

/** A grey image of one patient. */
export interface GreyImage {
  readonly sopClass: typeof CT_IMAGE | typeof DIGITAL_XRAY_IMAGE;
  readonly modality: 'CT' | 'DX';
  readonly patient: {
    readonly id: string /** Words in the order in which they are written. */;
    readonly name: string;
    readonly birthDate: string;
    readonly sex: 'M' | 'F';
  };
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly instanceUid: string;
  /** Frame of reference shared by a series' slices. */
  readonly frameUid?: string;
  readonly instanceNumber: number;
  readonly accessionNumber: string;
  readonly studyDescription: string;
  readonly seriesDescription: string;
  readonly bodyPart: string;
  readonly institution: string;
  /** YYYYMMDD and HHMMSS. */
  readonly date: string;
  readonly time: string;
  readonly rows: number;
  readonly columns: number;
  /** 12-bit values, row by row. */
  readonly pixels: Uint16Array;
  /** Stored value + intercept = modality value (Hounsfield units for CT). */
  readonly intercept: number;
  readonly windows: readonly { readonly center: number; readonly width: number; readonly name: string }[];
  /** Millimetres between pixels: in the patient for CT, at the detector for X-ray. */
  readonly spacing: number;
  /** Position and thickness of a slice in millimetres. */
  readonly slice?: { readonly position: readonly [x: number, y: number, z: number]; readonly thickness: number };
  readonly viewPosition?: 'PA' | 'AP';
}

/** Writes a 12-bit grey image (MONOCHROME2) as a DICOM file. */
export function writeGreyImage(image: GreyImage): Uint8Array {
  if (image.pixels.length !== image.rows * image.columns)
    throw new RangeError(`${image.pixels.length} pixels do not make ${image.columns} x ${image.rows}`);
  const [surname = '', ...given] = image.patient.name.split(' ');
  const text = (tag: string, vr: DicomVr, value: string): DicomElement => ({ tag, vr, value });
  const numbers = (tag: string, vr: DicomVr, ...value: readonly number[]): DicomElement => ({ tag, vr, value });
  const spacing = [image.spacing, image.spacing];
  const place: readonly DicomElement[] =
    image.slice === undefined
      ? [numbers('00181164', 'DS', ...spacing)]
      : [
          numbers('00280030', 'DS', ...spacing),
          numbers('00180050', 'DS', image.slice.thickness),
          numbers('00200032', 'DS', ...image.slice.position),
          numbers('00200037', 'DS', 1, 0, 0, 0, 1, 0),
          numbers('00201041', 'DS', image.slice.position[2]),
          text('00200052', 'UI', image.frameUid ?? image.seriesUid),
        ];
  const view: readonly DicomElement[] =
    image.viewPosition === undefined
      ? []
      : [text('00185101', 'CS', image.viewPosition), text('00200020', 'CS', 'L\\F')];
  return writeDicom([
    text('00080008', 'CS', 'ORIGINAL\\PRIMARY'),
    text('00080016', 'UI', image.sopClass),
    text('00080018', 'UI', image.instanceUid),
    text('00080020', 'DA', image.date),
    text('00080021', 'DA', image.date),
    text('00080030', 'TM', image.time),
    text('00080050', 'SH', image.accessionNumber),
    text('00080060', 'CS', image.modality),
    text('00080070', 'LO', 'PHR demo'),
    text('00080080', 'LO', image.institution),
    text('00080090', 'PN', ''),
    text('00081030', 'LO', image.studyDescription),
    text('0008103E', 'LO', image.seriesDescription),
    text('00100010', 'PN', `${surname}^${given.join(' ')}`),
    text('00100020', 'LO', image.patient.id),
    text('00100030', 'DA', image.patient.birthDate.replaceAll('-', '')),
    text('00100040', 'CS', image.patient.sex),
    text('00180015', 'CS', image.bodyPart),
    ...view,
    ...place,
    text('0020000D', 'UI', image.studyUid),
    text('0020000E', 'UI', image.seriesUid),
    text('00200010', 'SH', '1'),
    numbers('00200011', 'IS', 1),
    numbers('00200013', 'IS', image.instanceNumber),
    numbers('00280002', 'US', 1),
    text('00280004', 'CS', 'MONOCHROME2'),
    numbers('00280010', 'US', image.rows),
    numbers('00280011', 'US', image.columns),
    numbers('00280100', 'US', 16),
    numbers('00280101', 'US', 12),
    numbers('00280102', 'US', 11),
    numbers('00280103', 'US', 0),
    numbers('00281050', 'DS', ...image.windows.map(({ center }) => center)),
    numbers('00281051', 'DS', ...image.windows.map(({ width }) => width)),
    numbers('00281052', 'DS', image.intercept),
    numbers('00281053', 'DS', 1),
    text('00281054', 'LO', image.modality === 'CT' ? 'HU' : 'US'),
    text('00281055', 'LO', image.windows.map(({ name }) => name).join('\\')),
    { tag: '7FE00010', vr: 'OW', value: image.pixels },
  ]);
}
