import { inflateSync } from 'node:zlib';

/** A TrueType font extracted from a WOFF file. */
export interface Font {
  /** The TrueType file. */
  readonly ttf: Buffer;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly [number, number, number, number];
  /** Glyph index of a character; undefined if missing. */
  glyphOf(codePoint: number): number | undefined;
  /** Advance width of a glyph in font units. */
  widthOf(glyph: number): number;
}

interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly data: Buffer;
}

function tablesOf(woff: Buffer): readonly Table[] {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('Not a WOFF file');
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = 44 + index * 20;
    const offset = woff.readUInt32BE(at + 4);
    const packed = woff.readUInt32BE(at + 8);
    const length = woff.readUInt32BE(at + 12);
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString('latin1', at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < length ? inflateSync(bytes) : bytes,
    };
  });
}

/** Reassembles the tables as a TrueType file. */
function assemble(tables: readonly Table[]): Buffer {
  const head = Buffer.alloc(12 + tables.length * 16);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((tables.length - power) * 16, 10);
  const parts = [head];
  let offset = head.length;
  tables.forEach(({ tag, checksum, data }, index) => {
    const at = 12 + index * 16;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

/** Glyphs by character from the Unicode BMP cmap (format 4). */
function charactersOf(cmap: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const at = cmap.readUInt32BE(8 + index * 8);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const count = cmap.readUInt16BE(at + 6) / 2;
    for (let segment = 0; segment < count; segment += 1) {
      const end = cmap.readUInt16BE(at + 14 + segment * 2);
      const start = cmap.readUInt16BE(at + 16 + (count + segment) * 2);
      const delta = cmap.readUInt16BE(at + 16 + (2 * count + segment) * 2);
      const rangeAt = at + 16 + (3 * count + segment) * 2;
      const range = cmap.readUInt16BE(rangeAt);
      for (let code = start; code <= end && code < 0xffff; code += 1) {
        const listed = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + (code - start) * 2);
        const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
        if (glyph !== 0) glyphs.set(code, glyph);
      }
    }
  }
  return glyphs;
}

/**
 * Parses a WOFF 1 file.
 * @throws TypeError if invalid or missing a table
 */
export function readWoff(woff: Buffer): Font {
  const tables = tablesOf(woff);
  const table = (tag: string): Buffer => {
    const found = tables.find((candidate) => candidate.tag === tag);
    if (found === undefined) throw new TypeError(`The font has no table ${tag}`);
    return found.data;
  };
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')];
  const glyphs = charactersOf(table('cmap'));
  const metrics = hhea.readUInt16BE(34);
  return {
    ttf: assemble(tables),
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphOf: (codePoint) => glyphs.get(codePoint),
    widthOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
  };
}
