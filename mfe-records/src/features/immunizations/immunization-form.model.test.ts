import { changedImmunization, checkImmunization, EMPTY, newImmunization } from './immunization-form.model.ts';
import { readStored } from './immunization.entity.ts';

const FORM = {
  ...EMPTY,
  vaccine: 'Cúm mùa',
  vaccineToken: 'http://hl7.org/fhir/sid/cvx|88',
  date: '02/10/2026',
  facility: 'Trạm y tế',
};
const TODAY = '2026-11-28';
const faultsOf = (form: Partial<typeof FORM>) => {
  const checked = checkImmunization({ ...FORM, ...form }, TODAY);
  return checked.ok ? [] : checked.faults.map(({ field, message }) => `${field} ${message}`);
};
const entryOf = (form: Partial<typeof FORM> = {}) => {
  const checked = checkImmunization({ ...FORM, ...form }, TODAY);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.entry;
};

test('[IMM-02] vaccine, date and administering unit are needed; blanks are nothing', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ vaccine: ' ', date: '', facility: '\t' })).toEqual([
    'vaccine imm.err.vaccine',
    'date imm.err.date',
    'facility imm.err.facility',
  ]);
  expect(faultsOf({ date: '29/11/2026' })).toEqual(['date form.err.future']);
  expect(faultsOf({ date: '28/11/2026' })).toEqual([]);
  expect(faultsOf({ date: '31/02/2026' })).toEqual(['date picker.dateNotExist']);
  expect(faultsOf({ note: 'x'.repeat(2001) })).toEqual(['note form.err.long']);
});

test("a new vaccination has a day without zone, the unit's name, and a code only for a chosen vaccine", () => {
  expect(newImmunization(entryOf({ lot: ' FL26A117 ', note: 'Tay trái' }), 'p', 'f')).toEqual({
    resourceType: 'Immunization',
    identifier: [{ system: 'urn:ietf:rfc:3986', value: 'urn:uuid:f' }],
    status: 'completed',
    patient: { reference: 'Patient/p' },
    vaccineCode: {
      coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '88', display: 'Cúm mùa' }],
      text: 'Cúm mùa',
    },
    occurrenceDateTime: '2026-10-02',
    performer: [{ actor: { display: 'Trạm y tế' } }],
    lotNumber: 'FL26A117',
    note: [{ text: 'Tay trái' }],
  });
  expect(newImmunization(entryOf({ vaccineToken: '' }), 'p', 'f').vaccineCode).toEqual({ text: 'Cúm mùa' });
});

test('a change keeps what the form does not show and what was not touched as it was sent', () => {
  const resource = {
    resourceType: 'Immunization',
    id: 'i',
    meta: { versionId: '3' },
    status: 'completed',
    patient: { reference: 'Patient/p' },
    protocolApplied: [{ doseNumberPositiveInt: 2 }],
    vaccineCode: {
      coding: [
        { system: 'http://hl7.org/fhir/sid/cvx', code: '88' },
        { system: 'urn:other', code: 'flu' },
      ],
      text: 'Cúm mùa',
    },
    occurrenceDateTime: '2026-10-02T08:30:00+07:00',
    performer: [{ function: { text: 'AP' }, actor: { display: 'Trạm y tế' } }],
    location: { display: 'Phường An Bình' },
    lotNumber: 'OLD',
    note: [{ text: 'Sốt', time: '2026-10-03' }],
  };
  const stored = readStored(resource);
  expect(stored).toMatchObject({
    isOwn: true,
    vaccine: { words: 'Cúm mùa', token: 'http://hl7.org/fhir/sid/cvx|88' },
    day: '2026-10-02',
    facility: 'Trạm y tế',
    lot: 'OLD',
    note: 'Sốt',
    version: '3',
  });
  if (stored === undefined) throw new Error();
  const untouched = entryOf({ lot: 'OLD', note: 'Sốt' });
  expect(changedImmunization(untouched, stored)).toEqual(resource);
  const { location: _location, lotNumber: _lot, note: _note, ...rest } = resource;
  expect(changedImmunization(entryOf({ date: '03/10/2026', facility: 'Bệnh viện X' }), stored)).toEqual({
    ...rest,
    occurrenceDateTime: '2026-10-03',
    performer: [{ actor: { display: 'Bệnh viện X' } }],
  });
});

test('the day in the form is the day here, as the list says it; a month alone stays a month', () => {
  const day = (occurrenceDateTime: string) =>
    readStored({ resourceType: 'Immunization', id: 'i', occurrenceDateTime })?.day;
  // the evening of the 1st far west is the 2nd wherever this test runs
  expect(day('2026-10-01T23:30:00-14:00')).toBe('2026-10-02');
  expect([day('2026-10-02'), day('2026-10'), day('2026')]).toEqual(['2026-10-02', '2026-10', '2026']);
});

test('a vaccination known by its season keeps that until a date is typed, which may be a month', () => {
  const of = (occurrence: object) => ({
    resourceType: 'Immunization',
    id: 'i',
    status: 'completed',
    vaccineCode: { text: 'Cúm mùa' },
    performer: [{ actor: { display: 'Trạm y tế' } }],
    ...occurrence,
  });
  for (const [occurrence, words] of [[{ occurrenceString: 'cuối hè 2024' }, 'cuối hè 2024']] as const) {
    const stored = readStored(of(occurrence));
    expect(stored?.inexactDay).toBe(words);
    if (stored === undefined) throw new Error();
    const kept = checkImmunization({ ...FORM, vaccineToken: '', date: '' }, TODAY, true);
    if (!kept.ok) throw new Error(JSON.stringify(kept.faults));
    expect(changedImmunization(kept.entry, stored)).toEqual(of(occurrence));
    expect(changedImmunization(entryOf({ vaccineToken: '' }), stored)).toEqual(
      of({ occurrenceDateTime: '2026-10-02' }),
    );
  }
  const month = readStored(of({ occurrenceDateTime: '2024-03' }));
  if (month === undefined) throw new Error();
  expect(month).not.toHaveProperty('inexactDay');
  const typed = (date: string) => changedImmunization(entryOf({ vaccineToken: '', date }), month);
  expect(typed('03/2024')).toEqual(of({ occurrenceDateTime: '2024-03' }));
  expect(typed('2023')).toEqual(of({ occurrenceDateTime: '2023' }));
});

test("what an organisation or a professional gave is not the person's own", () => {
  const given = (actor: object) => readStored({ resourceType: 'Immunization', id: 'i', performer: [{ actor }] })?.isOwn;
  expect([
    given({ display: 'Trạm' }),
    given({ reference: 'Organization/o' }),
    given({ reference: 'Practitioner/p' }),
    given({ reference: 'Patient/p' }),
  ]).toEqual([true, false, false, true]);
});
