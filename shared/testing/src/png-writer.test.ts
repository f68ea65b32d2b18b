/** @jest-environment node */
import { crc32, inflateSync } from 'node:zlib';
import { writePng } from './png-writer.ts';

test('a picture survives: size, checksums and every pixel', () => {
  const rgb = Uint8Array.from({ length: 5 * 3 * 3 }, (_, index) => (index * 37) % 256);
  const png = Buffer.from(writePng(5, 3, rgb));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const data: Buffer[] = [];
  let at = 8;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    if (body.toString('latin1', 0, 4) === 'IHDR')
      expect([body.readUInt32BE(4), body.readUInt32BE(8), body[12], body[13]]).toEqual([5, 3, 8, 2]);
    if (body.toString('latin1', 0, 4) === 'IDAT') data.push(body.subarray(4));
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(data));
  const pixels: number[] = [];
  for (let y = 0; y < 3; y += 1) {
    expect(rows[y * 16]).toBe(1);
    for (let x = 0; x < 15; x += 1)
      pixels.push(((rows[y * 16 + 1 + x] ?? 0) + (x < 3 ? 0 : (pixels[y * 15 + x - 3] ?? 0))) % 256);
  }
  expect(pixels).toEqual([...rgb]);
});

test('pixels that do not fit the size are refused', () => {
  expect(() => writePng(2, 2, new Uint8Array(11))).toThrow(RangeError);
});
