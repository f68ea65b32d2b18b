import { LoadError } from '../files/load-problem.ts';
import { jpegHeader, segmentsOf } from './jpeg-stream.ts';

/**
 * Sequential 12-bit JPEG (ITU-T T.81, process 4; transfer syntax 1.2.840.10008.1.2.4.51), unsupported by browsers and
 * the 8-bit codec. Output is interleaved.
 * @throws LoadError 'cut' if a scan is truncated, 'unsupported' for another process
 */
export function decodeJpeg12(bytes: Uint8Array): { readonly samples: Uint16Array; readonly components: number } {
  const header = jpegHeader(bytes);
  if (header?.process !== 'sequential') throw new LoadError('unsupported');
  const tables: Tables = { quantization: [], dc: [], ac: [], restart: 0 };
  let components: Component[] = [];
  for (let at = 2, scanned = 0; scanned < header.components.length; ) {
    let scan: Uint8Array | undefined;
    for (const { marker, body, end } of segmentsOf(bytes, at)) {
      at = end;
      if (marker === 0xdb) readQuantization(body, tables.quantization);
      else if (marker === 0xc4) readHuffman(body, tables);
      else if (marker === 0xdd) tables.restart = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
      else if (marker === 0xc0 || marker === 0xc1) components = componentsOf(body, header);
      else if (marker === 0xda) scan = body;
    }
    if (!scan || components.length === 0) throw new LoadError('cut');
    const inScan = scanned + (scan[0] ?? 0) > components.length ? [] : chosen(components, scan);
    if (inScan.length === 0) throw new LoadError('broken');
    at = decodeScan(bytes, at, inScan, tables, header);
    scanned += inScan.length;
  }
  return { samples: assembled(components, header), components: components.length };
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly quantization: number;
  /** Blocks per row and column, in whole MCUs. */
  readonly blocksAcross: number;
  readonly blocksDown: number;
  readonly samples: Uint16Array;
  dc: number;
  ac: number;
  previous: number;
}

interface Huffman {
  /** The largest code of each length, -1 for none. */
  readonly largest: readonly number[];
  /** Offset from a code of a length to its index in `values`. */
  readonly offset: readonly number[];
  readonly values: Uint8Array;
}

interface Tables {
  readonly quantization: Uint16Array[];
  readonly dc: Huffman[];
  readonly ac: Huffman[];
  restart: number;
}

/** Position in a block of the n-th coefficient (T.81 figure 5). */
const ZIGZAG = Uint8Array.from({ length: 64 }, (_, place) => place).map((place) => zigzagPlace(place));

function zigzagPlace(wanted: number): number {
  let [row, column] = [0, 0];
  for (let at = 0; at < wanted; at += 1) {
    const isUp = (row + column) % 2 === 0;
    if (isUp ? column === 7 : row === 7) [row, column] = isUp ? [row + 1, column] : [row, column + 1];
    else if (isUp ? row === 0 : column === 0) [row, column] = isUp ? [row, column + 1] : [row + 1, column];
    else [row, column] = isUp ? [row - 1, column + 1] : [row + 1, column - 1];
  }
  return row * 8 + column;
}

function readQuantization(body: Uint8Array, into: Uint16Array[]): void {
  for (let at = 0; at < body.length; ) {
    const head = body[at] ?? 0;
    const width = head >> 4 === 0 ? 1 : 2;
    at += 1;
    const from = at;
    into[head & 15] = Uint16Array.from({ length: 64 }, (_, index) =>
      width === 1
        ? (body[from + index] ?? 0)
        : ((body[from + index * 2] ?? 0) << 8) | (body[from + index * 2 + 1] ?? 0),
    );
    at += 64 * width;
  }
}

function readHuffman(body: Uint8Array, tables: Tables): void {
  for (let at = 0; at < body.length; ) {
    const head = body[at] ?? 0;
    const counts = body.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const largest = [-1];
    const offset = [0];
    for (let length = 1, code = 0, before = 0; length <= 16; length += 1) {
      const count = counts[length - 1] ?? 0;
      offset[length] = before - code;
      code += count;
      before += count;
      largest[length] = count === 0 ? -1 : code - 1;
      code <<= 1;
    }
    const values = body.subarray(at + 17, at + 17 + total);
    (head >> 4 === 0 ? tables.dc : tables.ac)[head & 15] = { largest, offset, values };
    at += 17 + total;
  }
}

function componentsOf(body: Uint8Array, { rows, columns }: Size): Component[] {
  const raw = Array.from({ length: body[5] ?? 0 }, (_, index) => body.subarray(6 + index * 3, 9 + index * 3));
  const most = { across: 1, down: 1 };
  for (const [, sampling = 0x11] of raw) {
    most.across = Math.max(most.across, sampling >> 4);
    most.down = Math.max(most.down, sampling & 15);
  }
  return raw.map(([id = 0, sampling = 0x11, quantization = 0]) => {
    const [across, down] = [sampling >> 4, sampling & 15];
    const blocksAcross = Math.ceil(columns / (8 * most.across)) * across;
    const blocksDown = Math.ceil(rows / (8 * most.down)) * down;
    const samples = new Uint16Array(blocksAcross * blocksDown * 64);
    return { id, across, down, quantization, blocksAcross, blocksDown, samples, dc: 0, ac: 0, previous: 0 };
  });
}

function chosen(components: readonly Component[], scan: Uint8Array): Component[] {
  return Array.from({ length: scan[0] ?? 0 }, (_, index) => {
    const component = components.find(({ id }) => id === scan[1 + index * 2]);
    const tables = scan[2 + index * 2] ?? 0;
    if (component) [component.dc, component.ac] = [tables >> 4, tables & 15];
    return component;
  }).filter((component) => component !== undefined);
}

