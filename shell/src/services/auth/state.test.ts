import { createState } from './state.ts';

test('[AUTH-03] state is exactly 30 letters and digits and never the same', () => {
  const made = Array.from({ length: 200 }, createState);
  for (const state of made) expect(state).toMatch(/^[A-Za-z0-9]{30}$/);
  expect(new Set(made).size).toBe(made.length);
});

test('[AUTH-03] no letter is likelier than another: bytes above the last whole round of 62 are drawn again', () => {
  const { jest } = import.meta;
  const bytes = [247, 248, 255, 0, ...Array.from({ length: 28 }, () => 61)];
  const draw = jest.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array)[0] = bytes.shift() ?? 0;
    return array;
  });
  expect(createState()).toBe(`9A${'9'.repeat(28)}`);
  draw.mockRestore();
});
