import * as instant from '@phr/time/instant';

/** The packet is shorter than its flags announce: never a partial reading. */
export class TruncatedPacket extends Error {}

/** An IEEE 11073-20601 number, or its special value. */
export type MedicalFloat = number | { readonly special: 'NaN' | 'NRes' | '+INF' | '-INF' | 'reserved' };

const SFLOAT_WORDS: ReadonlyMap<number, MedicalFloat> = new Map([
  [0x07ff, { special: 'NaN' }],
  [0x0800, { special: 'NRes' }],
  [0x07fe, { special: '+INF' }],
  [0x0802, { special: '-INF' }],
  [0x0801, { special: 'reserved' }],
]);
const FLOAT_WORDS: ReadonlyMap<number, MedicalFloat> = new Map([
  [0x007fffff, { special: 'NaN' }],
  [0x00800000, { special: 'NRes' }],
  [0x007ffffe, { special: '+INF' }],
  [0x00800002, { special: '-INF' }],
  [0x00800001, { special: 'reserved' }],
]);

/** The number, or null for a special value, as sent after a failed measurement. */
export const numberOf = (value: MedicalFloat): number | null => (typeof value === 'number' ? value : null);

/** m · 10^e, without the rounding error of a binary power. */
const scaled = (mantissa: number, exponent: number): number => Number(`${mantissa}e${exponent}`);

/**
 * Sequential little-endian reader of Bluetooth health characteristics.
 * @throws TruncatedPacket at the end of the packet
 */
export class GattReader {
  readonly #bytes: DataView;
  #at = 0;

  constructor(bytes: DataView) {
    this.#bytes = bytes;
  }

  #next(size: number): number {
    const at = this.#at;
    if (at + size > this.#bytes.byteLength)
      throw new TruncatedPacket(`${this.#bytes.byteLength} bytes, ${at + size} announced`);
    this.#at = at + size;
    return at;
  }

  u8(): number {
    return this.#bytes.getUint8(this.#next(1));
  }

  u16(): number {
    return this.#bytes.getUint16(this.#next(2), true);
  }

  u24(): number {
    return this.u16() | (this.u8() << 16);
  }

  s16(): number {
    return this.#bytes.getInt16(this.#next(2), true);
  }

  /** SFLOAT: 4 bits of exponent, 12 bits of mantissa, both signed; special values are whole words. */
  sfloat(): MedicalFloat {
    const word = this.u16();
    return SFLOAT_WORDS.get(word) ?? scaled((word << 20) >> 20, (word << 16) >> 28);
  }

  /** FLOAT: 8 bits of exponent, 24 bits of mantissa, both signed. */
  float(): MedicalFloat {
    const word = this.#bytes.getUint32(this.#next(4), true);
    return FLOAT_WORDS.get(word) ?? scaled((word << 8) >> 8, word >> 24);
  }

  /**
   * Date Time: the meter's local time, YYYY-MM-DDTHH:mm:ss without zone; null if year, month or day is unknown or
   * impossible.
   */
  time(): string | null {
    const [year, month, day, hour, minute, second] = [
      this.u16(),
      this.u8(),
      this.u8(),
      this.u8(),
      this.u8(),
      this.u8(),
    ];
    const two = (part: number): string => String(part).padStart(2, '0');
    const text = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
    return instant.epochMilliseconds(text, 0) === undefined ? null : text;
  }
}
