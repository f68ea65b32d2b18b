import {
  checkContact,
  checkMember,
  checkProfile,
  EMPTY_CONTACT,
  EMPTY_MEMBER,
  EMPTY_PROFILE,
  type ProfileForm,
} from './profile-form.model.ts';

const FACTS = {
  today: '2026-11-28',
  hasDistricts: true,
  jobs: new Map([
    ['001', 'Kỹ sư'],
    ['224', 'Khác'],
  ]),
};
const ADDRESS = { city: 'Hà Nội', district: 'Quận Ba Đình', ward: 'Kim Mã', street: 'Nguyễn Thái Học', house: '12' };
const GOOD: ProfileForm = {
  ...EMPTY_PROFILE,
  fullName: '  nguyễn  van a ',
  birthDate: '14/03/1985',
  gender: 'female',
  phone: '0912 345 678',
  ...ADDRESS,
};
const faults = (part: Partial<ProfileForm>, facts = FACTS) => {
  const checked = checkProfile({ ...GOOD, ...part }, facts);
  return checked.ok ? [] : checked.faults.map(({ field, message }) => `${field} ${message}`);
};

test('[PROF-01] [PROF-04] [PROF-06] [PROF-11] an empty form names all that is missing, in field order', () => {
  expect(checkProfile(EMPTY_PROFILE, FACTS)).toEqual({
    ok: false,
    faults: [
      { field: 'fullName', message: 'profile.err.fullName' },
      { field: 'birthDate', message: 'profile.err.birthRequired' },
      { field: 'phone', message: 'profile.err.phone' },
      { field: 'city', message: 'profile.err.city' },
      { field: 'district', message: 'profile.err.district' },
      { field: 'ward', message: 'profile.err.ward' },
      { field: 'street', message: 'profile.err.street' },
      { field: 'house', message: 'profile.err.house' },
    ],
  });
});

test('[PROF-02] the name is stored in capitals with blank words dropped', () => {
  expect(checkProfile(GOOD, FACTS)).toMatchObject({
    ok: true,
    entry: { fullName: 'NGUYỄN VAN A', birthDate: '1985-03-14' },
  });
});

test.each(['31/02/1985', '1985', 'abc', '29/11/2026', '01/01/1849'])('[PROF-05] %s is no birth date', (birthDate) => {
  expect(faults({ birthDate })).toEqual(['birthDate profile.err.birthInvalid']);
});

test.each(['1/2/1985', '01-02-1985', '01021985'])('[PROF-05] %s is one', (birthDate) => {
  expect(checkProfile({ ...GOOD, birthDate }, FACTS)).toMatchObject({ ok: true, entry: { birthDate: '1985-02-01' } });
});

test('[PROF-06] a phone number must be one', () => {
  expect(faults({ phone: '123' })).toEqual(['phone profile.err.phone']);
});

test('[PROF-10] an e-mail is checked when it is given', () => {
  expect(faults({ email: 'không phải' })).toEqual(['email profile.err.email']);
  expect(faults({ email: 'a@b' })).toEqual(['email profile.err.email']);
  expect(faults({ email: ' an@example.vn ' })).toEqual([]);
  expect(faults({ email: '' })).toEqual([]);
});

test('[PROF-11] a city of two levels needs no district, which is stored as "-"', () => {
  const facts = { ...FACTS, hasDistricts: false };
  expect(faults({ district: '' }, facts)).toEqual([]);
  expect(checkProfile({ ...GOOD, district: 'Quận cũ' }, facts)).toMatchObject({
    ok: true,
    entry: { home: { district: '-' } },
  });
});

test('[PROF-13] job, marital status and gender must be among the options', () => {
  expect(faults({ job: '999', maritalStatus: 'X', gender: 'x' })).toEqual([
    'gender profile.err.option',
    'maritalStatus profile.err.option',
    'job profile.err.option',
  ]);
  expect(checkProfile({ ...GOOD, job: '001', maritalStatus: 'M' }, FACTS)).toMatchObject({
    ok: true,
    entry: { job: { code: '001', label: 'Kỹ sư' }, maritalStatus: 'M' },
  });
});

test('a national id has 9 or 12 digits', () => {
  expect(faults({ naid: '12345' })).toEqual(['naid profile.err.naid']);
  expect(checkProfile({ ...GOOD, naid: '001 085 001 234' }, FACTS)).toMatchObject({
    ok: true,
    entry: { naid: '001085001234' },
  });
});

test("[PROF-12] [PROF-13] [PROF-15] a contact person's relationship is required and one of three", () => {
  const contact = { ...EMPTY_CONTACT, name: 'trần b', phone: '0987654321' };
  const messages = (relationship: string) => {
    const checked = checkContact({ ...contact, relationship }, true);
    return checked.ok ? [] : checked.faults.map(({ message }) => message);
  };
  expect(messages('')).toEqual(['profile.err.relationship']);
  expect(messages('BOSS')).toEqual(['profile.err.option']);
  for (const code of ['C', 'E', 'U']) expect(messages(code)).toEqual([]);
  expect(checkContact({ ...contact, relationship: 'C' }, true)).toEqual({
    ok: true,
    entry: { name: 'TRẦN B', relationship: 'C', phone: '0987654321' },
  });
});

test("a contact person's address is left out or whole", () => {
  const checked = checkContact(
    { ...EMPTY_CONTACT, name: 'B', relationship: 'C', phone: '0987654321', city: 'Hà Nội' },
    true,
  );
  expect(checked.ok ? [] : checked.faults.map(({ field }) => field)).toEqual(['district', 'ward', 'street', 'house']);
});

test('[FAM-16] a member of the family is something to the main patient, by an option of the list', () => {
  const member = { ...EMPTY_MEMBER, ...GOOD };
  const first = (relationship: string) => {
    const checked = checkMember({ ...member, relationship }, FACTS);
    return checked.ok ? checked.entry.relationship : checked.faults[0]?.message;
  };
  expect(first('')).toBe('profile.err.relationship');
  expect(first('ONESELF')).toBe('profile.err.option');
  expect(first('NMTH')).toBe('NMTH');
  expect(checkMember({ ...member, relationship: 'SON', insurance: ' DN 4010112345678 ' }, FACTS)).toMatchObject({
    ok: true,
    entry: { insurance: 'DN 4010112345678' },
  });
});

test('[UI-16] what no rule asks for may be left out, and any text is taken where no rule says otherwise', () => {
  const least = {
    ...EMPTY_PROFILE,
    fullName: 'an',
    birthDate: '2/6/1990',
    phone: '0912345678',
    city: 'Hà Nội',
    district: 'Ba Đình',
    ward: 'x',
    street: '?',
    house: '0',
  };
  expect(checkProfile(least, FACTS)).toMatchObject({ ok: true, entry: { fullName: 'AN' } });
  expect(checkProfile({ ...least, sb: '!', gender: '' }, FACTS)).toMatchObject({ ok: true, entry: { sb: '!' } });
  expect(checkMember({ ...EMPTY_MEMBER, ...least, relationship: 'SON', insurance: '?' }, FACTS)).toMatchObject({
    ok: true,
    entry: { insurance: '?' },
  });
  for (const name of ['?', '12345', '東京'])
    expect(checkContact({ ...EMPTY_CONTACT, name, relationship: 'C', phone: '0912345678' }, true)).toMatchObject({
      ok: true,
    });
});
