import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** Pixels of one module. */
const SCALE = 6;
/** Modules of white around the code (ISO/IEC 18004). */
const QUIET = 4;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A QR code as a black and white PNG, correction level M. */
export function qrPicture(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const side = modules.length * SCALE;
  const stride = Math.ceil(side / 8);
  const rows = modules.map((line) => {
    // a filter byte, then one bit a pixel, 1 for white
    const row = Buffer.alloc(1 + stride, 0xff);
    row.writeUInt8(0, 0);
    line.forEach((dark, module) => {
      if (!dark) return;
      for (let x = module * SCALE; x < (module + 1) * SCALE; x += 1) {
        const at = 1 + (x >> 3);
        row.writeUInt8(row.readUInt8(at) & ~(0x80 >> (x & 7)), at);
      }
    });
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // one bit of grey
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.concat(rows.flatMap((row) => Array<Buffer>(SCALE).fill(row))));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
