import { normalizeText } from './normalize-text.ts';

test('[UI-08] folded text has no marks, case or doubled spaces', () => {
  expect(normalizeText('  ĐỖ   Ức ')).toBe('do uc');
  expect(normalizeText(' Tiểu Đường ')).toBe('tieu duong');
  expect(normalizeText('Đà Nẵng'.normalize('NFD'))).toBe('da nang');
  expect(normalizeText('Nguyễn'.normalize('NFD'))).toBe(normalizeText('NGUYEN'));
  expect(normalizeText('Y’Moan Êñuôl')).toBe("y'moan enuol");
});
