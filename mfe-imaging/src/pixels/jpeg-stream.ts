/** JPEG header before the first scan (ITU-T T.81 B.2). */
export interface JpegHeader {
  readonly precision: number;
  readonly rows: number;
  readonly columns: number;
  /** Component identifiers in order. */
  readonly components: readonly number[];
  readonly process: 'sequential' | 'progressive' | 'lossless' | 'other';
  /** A JFIF or Adobe marker defines the colour model. */
  readonly saysColour: boolean;
}

interface Segment {
  /** Second byte of the marker. */
  readonly marker: number;
  /** Content, after the two length bytes. */
  readonly body: Uint8Array;
  /** Position of the next marker. */
  readonly end: number;
}

const PROCESS: Readonly<Record<number, JpegHeader['process']>> = {
  0xc0: 'sequential',
  0xc1: 'sequential',
  0xc2: 'progressive',
  0xc3: 'lossless',
};
const [START_OF_SCAN, END_OF_IMAGE, JFIF, ADOBE] = [0xda, 0xd9, 0xe0, 0xee];
/** C4 (tables) and CC (arithmetic) are in the frame markers' range. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments up to the first scan, or from `from` to the next scan. Empty if not a JPEG stream. */
export function* segmentsOf(bytes: Uint8Array, from = 2): Generator<Segment> {
  let at = from;
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    // fill bytes may precede a marker
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) return;
    const end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
    yield { marker, body: bytes.subarray(at + 4, end), end };
    if (marker === START_OF_SCAN) return;
    at = end;
  }
}

/** Parses the header of a JPEG stream; undefined if there is none. */
export function jpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  let saysColour = false;
  for (const { marker, body } of segmentsOf(bytes)) {
    saysColour ||= marker === JFIF || marker === ADOBE;
    if (!isFrame(marker)) continue;
    const word = (at: number): number => ((body[at] ?? 0) << 8) | (body[at + 1] ?? 0);
    return {
      precision: body[0] ?? 0,
      rows: word(1),
      columns: word(3),
      components: Array.from({ length: body[5] ?? 0 }, (_, index) => body[6 + index * 3] ?? 0),
      process: PROCESS[marker] ?? 'other',
      saysColour,
    };
  }
  return undefined;
}

/** 'Adobe', version 100, transform 0: components are RGB. */
const SAYS_RGB = [0xff, ADOBE, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0];

/** Adds an Adobe marker that declares RGB; decoders otherwise assume YCbCr. */
export function markedRgb(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + SAYS_RGB.length);
  out.set(bytes.subarray(0, 2));
  out.set(SAYS_RGB, 2);
  out.set(bytes.subarray(2), 2 + SAYS_RGB.length);
  return out;
}
