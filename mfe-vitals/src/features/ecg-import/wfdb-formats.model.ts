/** Sample format of a data file (signal(5) of the WFDB specification). */
interface Format {
  /** The step that marks "no value". */
  readonly invalid?: number;
  readonly read: (bytes: DataView) => Int32Array;
}

/** Samples of whole bytes, one after the other. */
const whole =
  (width: number, at: (bytes: DataView, place: number) => number) =>
  (bytes: DataView): Int32Array =>
    Int32Array.from({ length: Math.floor(bytes.byteLength / width) }, (_, index) => at(bytes, index * width));

/** Sign-extends a value of this many bits. */
const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);

/** Two 12-bit samples in three bytes; an odd last one takes two. */
function packed12(bytes: DataView): Int32Array {
  const byte = (at: number): number => (at < bytes.byteLength ? bytes.getUint8(at) : 0);
  return Int32Array.from({ length: Math.floor((bytes.byteLength * 2) / 3) }, (_, index) => {
    const at = Math.floor(index / 2) * 3;
    const middle = byte(at + 1);
    return signed(index % 2 === 0 ? byte(at) | ((middle & 0x0f) << 8) : byte(at + 2) | ((middle & 0xf0) << 4), 12);
  });
}

/** Three 10-bit samples in four bytes; the complete ones of a truncated last group. */
const packed10 =
  (three: (low: number, high: number) => readonly number[]) =>
  (bytes: DataView): Int32Array => {
    const word = (at: number): number => (at + 1 < bytes.byteLength ? bytes.getUint16(at, true) : 0);
    const groups = Math.floor(bytes.byteLength / 4);
    const rest = bytes.byteLength % 4 >= 2 ? 1 : 0;
    return Int32Array.from({ length: groups * 3 + rest }, (_, index) => {
      const at = Math.floor(index / 3) * 4;
      return signed(three(word(at), word(at + 2))[index % 3] ?? 0, 10);
    });
  };

/** By format number; differences (8) are accumulated by the caller. */
export const FORMATS: Readonly<Record<number, Format>> = {
  8: { read: whole(1, (bytes, at) => bytes.getInt8(at)) },
  16: { invalid: -32_768, read: whole(2, (bytes, at) => bytes.getInt16(at, true)) },
  24: { invalid: -8_388_608, read: whole(3, (bytes, at) => bytes.getUint16(at, true) | (bytes.getInt8(at + 2) << 16)) },
  32: { invalid: -2_147_483_648, read: whole(4, (bytes, at) => bytes.getInt32(at, true)) },
  61: { invalid: -32_768, read: whole(2, (bytes, at) => bytes.getInt16(at)) },
  // offset binary: half of the range is zero
  80: { invalid: -128, read: whole(1, (bytes, at) => bytes.getUint8(at) - 128) },
  160: { invalid: -32_768, read: whole(2, (bytes, at) => bytes.getUint16(at, true) - 32_768) },
  212: { invalid: -2048, read: packed12 },
  310: { invalid: -512, read: packed10((low, high) => [low >> 1, high >> 1, (low >> 11) | ((high >> 11) << 5)]) },
  311: { invalid: -512, read: packed10((low, high) => [low, (low >> 10) | (high << 6), high >> 4]) },
};

/** Format of first differences, each from the sample before. */
export const DIFFERENCES = 8;
