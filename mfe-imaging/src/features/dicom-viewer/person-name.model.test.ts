import { displayName, namesDiffer } from './person-name.model.ts';

test('a name is read family first, an ideographic form in brackets', () => {
  expect(displayName('TRẦN^MINH CHÂU^^^')).toBe('TRẦN MINH CHÂU');
  expect(displayName('Yamada^Tarou=山田^太郎=やまだ^たろう')).toBe('Yamada Tarou (山田 太郎)');
});

test.each([
  ['TRAN^MINH CHAU', 'TRẦN MINH CHÂU', false],
  ['Châu^Trần Minh', 'TRẦN MINH CHÂU', false],
  ['DO^HONG DUC', 'ĐỖ HỒNG ĐỨC', false],
  ['TRAN^CHAU', 'TRẦN MINH CHÂU', false],
  [undefined, 'TRẦN MINH CHÂU', false],
  ['NGUYEN^THI ANH', 'TRẦN MINH CHÂU', true],
  ['TRAN^AN KHANG', 'TRẦN MINH CHÂU', true],
  ['TRAN', 'TRẦN MINH CHÂU', true],
])('a file of %s in the record of %s: warns %s', (inFile, viewed, differ) =>
  expect(namesDiffer(inFile, viewed)).toBe(differ),
);
