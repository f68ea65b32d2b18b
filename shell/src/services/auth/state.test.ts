import { createState } from './state.ts';

test('[AUTH-03] state is exactly 30 letters and digits and never the same', () => {
  const made = Array.from({ length: 200 }, createState);
  for (const state of made) expect(state).toMatch(/^[A-Za-z0-9]{30}$/);
  expect(new Set(made).size).toBe(made.length);
});
