import { fold } from './fold.ts';

test('folded text has no marks, case or doubled spaces', () => {
  expect(fold('  ĐỖ   Ức ')).toBe('do uc');
  expect(fold('Nguyễn'.normalize('NFD'))).toBe(fold('NGUYEN'));
  expect(fold('Y’Moan Êñuôl')).toBe("y'moan enuol");
});
