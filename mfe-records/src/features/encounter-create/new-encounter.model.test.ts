import { checkEncounter, EMPTY, encounterDraft, type EncounterForm } from './new-encounter.model.ts';

const OUT: EncounterForm = {
  ...EMPTY,
  hospital: 'Bệnh viện X',
  diagnosis: 'Viêm phổi',
  diagnosisToken: 'http://hl7.org/fhir/sid/icd-10|J18',
  from: '02/11/2026',
};
const IN: EncounterForm = { ...OUT, classCode: 'IMP', to: '09/11/2026' };
const SENT = { isBusy: false, hasFailed: false };
const faultsOf = (form: EncounterForm, uploads = SENT) => {
  const checked = checkEncounter(form, uploads);
  return checked.ok ? [] : checked.faults.map(({ field, message }) => `${field} ${message}`);
};
const entryOf = (form: EncounterForm) => {
  const checked = checkEncounter(form, SENT);
  return checked.ok ? checked.entry : undefined;
};

test('[ENC-28] hospital, diagnosis, from-date and to-date are needed', () => {
  expect(faultsOf({ ...EMPTY, classCode: 'IMP' })).toEqual([
    'hospital enc.err.hospital',
    'diagnosis enc.err.diagnosis',
    'from enc.err.fromDate',
    'to enc.err.toDate',
  ]);
  expect(faultsOf(EMPTY)).toEqual([
    'hospital enc.err.hospital',
    'diagnosis enc.err.diagnosis',
    'from enc.err.fromDate',
  ]);
  expect(faultsOf({ ...IN, hospital: '  ' })).toEqual(['hospital enc.err.hospital']);
  expect(faultsOf({ ...IN, to: '01/11/2026' })).toEqual(['to enc.err.order']);
  expect(faultsOf({ ...IN, from: '30/02/2026' })).toEqual(['from picker.dateNotExist']);
  expect(faultsOf(IN)).toEqual([]);
});

test('[ENC-29] an outpatient visit ends on the day on which it begins, whatever stood in the other field', () => {
  expect(entryOf({ ...OUT, to: '09/11/2026' })).toMatchObject({
    classCode: 'SS',
    from: '2026-11-02',
    to: '2026-11-02',
  });
  expect(entryOf(IN)).toMatchObject({ classCode: 'IMP', from: '2026-11-02', to: '2026-11-09' });
});

test('[STO-07] a file on its way, or one that did not get there, holds the save back', () => {
  expect(faultsOf(OUT, { isBusy: true, hasFailed: true })).toEqual(['attachments enc.err.waitUpload']);
  expect(faultsOf(OUT, { isBusy: false, hasFailed: true })).toEqual(['attachments upload.notUploaded']);
});

test('what is typed has neither code nor id, what is chosen has', () => {
  expect(entryOf(OUT)).toMatchObject({
    hospital: { name: 'Bệnh viện X' },
    diagnosis: { code: 'J18', display: 'Viêm phổi' },
  });
  expect(entryOf({ ...OUT, hospitalId: 'o1', diagnosisToken: '' })).toMatchObject({
    hospital: { id: 'o1', name: 'Bệnh viện X' },
  });
  expect(entryOf({ ...OUT, diagnosisToken: '' })?.diagnosis).toEqual({ display: 'Viêm phổi' });
});

test('a draft comes back with the files that are stored already, and without anything that is no file', () => {
  const file = { path: 'p/encounters/u.pdf', url: '', extension: 'pdf', size: 5, uid: 'u', name: 'Giấy ra viện.pdf' };
  expect(encounterDraft({ ...IN, attachments: [file, 'x', { name: 'without a key' }], unknown: 1 }, EMPTY)).toEqual({
    ...IN,
    attachments: [file],
  });
  expect(encounterDraft('x', EMPTY)).toBeUndefined();
});
