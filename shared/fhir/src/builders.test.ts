import {
  type ComponentInput,
  createEntry,
  ifNoneExist,
  interpretation,
  newObservation,
  transaction,
  updateEntry,
} from './builders.ts';

const FORM = '6f1a3c1e-0000-4000-8000-000000000001';
const reading = newObservation({
  patientId: 'p1',
  category: 'vital-signs',
  codings: [{ system: 'http://loinc.org', code: '8867-4' }],
  effective: '2026-03-01T08:30:00+07:00',
  issued: '2026-03-01T08:31:00+07:00',
  valueQuantity: { value: 72, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
  interpretation: [interpretation('N')],
  note: '  ',
  formId: FORM,
});

test('[ARCH-09] a reading has all that FHIR R4 and the catalogue ask, and nothing empty', () => {
  expect(reading).toEqual({
    resourceType: 'Observation',
    status: 'final',
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${FORM}` }],
    category: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
    ],
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference: 'Patient/p1' },
    performer: [{ reference: 'Patient/p1' }],
    effectiveDateTime: '2026-03-01T08:30:00+07:00',
    issued: '2026-03-01T08:31:00+07:00',
    valueQuantity: { value: 72, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
    interpretation: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'N' }] },
    ],
  });
});

test('one component is as good as two; none is left out', () => {
  const of = (component: readonly ComponentInput[] | undefined) =>
    newObservation({
      ...{ patientId: 'p1', category: 'vital-signs', codings: [{ code: 'x' }], formId: FORM },
      ...{ effective: '2026-03-01T08:30:00+07:00', issued: '2026-03-01T08:31:00+07:00' },
      ...(component === undefined ? {} : { component }),
    }).component;
  const one = { code: { coding: [{ code: 'y' }] }, valueQuantity: { value: 1, unit: 'mm' } };
  expect([of([one, one]), of([one]), of([]), of(undefined)]).toEqual([[one, one], [one], undefined, undefined]);
});

test('a typed place is a performer by name, and a period is kept as one', () => {
  const other = newObservation({
    patientId: 'p1',
    category: 'imaging',
    codings: [{ code: 'chest-xray' }],
    effective: { start: '2026-01-01', end: '2026-02-01' },
    issued: '2026-03-01T08:31:00+07:00',
    place: ' Bệnh viện A ',
    valueString: 'Bình thường',
    formId: FORM,
  });
  expect([other['performer'], other['effectivePeriod'], other['effectiveDateTime']]).toEqual([
    [{ display: 'Bệnh viện A' }],
    { start: '2026-01-01', end: '2026-02-01' },
    undefined,
  ]);
});

test('[CALL-99] entries are POSTs to their type, or a PUT at an existing report', () => {
  const bundle = transaction([
    createEntry(reading, FORM),
    updateEntry({
      resourceType: 'DiagnosticReport',
      id: 'r1',
      status: 'final',
      result: [{ reference: `urn:uuid:${FORM}` }],
    }),
  ]);
  expect(bundle.type).toBe('transaction');
  expect(bundle.entry.map(({ request }) => [request.method, request.url])).toEqual([
    ['POST', 'Observation'],
    ['PUT', 'DiagnosticReport/r1'],
  ]);
  expect(new URLSearchParams(ifNoneExist(FORM)).get('identifier')).toBe(`urn:ietf:rfc:3986|urn:uuid:${FORM}`);
});

test('[CLI-11] builds transactions of new readings and reports, and of reports with a further result', () => {
  const [reading, report] = [{ resourceType: 'Observation' }, { resourceType: 'DiagnosticReport', id: 'r1' }];
  expect(transaction([createEntry(reading, FORM), createEntry(report, FORM), updateEntry(report)]).entry).toHaveLength(
    3,
  );
  for (const other of [
    createEntry({ resourceType: 'Condition' }, FORM),
    createEntry({ resourceType: 'Patient' }, FORM),
    updateEntry({ ...reading, id: 'o1' }),
    updateEntry({ resourceType: 'Consent', id: 'c1' }),
  ]) {
    expect(() => transaction([createEntry(reading, FORM), other])).toThrow(
      `${other.request.method} ${other.request.url} is sent alone`,
    );
  }
});

test('what is said of a reading is written, and what is not said is left out', () => {
  const asked = {
    patientId: 'p1',
    category: 'vital-signs' as const,
    codings: [{ system: 'http://loinc.org', code: '8867-4' }],
    effective: '2026-03-01T08:30:00+07:00',
    issued: '2026-03-01T08:31:00+07:00',
    valueString: 'x',
    formId: FORM,
  };
  const said = {
    code: { coding: asked.codings, text: 'Mạch' },
    encounter: { reference: 'Encounter/e1' },
    bodySite: { coding: [{ system: 's', code: 'arm' }] },
    component: [{ code: { coding: [{ system: 's', code: 'c' }] }, valueString: 'y' }],
    note: [{ text: 'sau khi chạy' }],
  };
  const { encounter, bodySite, component, note, code } = newObservation({
    ...asked,
    codeText: 'Mạch',
    encounterId: 'e1',
    bodySite: { system: 's', code: 'arm' },
    component: said.component,
    note: ' sau khi chạy ',
    place: ' ',
  });
  expect({ encounter, bodySite, component, note, code }).toEqual(said);
  expect(Object.keys(newObservation({ ...asked, component: [], note: ' ' })).toSorted()).toEqual([
    ...['category', 'code', 'effectiveDateTime', 'identifier', 'issued', 'performer', 'resourceType', 'status'],
    ...['subject', 'valueString'],
  ]);
});

test('an update names the version that it was made from, if one is known', () => {
  const report = { resourceType: 'DiagnosticReport', id: 'r1' };
  expect([updateEntry(report, '3'), updateEntry(report)].map(({ request }) => request)).toEqual([
    { method: 'PUT', url: 'DiagnosticReport/r1', ifMatch: 'W/"3"' },
    { method: 'PUT', url: 'DiagnosticReport/r1' },
  ]);
});
