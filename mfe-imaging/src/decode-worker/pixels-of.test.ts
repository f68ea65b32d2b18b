import { pixelsOf } from './pixels-of.ts';

test('decoded bytes become samples of their own width and sign, as a copy', () => {
  const memory = Uint8Array.of(1, 0, 255, 255);
  const signed = pixelsOf(memory, { bitsPerSample: 12, isSigned: true, samples: 2 });
  memory.fill(9);
  expect(signed).toEqual(Int16Array.of(1, -1));
  expect(pixelsOf(Uint8Array.of(7, 200), { bitsPerSample: 8, isSigned: false, samples: 2 })).toEqual(
    Uint8Array.of(7, 200),
  );
});

test('an empty or short frame is an error: it is never shown as another picture', () => {
  expect(() => pixelsOf(new Uint8Array(0), { bitsPerSample: 8, isSigned: false, samples: 0 })).toThrow();
  expect(() => pixelsOf(new Uint8Array(3), { bitsPerSample: 16, isSigned: false, samples: 2 })).toThrow();
});
