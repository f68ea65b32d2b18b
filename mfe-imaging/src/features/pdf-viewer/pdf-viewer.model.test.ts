import { zoomed } from '../../files/zoom.ts';
import { drawingScale, fileName, find, pageWidth, ZOOM } from './pdf-viewer.model.ts';

test('[IMG-17] a step is 0.1, without crumbs, within its limits', () => {
  let zoom = 1;
  for (let step = 0; step < 7; step += 1) zoom = zoomed(zoom, 1, ZOOM);
  expect(zoom).toBe(1.7);
  expect(zoomed(4, 1, ZOOM)).toBe(4);
  expect(zoomed(0.3, -1, ZOOM)).toBe(0.3);
});

test('[IMG-22] a page takes half of a window over 1366 wide, else all', () => {
  expect(pageWidth(1366, 1300)).toBe(1300);
  expect(pageWidth(1367, 1300)).toBe(683.5);
  expect(pageWidth(360, 344)).toBe(344);
});

test("a very large page is drawn with fewer pixels, a normal one with the device's own", () => {
  expect(drawingScale(800, 1100, 2)).toBe(2);
  const scale = drawingScale(9000, 6400, 2);
  expect(9000 * 6400 * scale ** 2).toBeLessThanOrEqual(16_000_001);
});

test('[IMG-20] the file is named as the record is, in letters that every system takes', () => {
  expect(fileName('Xét nghiệm máu 21/11/2026')).toBe('Xét nghiệm máu 21 11 2026.pdf');
  expect(fileName(' \u0000:*? ')).toBe('document.pdf');
});

test('words are found without their marks, with the place in the original text', () => {
  const text = 'Đường  huyết lúc đói; ĐƯỜNG HUYẾT'.normalize('NFC');
  const found = find(text, 'duong huyet');
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(['Đường  huyết', 'ĐƯỜNG HUYẾT']);
  expect(find('duong huyết'.normalize('NFD'), 'đường huyết')).toHaveLength(1);
  expect(find(text, '  ')).toEqual([]);
});