/** Decodes the scan at `start`; returns the position of the next marker. */
function decodeScan(
  bytes: Uint8Array,
  start: number,
  inScan: readonly Component[],
  tables: Tables,
  size: Size,
): number {
  const bits = new Bits(bytes, start);
  const [first] = inScan;
  if (!first) return start;
  const isAlone = inScan.length === 1;
  // a single-component scan has only blocks that contain samples (T.81 A.2.2)
  const across = isAlone ? Math.ceil(size.columns / 8) : first.blocksAcross / first.across;
  const down = isAlone ? Math.ceil(size.rows / 8) : first.blocksDown / first.down;
  for (let unit = 0; unit < across * down; unit += 1) {
    if (tables.restart > 0 && unit > 0 && unit % tables.restart === 0) {
      bits.restart();
      for (const component of inScan) component.previous = 0;
    }
    const [column, row] = [unit % across, Math.floor(unit / across)];
    for (const component of inScan) {
      const [wide, high] = isAlone ? [1, 1] : [component.across, component.down];
      for (let block = 0; block < wide * high; block += 1)
        decodeBlock(bits, component, tables, [column * wide + (block % wide), row * high + Math.floor(block / wide)]);
    }
  }
  return bits.nextMarker();
}

const coefficients = new Float64Array(64);

function decodeBlock(bits: Bits, component: Component, tables: Tables, [column, row]: readonly [number, number]): void {
  const dc = tables.dc[component.dc];
  const ac = tables.ac[component.ac];
  const quantization = tables.quantization[component.quantization];
  if (!dc || !ac || !quantization) throw new LoadError('broken');
  coefficients.fill(0);
  component.previous += bits.signed(bits.symbol(dc));
  coefficients[0] = component.previous * (quantization[0] ?? 1);
  for (let at = 1; at < 64; at += 1) {
    const symbol = bits.symbol(ac);
    const size = symbol & 15;
    if (size === 0 && symbol !== 0xf0) break;
    at += symbol >> 4;
    if (size > 0 && at < 64) coefficients[ZIGZAG[at] ?? 0] = bits.signed(size) * (quantization[at] ?? 1);
  }
  const place = (row * component.blocksAcross * 8 + column) * 8;
  inverse(coefficients, (x, y, value) => {
    // undo the level shift: 2048 for 12 bits (T.81 A.3.1)
    component.samples[place + y * component.blocksAcross * 8 + x] = Math.min(
      Math.max(Math.round(value) + 2048, 0),
      4095,
    );
  });
}

/** IDCT cosines (T.81 A.3.3) with factors: COSINE[x * 8 + u]. */
const COSINE = Float64Array.from(
  { length: 64 },
  (_, at) => (at % 8 === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * (at >> 3) + 1) * (at % 8) * Math.PI) / 16),
);
const half = new Float64Array(64);

function inverse(block: Float64Array, put: (x: number, y: number, value: number) => void): void {
  for (let v = 0; v < 8; v += 1)
    for (let x = 0; x < 8; x += 1) {
      let sum = 0;
      for (let u = 0; u < 8; u += 1) sum += (block[v * 8 + u] ?? 0) * (COSINE[x * 8 + u] ?? 0);
      half[v * 8 + x] = sum;
    }
  for (let y = 0; y < 8; y += 1)
    for (let x = 0; x < 8; x += 1) {
      let sum = 0;
      for (let v = 0; v < 8; v += 1) sum += (half[v * 8 + x] ?? 0) * (COSINE[y * 8 + v] ?? 0);
      put(x, y, sum);
    }
}

/** Interleaves all components, upsampling subsampled ones. */
function assembled(components: readonly Component[], { rows, columns }: Size): Uint16Array {
  const out = new Uint16Array(rows * columns * components.length);
  const most = { across: 1, down: 1 };
  for (const { across, down } of components) {
    most.across = Math.max(most.across, across);
    most.down = Math.max(most.down, down);
  }
  components.forEach(({ samples, blocksAcross, across, down }, part) => {
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const from =
          Math.floor((row * down) / most.down) * blocksAcross * 8 + Math.floor((column * across) / most.across);
        out[(row * columns + column) * components.length + part] = samples[from] ?? 0;
      }
  });
  return out;
}

/** Bits of a scan: skips the zero byte after FF, stops at a marker. */
class Bits {
  readonly #bytes: Uint8Array;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  bit(): number {
    if (this.#count === 0) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || (byte === 0xff && this.#bytes[this.#at + 1] !== 0)) throw new LoadError('cut');
      this.#at += byte === 0xff ? 2 : 1;
      this.#held = byte;
      this.#count = 8;
    }
    this.#count -= 1;
    return (this.#held >> this.#count) & 1;
  }

  symbol({ largest, offset, values }: Huffman): number {
    for (let length = 1, code = 0; length <= 16; length += 1) {
      code = (code << 1) | this.bit();
      if (code <= (largest[length] ?? -1)) return values[code + (offset[length] ?? 0)] ?? 0;
    }
    throw new LoadError('broken');
  }

  /** A signed number of this many bits (T.81 F.2.2.1). */
  signed(size: number): number {
    if (size === 0) return 0;
    let value = 0;
    for (let at = 0; at < size; at += 1) value = (value << 1) | this.bit();
    return value < 2 ** (size - 1) ? value - 2 ** size + 1 : value;
  }

  /** Skips to after the next restart marker. */
  restart(): void {
    this.#at = this.nextMarker() + 2;
    this.#count = 0;
  }

  nextMarker(): number {
    let at = this.#at;
    while (at < this.#bytes.length && (this.#bytes[at] !== 0xff || this.#bytes[at + 1] === 0)) at += 1;
    return at;
  }
}
