import { AVATAR_BYTES, avatarFault, CENTERED, cropArea, PICTURE, pictureIn } from './avatar.model.ts';

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const GIF = new TextEncoder().encode('GIF89a');

test.each([
  ['a.jpg', JPEG],
  ['a.JPG', JPEG],
  ['ảnh của tôi.png', PNG],
  ['a.gif', GIF],
])('[PROF-17] %s is taken', (name, head) => {
  expect(avatarFault({ name, size: 1 }, head)).toBeUndefined();
});

test.each([
  ['a.jpeg', JPEG],
  ['a.webp', JPEG],
  ['a.svg', JPEG],
  ['jpg', JPEG],
  ['a.jpg.exe', JPEG],
  ['a.jpg', PNG],
  ['a.png', new TextEncoder().encode('<svg')],
  ['a.gif', Uint8Array.of()],
])('[PROF-17] %s with other content is not', (name, head) => {
  expect(avatarFault({ name, size: 1 }, head)).toBe('profile.err.avatarType');
});

test('[PROF-18] 700K are taken, one byte more is not', () => {
  expect(AVATAR_BYTES).toBe(700 * 1024);
  expect(avatarFault({ name: 'a.jpg', size: 700 * 1024 }, JPEG)).toBeUndefined();
  expect(avatarFault({ name: 'a.jpg', size: 700 * 1024 + 1 }, JPEG)).toBe('profile.err.avatarSize');
});

test('[UI-20] the picker cuts 4 to 3, never outside the picture', () => {
  expect(PICTURE.width / PICTURE.height).toBeCloseTo(4 / 3);
  expect(cropArea({ width: 400, height: 150 }, CENTERED)).toEqual({ left: 100, top: 0, width: 200, height: 150 });
  expect(cropArea({ width: 400, height: 300 }, { zoom: 2, x: 1, y: 1 })).toEqual({
    left: 200,
    top: 150,
    width: 200,
    height: 150,
  });
  expect(cropArea({ width: 120, height: 300 }, { zoom: 0.1, x: -5, y: 9 })).toEqual({
    left: 0,
    top: 210,
    width: 120,
    height: 90,
  });
});

test('[UI-20] a cut picture is a JPEG of quality 0.7, and there at once', async () => {
  const asked: unknown[] = [];
  const file = pictureIn({
    toDataURL: (...how: unknown[]) => {
      asked.push(how);
      return `data:image/jpeg;base64,${btoa('\xff\xd8\xff')}`;
    },
  });
  expect(asked).toEqual([['image/jpeg', 0.7]]);
  expect(file.type).toBe('image/jpeg');
  expect(file.size).toBe(3);
});
