import { LoadError } from '../files/load-problem.ts';
import type { Codecs, StreamCodec } from './codecs.ts';
import { decodeJpeg12 } from './jpeg-12-bit.ts';
import { jpegHeader, markedRgb } from './jpeg-stream.ts';
import type { FrameJob, PixelFormat, Samples } from './picture.ts';
import { decodeRle } from './rle.ts';
import { cellsOf } from './stored-values.ts';

/** Uncompressed samples of one frame, with their actual format. */
export interface Uncompressed {
  readonly cells: Samples;
  readonly format: PixelFormat;
  /** Y Y Cb Cr: two pixels share chroma. */
  readonly isShared: boolean;
  /** Already signed, and possibly beyond the header's bits through rounding. */
  readonly isFinal: boolean;
  readonly hasOtherSign: boolean;
}

const UID = '1.2.840.10008.1.2';
const BIG_ENDIAN = `${UID}.2`;
/** Uncompressed, deflated as a whole file, or in fragments (PS3.5 A.1 to A.5, A.4.11). */
const PLAIN = new Set([UID, `${UID}.1`, BIG_ENDIAN, `${UID}.1.99`, `${UID}.1.98`]);
const DEFLATED = `${UID}.8.1`;
const RLE = `${UID}.5`;
const JPEG = new Set(['50', '51', '53', '55', '57', '70'].map((end) => `${UID}.4.${end}`));
/** Lossy syntaxes: values may slightly exceed their range. */
const LOSSY = new Set(['50', '51', '53', '55', '81', '91', '203', '112'].map((end) => `${UID}.4.${end}`));
const STREAMS: ReadonlyMap<string, StreamCodec> = new Map([
  ...['80', '81'].map((end) => [`${UID}.4.${end}`, 'jpegLs'] as const),
  ...['90', '91'].map((end) => [`${UID}.4.${end}`, 'jpeg2000'] as const),
  ...['201', '202', '203'].map((end) => [`${UID}.4.${end}`, 'htj2k'] as const),
  ...['110', '111', '112'].map((end) => [`${UID}.4.${end}`, 'jpegXl'] as const),
]);

/** Compressed syntaxes with a decoder (PS3.5 annex A). */
export const isCompressed = (syntax: string): boolean =>
  syntax === RLE || syntax === DEFLATED || JPEG.has(syntax) || STREAMS.has(syntax);
export const isPlain = (syntax: string): boolean => PLAIN.has(syntax);

/**
 * Decompresses a frame.
 * @throws LoadError, or any codec error
 */
export async function decompress(job: FrameJob, bytes: Uint8Array, codecs: Codecs): Promise<Uncompressed> {
  const { syntax } = job;
  if (PLAIN.has(syntax)) return plain(bytes, job, syntax === BIG_ENDIAN);
  if (syntax === DEFLATED) return plain(codecs.inflate(bytes), job, false);
  if (syntax === RLE) return fromRle(bytes, job);
  if (JPEG.has(syntax)) return fromJpeg(bytes, job, codecs);
  const codec = STREAMS.get(syntax);
  if (codec === undefined) throw new LoadError('unsupported');
  return fromStream(codec, bytes, job, codecs);
}

function plain(bytes: Uint8Array, { format, hasSwappedBytes }: FrameJob, isBigEndian: boolean): Uncompressed {
  const isShared = format.photometric === 'YBR_FULL_422' && format.samples === 3;
  const cells = cellsOf(bytes, format, { isBigEndian, hasSwappedBytes });
  return { cells, format, isShared, isFinal: false, hasOtherSign: false };
}

function fromRle(bytes: Uint8Array, job: FrameJob): Uncompressed {
  // RLE segments are planes with full chroma, whatever the header says
  const format = { ...job.format, isPlanar: true, photometric: withFullColour(job.format.photometric) };
  const cells = cellsOf(decodeRle(bytes, format), format, { isBigEndian: false, hasSwappedBytes: false });
  return { cells, format, isShared: false, isFinal: false, hasOtherSign: false };
}

const withFullColour = (photometric: string): string => (photometric === 'YBR_FULL_422' ? 'YBR_FULL' : photometric);

