import { resourceOf, validate } from './validate.ts';

const vaccination = {
  resourceType: 'Immunization',
  status: 'completed',
  vaccineCode: { text: 'Sởi' },
  patient: { reference: 'Patient/p' },
};
const faultsOf = (more: object) =>
  validate({ ...vaccination, ...more }, 'Immunization').map(({ code, expression }) => `${code} ${expression}`);

test('a required element may say why it has no value, and nothing else fills it', () => {
  const because = (url: string) => ({ extension: [{ url, valueCode: 'unknown' }] });
  const reason = because('http://hl7.org/fhir/StructureDefinition/data-absent-reason');
  expect(faultsOf({ occurrenceDateTime: '2020-01-01' })).toEqual([]);
  expect(faultsOf({ _occurrenceDateTime: reason })).toEqual([]);
  expect(faultsOf({ _occurrenceString: reason })).toEqual([]);
  expect(faultsOf({})).toEqual(['required Immunization.occurrenceDateTime']);
  expect(faultsOf({ _occurrenceDateTime: because('http://x.example/other') })).toEqual([
    'required Immunization.occurrenceDateTime',
  ]);
});

const given = { ...vaccination, occurrenceDateTime: '2020-01-01' };
test.each<[string, object, readonly string[]]>([
  ['an empty text', { status: '' }, ['required Immunization.status', 'value Immunization.status']],
  ['an empty concept', { vaccineCode: {} }, ['required Immunization.vaccineCode']],
  ['an empty list', { vaccineCode: [] }, expect.arrayContaining(['required Immunization.vaccineCode']) as string[]],
  ['an unknown status', { status: 'planned' }, ['value Immunization.status']],
  ['a status that is no text', { status: 5 }, expect.arrayContaining(['value Immunization.status']) as string[]],
  ['nobody', { patient: { display: 'An' } }, ['required Immunization.patient']],
  ['an id with a space', { id: 'a b' }, ['value Immunization.id']],
  ['an id that is no text', { id: 5 }, expect.arrayContaining(['value Immunization.id']) as string[]],
  ['an unknown element', { colour: 1 }, [expect.stringMatching(/ Immunization.colour$/) as string]],
  ['nothing wrong', { id: 'a-1' }, []],
])('a resource with %s', (_, more, faults) => {
  expect(faultsOf({ occurrenceDateTime: given.occurrenceDateTime, ...more })).toEqual(faults);
});

test('what others have read of a resource is not read again', () => {
  const fault = { code: 'value', path: 'status', diagnostics: 'x' } as const;
  expect(validate(given, 'a', { patients: [], faults: [fault, { ...fault, path: '' }] })).toEqual([
    { code: 'required', expression: 'a.patient', diagnostics: 'patient must be a reference to a Patient' },
    { code: 'value', expression: 'a.status', diagnostics: 'x' },
    { code: 'value', expression: 'a', diagnostics: 'x' },
  ]);
  expect(validate({ resourceType: 'Starship' }, 'a')).toEqual([]);
});

describe('a person', () => {
  const NOON = Date.parse('2026-11-20T12:00:00Z');
  const faults = (more: object) =>
    validate({ resourceType: 'Patient', ...more }, 'Patient').map(({ code, expression }) => `${code} ${expression}`);
  beforeEach(() => {
    import.meta.jest.useFakeTimers({ now: NOON });
  });
  afterEach(() => {
    import.meta.jest.useRealTimers();
  });

  test.each<[string, readonly string[]]>([
    ['1990-02-03', []],
    ['1990-02', []],
    ['2026-11-20', []],
    // in the far east it is already the next day
    ['2026-11-21', []],
    ['2026-11-22', ['value Patient.birthDate']],
  ])('is born on %s', (birthDate, found) => {
    expect(faults({ birthDate })).toEqual(found);
  });

  test('was born on a day and not at a time', () => {
    expect(faults({ birthDate: '1990-02-03T08:00:00Z' })).toContain('value Patient.birthDate');
    expect(faults({ birthDate: 5 })).toContain('value Patient.birthDate');
  });

  test('has a national id of nine or twelve digits', () => {
    const number = (value: string, kind = 'naid') => ({ system: `https://phr.example/sid/${kind}`, value });
    expect(faults({ identifier: [number('123456789'), number('123456789012'), number('1', 'pi')] })).toEqual([]);
    expect(faults({ identifier: [number('123456789'), number('12345678')] })).toEqual(['value Patient.identifier[1]']);
  });

  test('needs no reference to a person, and a gender that is known', () => {
    expect([faults({ gender: 'female' }), faults({ gender: 'f' })]).toEqual([[], ['value Patient.gender']]);
  });
});

test('a body is a resource of the type that was asked for, if the server holds it', () => {
  expect(resourceOf(given, 'Immunization')).toBe(given);
  expect(resourceOf(given)).toBe(given);
  const issueOf = (...asked: Parameters<typeof resourceOf>): unknown => {
    try {
      return resourceOf(...asked);
    } catch (error) {
      return (error as { issues: readonly unknown[] }).issues[0];
    }
  };
  expect([issueOf([]), issueOf({}, undefined, 'entry[0]')]).toEqual([
    { code: 'structure', diagnostics: 'A resource with a resourceType is needed' },
    { code: 'structure', diagnostics: 'A resource with a resourceType is needed', expression: 'entry[0]' },
  ]);
  expect([issueOf(given, 'Goal'), issueOf(given, 'Goal', 'entry[0]')]).toEqual([
    expect.objectContaining({ expression: 'resourceType', diagnostics: 'A Goal is needed and a Immunization came' }),
    expect.objectContaining({ expression: 'entry[0]' }),
  ]);
  const starship = { resourceType: 'Starship' };
  expect([issueOf(starship), issueOf(starship, 'Starship', 'x')]).toEqual([
    { code: 'not-supported', diagnostics: 'Starship is not held by this server' },
    { code: 'not-supported', diagnostics: 'Starship is not held by this server', expression: 'x' },
  ]);
});
