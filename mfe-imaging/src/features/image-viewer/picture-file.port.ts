import type { LoadProblem } from '../../files/load-problem.ts';

/** Properties read from a picture's bytes. */
export interface PictureFile {
  /** The file is truncated: browsers draw the existing part silently. */
  readonly cut: boolean;
  /** Likely reason if the browser cannot draw it: an unsupported format, or damage. */
  readonly unreadable: LoadProblem;
}

const [MARK, START_OF_SCAN, END_OF_IMAGE] = [0xff, 0xda, 0xd9];
const PNG_END = [0x49, 0x45, 0x4e, 0x44];
/** TIFF in both byte orders. */
const TIFF = ['49492a00', '4d4d002a'];

/**
 * Checks signature and end of an image file: JPEG (ITU T.81 annex B), PNG (chunk IEND), TIFF, HEIF (ISO 23008-12, box
 * ftyp).
 */
export function readPictureFile(bytes: Uint8Array): PictureFile {
  const hex = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex.startsWith('ffd8')) return { cut: !jpegEnds(bytes), unreadable: 'broken' };
  if (hex === '89504e47')
    return {
      cut: !PNG_END.every((letter, at) => bytes[bytes.length - 8 + at] === letter) && !holds(bytes, PNG_END),
      unreadable: 'broken',
    };
  const isHeif = String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp';
  return { cut: false, unreadable: TIFF.includes(hex) || isHeif ? 'unsupported' : 'broken' };
}

/** True if an end marker follows the first scan; scan data cannot contain it. A thumbnail in the header has its own. */
function jpegEnds(bytes: Uint8Array): boolean {
  let at = 2;
  while (bytes[at] === MARK && bytes[at + 1] !== START_OF_SCAN)
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  for (; at < bytes.length - 1; at += 1) if (bytes[at] === MARK && bytes[at + 1] === END_OF_IMAGE) return true;
  return false;
}

/** Some programs append data after the end. */
const holds = (bytes: Uint8Array, letters: readonly number[]): boolean =>
  bytes.some((byte, at) => byte === letters[0] && letters.every((letter, next) => bytes[at + next] === letter));
