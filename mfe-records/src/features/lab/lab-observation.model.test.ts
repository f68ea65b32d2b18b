import { checkLab, labEntries, optionsOf, type LabForm } from './lab-observation.model.ts';
import { readLabItem } from './lab-item.entity.ts';
import { readLabReport } from './lab-report.entity.ts';
import { LAB_TESTS, labTest } from './lab-tests.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-28T10:00:00+07:00');
const FORM: LabForm = {
  date: '27/11/2026',
  time: '08:15',
  test: 'antigen',
  performer: '',
  result: 'NEG',
  chosen: 'yes',
};
const faultsOf = (part: Partial<LabForm>) => {
  const checked = checkLab({ ...FORM, ...part }, NOW, ZONE);
  return checked.ok ? [] : checked.faults;
};
const entryOf = (part: Partial<LabForm> = {}) => {
  const checked = checkLab({ ...FORM, ...part }, NOW, ZONE);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.entry;
};

test('[LAB-03] a test type is required', () =>
  expect(faultsOf({ test: '' })).toEqual([{ field: 'test', message: 'lab.err.type' }]));

test('[LAB-04] a time is required, can be read and is not in the future', () => {
  expect(faultsOf({ date: '', time: '' })).toEqual([
    { field: 'date', message: 'lab.err.time' },
    { field: 'time', message: 'lab.err.time' },
  ]);
  expect(faultsOf({ date: '31/02/2026' })).toEqual([{ field: 'date', message: 'picker.dateNotExist' }]);
  expect(faultsOf({ date: '28/11/2026', time: '10:01' })).toEqual([{ field: 'time', message: 'form.err.future' }]);
  expect(faultsOf({ date: '28/11/2026', time: '10:00' })).toEqual([]);
});

test('[LAB-05] a performer may be left out', () => {
  expect(entryOf()).not.toHaveProperty('performer');
  expect(entryOf({ performer: ' Trạm y tế ' })).toMatchObject({ performer: 'Trạm y tế' });
});

test('[LAB-06][LAB-07] a result is one of the options of its test', () => {
  for (const { key, options } of LAB_TESTS) expect(optionsOf(key)).toEqual(options);
  for (const { options } of LAB_TESTS) expect(options).toEqual(['NEG', 'POS']);
  expect(entryOf({ result: 'POS' }).result).toBe('POS');
  expect([entryOf(), entryOf({ chosen: '' })].map(({ isPreset }) => isPreset)).toEqual([false, true]);
  expect(faultsOf({ result: 'MAYBE' })).toEqual([{ field: 'result', message: 'lab.err.result' }]);
});

test('[LAB-09] the tests are the COVID rapid antigen test and the COVID RT-PCR', () => {
  expect(LAB_TESTS.map(({ key, coding }) => [key, coding.system, coding.code])).toEqual([
    ['antigen', 'http://loinc.org', '94558-4'],
    ['pcr', 'http://loinc.org', '94500-6'],
  ]);
  expect(labTest('blood')).toBeUndefined();
});

