import { fold } from './fold.ts';

test('[UI-08] folded text has no marks, case or doubled spaces', () => {
  expect(fold('  ĐỖ   Ức ')).toBe('do uc');
  expect(fold(' Tiểu Đường ')).toBe('tieu duong');
  expect(fold('Đà Nẵng'.normalize('NFD'))).toBe('da nang');
  expect(fold('Nguyễn'.normalize('NFD'))).toBe(fold('NGUYEN'));
  expect(fold('Y’Moan Êñuôl')).toBe("y'moan enuol");
});
