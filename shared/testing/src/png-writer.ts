import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/**
 * Encodes an image as 8-bit RGB PNG.
 * @param rgb three bytes per pixel, row by row
 * @throws RangeError if its length does not match
 */
export function writePng(width: number, height: number, rgb: Uint8Array): Uint8Array {
  if (rgb.length !== width * height * 3)
    throw new RangeError(`${rgb.length} bytes do not make ${width} x ${height} pixels`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = width * 3 + 1;
  const filtered = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    // filter 1 (Sub) suits gradients
    filtered[y * row] = 1;
    for (let x = 0; x < width * 3; x += 1) {
      const at = y * width * 3 + x;
      filtered[y * row + 1 + x] = (rgb[at] ?? 0) - (x < 3 ? 0 : (rgb[at - 3] ?? 0));
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered)),
    chunk('IEND', new Uint8Array()),
  ]);
}
