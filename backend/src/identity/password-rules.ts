/** Password length limits, in characters rather than bytes. */
const MIN_LENGTH = 6;
const MAX_LENGTH = 256;

/** Common guesses, without appended digits and signs. Vietnamese words without diacritics. */
const COMMON = new Set(
  `
  password passwords passwd passcode pass pwd mypassword letmein welcome login signin admin administrator root user username guest test testing tester demo default
  secret private access master system server computer internet google facebook zalo youtube tiktok instagram twitter yahoo gmail hotmail outlook microsoft windows apple
  iphone samsung android oppo xiaomi vinaphone viettel mobifone vietnam vietnamese hello hellos helloworld world iloveyou iloveu loveyou love lovely lover loveme forever
  princess prince queen king angel baby babygirl babyboy sweet sweetie honey darling sunshine moonlight rainbow flower flowers butterfly dragon tiger lion monkey
  panda eagle phoenix wolf shadow ninja samurai hunter killer warrior soldier captain batman superman spiderman ironman pokemon pikachu doraemon naruto onepiece
  football soccer baseball basketball hockey tennis chelsea arsenal liverpool manchester barcelona realmadrid juventus messi ronaldo neymar charlie michael jordan michelle
  jessica jennifer daniel thomas robert andrew joshua matthew ashley nicole amanda anthony william george jackson justin heather hannah samantha maria anna linda
  summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december
  starwars matrix trustno freedom whatever nothing something money million rich lucky success victory winner champion family friends mother father brother sister
  computer1 cheese chocolate cookie coffee banana orange apple lemon pepper ginger cherry peach purple yellow silver golden diamond crystal orion
  abc abcd abcde abcdef abcabc aaa xyz xxx zzz qwe qwerty qwertyuiop asd asdf asdfgh asdfghjkl zxc zxcv zxcvbn zxcvbnm qaz wsx qazwsx qazwsxedc qweasd qweasdzxc asdqwe
  changeme changeit newpassword nopassword secret supersecret letmeinplease openup opensesame hospital doctor nurse patient health healthcare clinic medical medicine
  benhvien benhnhan bacsi suckhoe sosuckhoe yte phongkham hososuckhoe
  matkhau matkhaumoi matma khongbiet khongco khongnho quenmatkhau dangnhap taikhoan nguoidung quantri hethong maytinh dienthoai
  anhyeuem emyeuanh yeuem yeuanh yeunhau yeumai maimai yeu tinhyeu tinhyeucuatoi toiyeuban emlacuaanh anhnhoem nhoem nhoanh vochong vo chong vokhongyeu voyeu chongyeu
  conyeu concung embe beyeu becon giadinh giadinhtoi bome chame cha me bo ma ongba anhem banbe hanhphuc maymandenlientuc mayman thanhcong phattai phatloc phatdat locphat
  chucmungnammoi nammoi tet happynewyear xinchao chao chaoban camon vietnamvodich vietnamyeudau tuhao totquoc hanoi saigon hochiminh danang haiphong cantho hue nhatrang dalat
  vungtau bienhoa quangninh nghean thanhhoa namdinh thaibinh hocsinh sinhvien giaovien congty cuocsong cuocdoi batdau ketthuc tudo hoabinh
  nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly tuan hung dung minh hai nam long son anh linh huong lan mai hoa thao trang ngoc thu ha hang nga phuong
  thuy hien yen nhung tam thanh cuong dat duc hieu hoang huy khanh khoa kien lam loc manh nghia phong phuc quan quang quoc quynh tai thang thien tien tin toan tri trung tu tung
  viet vinh xuan nguyenvana nguyenthi nguyenvan tranvan lethi phamvan minhanh thuylinh ngoclan hoanglong thanhnam tuananh quanganh ducanh hoanganh vananh lananh
  superstar rockstar gangster playboy badboy goodboy cutegirl sexy sexygirl hotgirl hotboy cute kute cuteo cuong handsome beautiful pretty
  iamthebest thebest number one two three four five six seven eight nine ten hundred thousand zero
  liverpoolfc manutd mufc lfc cr goal messigoat lienminh lienquan pubg freefire garena minecraft roblox dota csgo counterstrike audition volamtruyenky vltk
`
    .trim()
    .split(/\s+/),
);

/** Rows of keyboards and number pads. */
const KEYS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  '0987654321',
  'abcdefghijklmnopqrstuvwxyz',
  '147258369',
  '741852963',
  '1qaz2wsx3edc4rfv5tgb',
  'q1w2e3r4t5y6',
  '1q2w3e4r5t6y7u',
];

/** Signs that people write for letters. */
const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  8: 'b',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};

/** Personal data a password must not contain. */
export interface PasswordOwner {
  /** Mobile number in its local form, 0 and nine digits. */
  readonly userName: string;
  readonly fullName: string;
}

/** Text key of the violated rule; undefined if acceptable. Any characters are allowed, up to 256. */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
): 'passwordShort' | 'passwordLong' | 'passwordOwn' | 'passwordCommon' | undefined {
  const length = [...password].length;
  if (length < MIN_LENGTH) return 'passwordShort';
  if (length > MAX_LENGTH) return 'passwordLong';
  const digits = password.replace(/\D/g, '');
  if (
    owner.userName.length > 1 &&
    digits.includes(owner.userName.slice(1)) &&
    password.length < owner.userName.length + 6
  )
    return 'passwordOwn';
  const plain = fold(password);
  if (plain.length > 0 && plain.replace(/\d+$/, '') === fold(owner.fullName)) return 'passwordOwn';
  return isCommon(password, plain) ? 'passwordCommon' : undefined;
}

function isCommon(password: string, plain: string): boolean {
  if (new Set(password.toLowerCase()).size <= 2) return true;
  if (/^(.{1,4})\1+$/.test(plain)) return true;
  if (
    KEYS.some((row) =>
      [row, [...row].reverse().join('')].some((keys) => plain.length >= 4 && keys.repeat(2).includes(plain)),
    )
  )
    return true;
  if (/^\d+$/.test(plain) && isDate(plain)) return true;
  // the contained word, with and without leetspeak
  const word = plain.replace(/^\d+|\d+$/g, '');
  const read = fold([...password.toLowerCase()].map((sign) => SIGNS[sign] ?? sign).join(''));
  const readWord = fold(
    [
      ...password
        .toLowerCase()
        .replace(/[^\p{L}\p{N}@$]+$/u, '')
        .replace(/\d+$/, ''),
    ]
      .map((sign) => SIGNS[sign] ?? sign)
      .join(''),
  );
  // a common word plus a long own number is acceptable
  const isPlainWord = (text: string): boolean => COMMON.has(text) && plain.length - text.length <= 4;
  return isPlainWord(word) || isPlainWord(read) || isPlainWord(readWord);
}

/** Reduces to lowercase Latin letters and digits. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/[^a-z0-9]/g, '');
}

/** Dates as 6 or 8 digits, the most common numbers people choose. */
function isDate(digits: string): boolean {
  const forms =
    digits.length === 6
      ? [/^(?<d>\d\d)(?<m>\d\d)\d\d$/, /^\d\d(?<m>\d\d)(?<d>\d\d)$/]
      : digits.length === 8
        ? [/^(?<d>\d\d)(?<m>\d\d)(19|20)\d\d$/, /^(19|20)\d\d(?<m>\d\d)(?<d>\d\d)$/]
        : [];
  return forms.some((form) => {
    const { d, m } = form.exec(digits)?.groups ?? {};
    return Number(d) >= 1 && Number(d) <= 31 && Number(m) >= 1 && Number(m) <= 12;
  });
}
