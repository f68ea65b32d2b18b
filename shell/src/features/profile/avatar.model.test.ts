import { AVATAR_BYTES, avatarFault, CENTERED, cropSquare } from './avatar.model.ts';

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const GIF = new TextEncoder().encode('GIF89a');

test.each([['a.jpg', JPEG], ['a.JPG', JPEG], ['ảnh của tôi.png', PNG], ['a.gif', GIF]])('[PROF-17] %s is taken', (name, head) => {
  expect(avatarFault({ name, size: 1 }, head)).toBeUndefined();
});

test.each([['a.jpeg', JPEG], ['a.webp', JPEG], ['a.svg', JPEG], ['jpg', JPEG], ['a.jpg.exe', JPEG], ['a.jpg', PNG], ['a.png', new TextEncoder().encode('<svg')], ['a.gif', Uint8Array.of()]])('[PROF-17] %s with other content is not', (name, head) => {
  expect(avatarFault({ name, size: 1 }, head)).toBe('profile.err.avatarType');
});

test('[PROF-18] 700K are taken, one byte more is not', () => {
  expect(AVATAR_BYTES).toBe(700 * 1024);
  expect(avatarFault({ name: 'a.jpg', size: 700 * 1024 }, JPEG)).toBeUndefined();
  expect(avatarFault({ name: 'a.jpg', size: 700 * 1024 + 1 }, JPEG)).toBe('profile.err.avatarSize');
});

test('a crop is a square inside the picture', () => {
  expect(cropSquare({ width: 400, height: 200 }, CENTERED)).toEqual({ left: 100, top: 0, side: 200 });
  expect(cropSquare({ width: 400, height: 200 }, { zoom: 2, x: 1, y: 1 })).toEqual({ left: 300, top: 100, side: 100 });
  expect(cropSquare({ width: 100, height: 300 }, { zoom: 0.1, x: -5, y: 9 })).toEqual({ left: 0, top: 200, side: 100 });
});
