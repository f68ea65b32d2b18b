import { comparePerson, personOf } from './import-person.ts';

const record = { name: 'TRẦN MINH CHÂU', gender: 'female', birthDate: '1985-03-12' };
const verdict = (file: Parameters<typeof comparePerson>[0]) => comparePerson(file, record).verdict;

test('equal in name, sex and birth date goes; marks, case and order of the name are no difference', () => {
  expect(verdict(record)).toBe('same');
  expect(verdict({ ...record, name: 'Chau, Tran Minh' })).toBe('same');
});

test('one fact that differs or is missing is asked about', () => {
  expect(comparePerson({ ...record, gender: 'male' }, record)).toEqual({ verdict: 'ask', differs: ['gender'] });
  expect(comparePerson({ ...record, name: 'TRẦN AN KHANG' }, record)).toEqual({ verdict: 'ask', differs: ['name'] });
  expect(comparePerson({ ...record, birthDate: '1985-03-13' }, record)).toEqual({
    verdict: 'ask',
    differs: ['birthDate'],
  });
  expect(verdict({ name: record.name })).toBe('ask');
  expect(verdict({ ...record, birthDate: '1985' })).toBe('ask');
  expect(verdict({ ...record, gender: 'unknown' })).toBe('ask');
  expect(comparePerson(record, { name: record.name }).verdict).toBe('ask');
});

test('another name with another birth date is another person, whatever the sex', () => {
  expect(verdict({ ...record, name: 'OTHER PERSON', birthDate: '1950-01-01' })).toBe('refuse');
});

test('a file that names nobody says so', () => {
  expect(verdict(undefined)).toBe('none');
  expect(verdict({ name: ' ' })).toBe('none');
  expect(personOf({ resourceType: 'Bundle', entry: [{ resource: { resourceType: 'Observation' } }] })).toBeUndefined();
  expect(
    personOf({
      resourceType: 'Bundle',
      entry: [
        { resource: { resourceType: 'Patient', name: [{ text: 'AN' }], gender: 'male', birthDate: '2018-01-01' } },
      ],
    }),
  ).toEqual({ name: 'AN', gender: 'male', birthDate: '2018-01-01' });
});