/** The stream identifies its own JPEG process; the transfer syntax may be wrong. */
async function fromJpeg(bytes: Uint8Array, job: FrameJob, codecs: Codecs): Promise<Uncompressed> {
  const header = jpegHeader(bytes);
  if (!header) throw new LoadError('broken');
  const { precision, process, components } = header;
  sameSize(job.format, { width: header.columns, height: header.rows, componentCount: components.length });
  if (process === 'lossless') {
    // the decoder keeps only the first of three wide components
    if (components.length > 1 && precision > 8) throw new LoadError('unsupported');
    const decoder = await codecs.lossless();
    const { buffer, byteOffset, length } = bytes.slice();
    const cells = decoder.decode(buffer, byteOffset, length, precision > 8 ? 2 : 1);
    return decoded(cells, job, { precision, isPlanar: false, photometric: job.format.photometric });
  }
  if (precision === 12) {
    const { samples } = decodeJpeg12(bytes);
    return decoded(samples, job, { precision, isPlanar: false, photometric: withFullColour(job.format.photometric) });
  }
  if (precision !== 8 || process === 'other') throw new LoadError('unsupported');
  const isUnmarkedRgb = job.format.photometric === 'RGB' && components.length === 3 && !header.saysColour;
  const answer = await fromStream('jpeg', isUnmarkedRgb ? markedRgb(bytes) : bytes, job, codecs);
  // the codec always outputs RGB
  return {
    ...answer,
    format: { ...answer.format, photometric: components.length === 3 ? 'RGB' : job.format.photometric },
  };
}

async function fromStream(codec: StreamCodec, bytes: Uint8Array, job: FrameJob, codecs: Codecs): Promise<Uncompressed> {
  const decoder = await codecs.stream(codec);
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const info = decoder.getFrameInfo();
    sameSize(job.format, info);
    const precision = info.bitsPerSample;
    if (precision > 16) throw new LoadError('unsupported');
    const width = precision > 8 ? 2 : 1;
    const count = info.width * info.height * info.componentCount;
    const memory = decoder.getDecodedBuffer();
    if (memory.byteLength < count * width) throw new LoadError('broken');
    const { buffer } = memory.slice(0, count * width);
    // only JPEG 2000 says whether values are signed
    const isSigned = (codec === 'jpeg2000' || codec === 'htj2k') && info.isSigned === true;
    const cells = width === 1 ? new Uint8Array(buffer) : new Uint16Array(buffer);
    return decoded(cells, job, {
      precision,
      isPlanar: decoder.getInterleaveMode?.() === 0,
      photometric: withFullColour(job.format.photometric),
      ...(codec === 'jpeg2000' || codec === 'htj2k' ? { isSigned } : {}),
    });
  } finally {
    decoder.delete();
  }
}

/** Rejects a picture whose size differs from the header: it may be the wrong picture. */
function sameSize(
  { rows, columns, samples }: PixelFormat,
  {
    width,
    height,
    componentCount,
  }: { readonly width: number; readonly height: number; readonly componentCount: number },
): void {
  // a codec that could not read anything reports zero size
  if (width === 0 || height === 0) throw new LoadError('broken');
  if (width !== columns || height !== rows || componentCount !== samples) throw new LoadError('otherSize');
}

interface Decoded {
  readonly precision: number;
  readonly isPlanar: boolean;
  readonly photometric: string;
  /** Signedness in the stream; absent if it cannot say. */
  readonly isSigned?: boolean;
}

/**
 * A stream may have more bits than the header, never fewer; values are in the low bits unless HighBit says otherwise.
 * Signed streams are trusted; unsigned ones may hold bits the header declares as signed.
 */
function decoded(cells: Samples, { syntax, format }: FrameJob, stream: Decoded): Uncompressed {
  const { precision, isPlanar, photometric, isSigned = format.isSigned } = stream;
  const hasOtherSign = stream.isSigned !== undefined && stream.isSigned !== format.isSigned;
  const isFinal = stream.isSigned === true || (LOSSY.has(syntax) && !format.isSigned);
  return {
    cells: stream.isSigned === true ? signedCells(cells) : cells,
    format: {
      ...format,
      isPlanar,
      photometric,
      isSigned: isSigned || format.isSigned,
      bitsAllocated: cells.BYTES_PER_ELEMENT * 8,
      bitsStored: Math.min(format.bitsStored, precision),
      highBit: Math.min(format.highBit, precision - 1),
    },
    isShared: false,
    isFinal,
    hasOtherSign,
  };
}

const signedCells = ({ buffer, byteOffset, length, BYTES_PER_ELEMENT: width }: Samples): Samples =>
  width === 1 ? new Int8Array(buffer, byteOffset, length) : new Int16Array(buffer, byteOffset, length);