test('[LAB-10] a list item has time, name of the test and the result in words', () => {
  const item = {
    resourceType: 'Observation',
    id: 'o1',
    category: [{ coding: [{ code: 'laboratory' }] }],
    code: { text: 'Kháng nguyên' },
    effectiveDateTime: '2026-11-27T08:15:00+07:00',
    interpretation: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'POS' }] },
    ],
  };
  expect(readLabItem(item, 'vi-VN')).toMatchObject({
    id: 'o1',
    codeText: 'Kháng nguyên',
    effectiveDateTime: '2026-11-27T08:15:00+07:00',
    interpretationText: 'Dương tính',
    isRemovable: true,
    isCorrectable: true,
    codes: [],
    systems: [],
  });
  expect(readLabItem(item, 'en-US')).toMatchObject({ interpretationText: 'Positive' });
  expect(
    readLabItem(
      {
        ...item,
        valueQuantity: { value: 4.1, unit: 'mmol/L' },
        interpretation: [{ coding: [{ code: 'H', display: 'High' }] }],
      },
      'vi-VN',
    ),
  ).toMatchObject({ interpretationText: '4,1 mmol/L', judged: { interpretation: [{ coding: [{ code: 'H' }] }] } });
  expect(
    readLabItem(
      { ...item, referenceRange: [{ low: { value: 3.1, unit: 'mmol/L' }, high: { value: 6.2, unit: 'mmol/L' } }] },
      'vi-VN',
    )?.range,
  ).toMatch(/3,1.*6,2/);
  expect(readLabItem({ ...item, effectiveDateTime: 'soon' }, 'vi-VN')).not.toHaveProperty('effectiveDateTime');
  expect(readLabItem({ resourceType: 'Observation' }, 'vi-VN')).toBeUndefined();
});

const occasion = {
  patientId: 'p1',
  encounterId: 'e1',
  zone: ZONE,
  issued: '2026-11-28T10:00:00+07:00',
  testName: 'Xét nghiệm nhanh',
  observationId: 'obs-uuid',
  reportId: 'rep-uuid',
  diagnosticId: undefined,
  reports: [],
};
const stored = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  meta: { versionId: '3' },
  status: 'final',
  category: [{ coding: [{ code: 'LAB' }] }],
  code: { coding: [{ code: '94558-4' }] },
  result: [{ reference: 'Observation/old' }],
  conclusion: 'Giữ nguyên',
};
const reports = [readLabReport(stored)].filter((report) => report !== undefined);

test('[LAB-08] a result has its code and interpretation, and a report that names it', () => {
  const [observation, report] = labEntries(entryOf({ result: 'POS', performer: 'Trạm y tế' }), occasion);
  expect(observation).toMatchObject({
    fullUrl: 'urn:uuid:obs-uuid',
    request: { method: 'POST', url: 'Observation' },
    resource: {
      category: [{ coding: [{ code: 'laboratory' }] }],
      code: { coding: [{ system: 'http://loinc.org', code: '94558-4' }], text: 'Xét nghiệm nhanh' },
      interpretation: [{ coding: [{ code: 'POS' }] }],
      subject: { reference: 'Patient/p1' },
      encounter: { reference: 'Encounter/e1' },
      performer: [{ display: 'Trạm y tế' }],
      effectiveDateTime: '2026-11-27T08:15:00+07:00',
    },
  });
  expect(report).toMatchObject({
    fullUrl: 'urn:uuid:rep-uuid',
    request: { method: 'POST', url: 'DiagnosticReport' },
    resource: {
      status: 'final',
      category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
      encounter: { reference: 'Encounter/e1' },
      result: [{ reference: 'urn:uuid:obs-uuid' }],
    },
  });
});

test('[LAB-13][LAB-14] extends the report of the same test, else makes a new one', () => {
  const [, report] = labEntries(entryOf(), { ...occasion, reports });
  expect(report).toEqual({
    fullUrl: 'urn:uuid:r1',
    request: { method: 'PUT', url: 'DiagnosticReport/r1', ifMatch: 'W/"3"' },
    resource: { ...stored, result: [{ reference: 'Observation/old' }, { reference: 'urn:uuid:obs-uuid' }] },
  });
  const methodOf = (part: Partial<LabForm>, known: readonly unknown[], diagnosticId?: string) =>
    labEntries(entryOf(part), {
      ...occasion,
      diagnosticId,
      reports: known.map(readLabReport).filter((one) => one !== undefined),
    })[1]?.request.method;
  expect(methodOf({ test: 'pcr' }, [stored])).toBe('POST');
  expect(methodOf({}, [{ ...stored, status: 'entered-in-error' }])).toBe('POST');
  expect(methodOf({ test: 'pcr' }, [stored], 'r1')).toBe('PUT');
});
