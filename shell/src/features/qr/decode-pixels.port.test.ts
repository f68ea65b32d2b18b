import encodeQR from 'qr';
import { decodePixels } from './decode-pixels.port.ts';

function picture(content: string, pixelsPerModule: number) {
  const rows = encodeQR(content, 'raw', { border: 4 });
  const size = rows.length * pixelsPerModule;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1)
      if (rows[Math.floor(y / pixelsPerModule)]?.[Math.floor(x / pixelsPerModule)] === true)
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  }
  return { width: size, height: size, data };
}

test.each(['phr://enrollment?e=E1&t=F0H&o=BV1', 'Sổ sức khỏe của Nguyễn Thị Ánh', 'A1B2C3D4E5F6'])(
  '[QR-02] reads %p out of a picture',
  (content) => {
    expect(decodePixels(picture(content, 5))).toBe(content);
  },
);

test('a picture without a code holds nothing', () => {
  expect(
    decodePixels({ width: 200, height: 200, data: new Uint8ClampedArray(200 * 200 * 4).fill(255) }),
  ).toBeUndefined();
});
