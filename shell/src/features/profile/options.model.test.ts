import { CONTACT_RELATIONSHIPS, FAMILY_RELATIONSHIPS, GENDERS, MARITAL_STATUSES } from './options.model.ts';
import { loadTexts } from '../../core/texts.tsx';

test('[FAM-16] offers spouses, parents, children, siblings, uncle, aunt, grand- and great-grandparents', () => {
  expect([...FAMILY_RELATIONSHIPS].sort()).toEqual(
    [
      'HUSB',
      'WIFE',
      'SPS',
      'NFTH',
      'NMTH',
      'NPRN',
      'SON',
      'DAU',
      'NCHILD',
      'ADOPTF',
      'ADOPTM',
      'ADOPTP',
      'SONADOPT',
      'DAUADOPT',
      'CHLDADOPT',
      'BRO',
      'SIS',
      'SIB',
      'UNCLE',
      'AUNT',
      'GRFTH',
      'GRMTH',
      'PGRFTH',
      'PGRMTH',
      'MGRFTH',
      'MGRMTH',
      'GGRFTH',
      'GGRMTH',
      'GGRPRN',
    ].sort(),
  );
});

test.each(['vi-VN', 'en-US'] as const)('[PROF-14] [PROF-15] [PROF-16] every option has words in %s', async (locale) => {
  const { find } = await loadTexts(locale);
  expect(MARITAL_STATUSES.map((code) => find(`marital.${code}`))).toEqual(
    locale === 'en-US' ? ['Unmarried', 'Married', 'Unknown'] : ['Chưa kết hôn', 'Đã kết hôn', 'Không rõ'],
  );
  expect(CONTACT_RELATIONSHIPS.map((code) => find(`contact.${code}`))).toEqual(
    locale === 'en-US'
      ? ['Emergency contact', 'Employer', 'Unknown']
      : ['Người liên hệ khẩn cấp', 'Người sử dụng lao động', 'Không rõ'],
  );
  expect(GENDERS.map((code) => find(`gender.${code}`))).toEqual(
    locale === 'en-US' ? ['Male', 'Female', 'Other', 'Unknown'] : ['Nam', 'Nữ', 'Khác', 'Không rõ'],
  );
  // "self" cannot be chosen for others, but is the main patient's relationship
  for (const code of [...FAMILY_RELATIONSHIPS, 'ONESELF']) expect([code, find(`rel.${code}`)]).not.toContain(undefined);
});
