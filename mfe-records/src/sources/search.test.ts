import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { searchset } from '@phr/testing/dev-page';
import { entriesOf } from '@phr/testing/entries-of';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import module from '../module.ts';

type Rows = Readonly<Record<string, readonly object[]>>;
const typeOf = ({ path }: ServiceRequest): string => path.split('/').at(-1) ?? '';
const hostWith = (rows: Rows) =>
  createFakeHost({ respond: (request) => searchset([...(rows[typeOf(request)] ?? [])]) });
const found = async (rows: Rows) => (await entriesOf(module, hostWith(rows))).entries;
const STATUS = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const hemoglobin = (more: object = {}) => ({
  resourceType: 'Observation',
  id: 'o1',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '718-7', display: 'Hemoglobin' }], text: 'Huyết sắc tố' },
  ...more,
});
const report = (more: object = {}) => ({
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'final',
  effectiveDateTime: '2026-10-25',
  code: { text: 'Công thức máu' },
  result: [{ reference: 'Observation/o1', resource: hemoglobin() }],
  ...more,
});

test('a disease is found by its words in both languages and by its code', async () => {
  const code = { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'E11.9' }], text: 'Tiểu đường típ 2' };
  expect(await found({ Condition: [{ resourceType: 'Condition', id: 'c1', code }] })).toEqual([
    {
      title: 'Tiểu đường típ 2',
      detail: 'Bệnh',
      words: expect.arrayContaining(['E11.9']),
      place: { screen: 'conditions' },
    },
  ]);
});

test('a report and each of its rows are found, the rows by name and code in their report', async () => {
  const entries = await found({ DiagnosticReport: [report()] });
  expect(entries.map(({ title, place }) => [title, place])).toEqual([
    ['Công thức máu', { screen: 'report-details', params: { id: 'r1' } }],
    ['Huyết sắc tố', { screen: 'report-details', params: { id: 'r1' } }],
  ]);
  expect(entries[1]).toMatchObject({
    detail: 'Công thức máu · 25/10/2026',
    words: expect.arrayContaining(['718-7', 'Hemoglobin']),
  });
});

test('a row tells its value and by whose range it lies where, also a part of a panel or without a flag', async () => {
  const range = (low: number, high: number) => [{ low: { value: low }, high: { value: high } }];
  const potassium = {
    code: { text: 'Kali' },
    category: [{ coding: [{ code: 'laboratory' }] }],
    valueQuantity: { value: 6.9, unit: 'mmol/L' },
    referenceRange: range(3.5, 5.1),
  };
  const panel = hemoglobin({
    category: potassium.category,
    component: [{ code: { text: 'MCV' }, valueQuantity: { value: 70, unit: 'fL' }, referenceRange: range(80, 100) }],
  });
  const reports = report({ result: [{ resource: hemoglobin(potassium) }, { resource: panel }] });
  const details = async (host: FakeHost) =>
    (await entriesOf(module, host)).entries.slice(1).map(({ title, detail }) => [title, detail]);
  expect(await details(hostWith({ DiagnosticReport: [reports] }))).toEqual([
    ['Kali', '6,9 mmol/L · Cao · khoảng ghi kèm 3,5–5,1 · Công thức máu · 25/10/2026'],
    ['Huyết sắc tố', 'Công thức máu · 25/10/2026'],
    ['MCV', '70 fL · Thấp · khoảng ghi kèm 80–100 · Công thức máu · 25/10/2026'],
  ]);
  // who does not know the goals does not judge
  const without = createFakeHost({
    respond(request) {
      if (typeOf(request) === 'Goal') throw new AppError({ code: 'SERVER_ERROR', httpStatus: 500 });
      return searchset(typeOf(request) === 'DiagnosticReport' ? [reports] : []);
    },
  });
  expect((await details(without))[0]).toEqual(['Kali', '6,9 mmol/L · Công thức máu · 25/10/2026']);
});

test('what was withdrawn, entered in error or ruled out is never found, nor are the rows of such a report', async () => {
  const refuted = { verificationStatus: { coding: [{ system: STATUS, code: 'refuted' }] } };
  const error = { verificationStatus: { coding: [{ system: STATUS, code: 'entered-in-error' }] } };
  expect(
    await found({
      Condition: [refuted, error].map((more, id) => ({ resourceType: 'Condition', id: `c${id}`, ...more })),
      DiagnosticReport: [report({ status: 'entered-in-error' }), report({ id: 'r2', status: 'cancelled' })],
      MedicationStatement: [{ resourceType: 'MedicationStatement', id: 'm', status: 'entered-in-error' }],
      DocumentReference: [
        { resourceType: 'DocumentReference', id: 'd', status: 'current', docStatus: 'entered-in-error' },
      ],
      Encounter: [{ resourceType: 'Encounter', id: 'e', status: 'entered-in-error' }],
    }),
  ).toEqual([]);
  const withdrawn = report({ result: [{ resource: hemoglobin({ status: 'entered-in-error' }) }] });
  expect((await found({ DiagnosticReport: [withdrawn] })).map(({ title }) => title)).toEqual(['Công thức máu']);
});

test('a list is read to its last page, and one that breaks off is named and hides nothing of the others', async () => {
  const allergy = { resourceType: 'AllergyIntolerance', id: 'a', code: { text: 'Amoxicillin' } };
  const visit = (id: string) => ({ resourceType: 'Encounter', id, status: 'finished', class: { code: 'AMB' } });
  const hostOf = (second: (path: string) => unknown) =>
    createFakeHost({
      respond(request) {
        if (request.path.startsWith('/page')) return second(request.path);
        const type = typeOf(request);
        if (type === 'AllergyIntolerance') return searchset([allergy]);
        if (type !== 'Encounter') return searchset([]);
        return { ...searchset([visit('e1')]), link: [{ relation: 'next', url: '/page/2' }] };
      },
    });
  const whole = await entriesOf(
    module,
    hostOf(() => searchset([visit('e2')])),
  );
  expect(whole.entries.map(({ place }) => place.params?.['id'] ?? place.screen)).toEqual(['e1', 'e2', 'allergies']);
  const broken = await entriesOf(
    module,
    hostOf(() => {
      throw new AppError({ code: 'SERVER_ERROR', httpStatus: 500 });
    }),
  );
  expect(broken.missing).toEqual(['Lần khám']);
  expect(broken.entries.map(({ title }) => title)).toEqual(['Amoxicillin']);
});

test('where nothing can be read the source fails: that is no empty record', async () => {
  const host = createFakeHost({
    respond() {
      throw new AppError({ code: 'SERVER_ERROR', httpStatus: 500 });
    },
  });
  await expect(entriesOf(module, host)).rejects.toMatchObject({ code: 'SERVER_ERROR' });
});
