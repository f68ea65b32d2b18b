import { passwordProblem } from './password-rules.ts';

const owner = { userName: '0912345678', fullName: 'Trần Minh Châu' };
const problem = (password: string) => passwordProblem(password, owner);

test('[SIGN-02] (29) takes any 6 characters or more, long passphrases and spaces included', () => {
  expect(problem('ab é5')).toBe('passwordShort');
  expect(problem('ab é5!')).toBeUndefined();
  expect(problem('👩‍👩‍👧 ü 漢')).toBeUndefined();
  expect(problem('con mèo ngồi trên cầu thang '.repeat(3))).toBeUndefined();
  expect(problem('à'.repeat(3) + 'zx'.repeat(120))).toBeUndefined();
  expect(problem('xyz'.repeat(90))).toBe('passwordLong');
});

test.each([
  '123456',
  '12345678',
  '987654321',
  '111111',
  'aaaaaa',
  '121212',
  'abcabc',
  'abcdef',
  'qwerty',
  'qwertyuiop',
  '1q2w3e4r',
  '1qaz2wsx',
  '147258',
  'password',
  'Password1',
  'P@ssw0rd',
  'password123!',
  'iloveyou',
  'letmein',
  'matkhau',
  'mật khẩu',
  'Mật-khẩu 2026',
  'anhyeuem',
  'Anh yêu em 1',
  'hanoi2024',
  'vietnam123',
  'nguyen1990',
  '01011990',
  '19900101',
  '311299',
  'suckhoe1',
])('(29) %s is refused as too common', (password) => {
  expect(problem(password)).toBe('passwordCommon');
});

test.each(['0912345678', '84912345678', '+84 912 345 678', 'phr0912345678', 'tranminhchau', 'Trần Minh Châu 1985'])(
  '%s tells of its owner',
  (password) => {
    expect(problem(password)).toBe('passwordOwn');
  },
);

test.each(['phr-demo-2026', 'cầu thang 2026', 'mới-2026', 'hoa sữa đầu thu', 'k7#fQ2', '48151623', 'son-tinh-42'])(
  '%s is fine',
  (password) => {
    expect(problem(password)).toBeUndefined();
  },
);
