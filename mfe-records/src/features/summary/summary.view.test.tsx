import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { screen, within } from '@testing-library/dom';
import { act } from 'react';
import module from '../../module.ts';

type Rows = Readonly<Record<string, readonly object[]>>;
const LOINC = 'http://loinc.org';
const category = (code: string) => [
  { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code }] },
];

/** Opens a record's summary; observations are queried by category. */
async function open(
  record: Rows,
  respond: (request: ServiceRequest) => unknown = () => undefined,
  locale: 'vi-VN' | 'en-US' = 'vi-VN',
) {
  const host = createFakeHost({
    path: '/summary',
    settings: { locale },
    respond: (request) => {
      const own = respond(request);
      if (own !== undefined) return own;
      if (request.path === '/Patient/patient-main')
        return {
          resourceType: 'Patient',
          id: 'patient-main',
          name: [{ text: 'TRẦN MINH CHÂU' }],
          telecom: [{ system: 'phone', value: '0901234567' }],
          link: [
            { type: 'seealso', other: { reference: 'RelatedPerson/mother' } },
            { type: 'replaced-by', other: { reference: 'Patient/newer' } },
          ],
        };
      const type = request.path.split('/').at(-1) ?? '';
      const key = type === 'Observation' ? String(request.query?.['category']) : type;
      return searchset(record[key] ?? []);
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const systolic = (id: string, at: string, value: number) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: category('vital-signs'),
  code: { coding: [{ system: LOINC, code: '85354-9' }], text: 'Huyết áp' },
  effectiveDateTime: at,
  component: [
    { code: { coding: [{ system: LOINC, code: '8480-6' }] }, valueQuantity: { value, unit: 'mmHg', code: 'mm[Hg]' } },
    {
      code: { coding: [{ system: LOINC, code: '8462-4' }] },
      valueQuantity: { value: 70, unit: 'mmHg', code: 'mm[Hg]' },
    },
  ],
});
const sodium = (id: string, value: number) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: category('laboratory'),
  code: { text: `Natri ${id}` },
  performer: [{ display: 'BV Sao Mai' }],
  valueQuantity: { value, unit: 'mmol/L', code: 'mmol/L' },
  referenceRange: [{ low: { value: 135, unit: 'mmol/L' }, high: { value: 145, unit: 'mmol/L' } }],
});

test('ties to the records of a family are nothing that a doctor reads; that the record was replaced is', async () => {
  await open({});
  const person = await part('Người bệnh và liên hệ');
  expect(await person.findByText(/Đã có hồ sơ khác thay/)).toBeInTheDocument();
  expect(person.queryByText(/Xem thêm hồ sơ/)).toBeNull();
});

test('one page tells the person, allergies, diseases and medicines of now, and nothing that is over', async () => {
  const medicine = (id: string, status: string) => ({
    resourceType: 'MedicationStatement',
    id,
    status,
    medicationCodeableConcept: { text: `Thuốc ${id}` },
  });
  await open({
    AllergyIntolerance: [{ resourceType: 'AllergyIntolerance', id: 'a', code: { text: 'Amoxicillin' } }],
    Condition: [{ resourceType: 'Condition', id: 'c', code: { text: 'Hen' } }],
    MedicationStatement: [medicine('A', 'active'), medicine('B', 'stopped')],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Tóm tắt cho bác sĩ' })).toBeInTheDocument();
  expect(await (await part('Người bệnh và liên hệ')).findByText(/0901/)).toBeInTheDocument();
  expect(await (await part('Dị ứng')).findByText('Amoxicillin')).toBeInTheDocument();
  expect(await (await part('Bệnh')).findByText('Hen')).toBeInTheDocument();
  const medicines = await part('Thuốc đang dùng');
  expect(await medicines.findByText('Thuốc A')).toBeInTheDocument();
  expect(medicines.queryByText('Thuốc B')).toBeNull();
  expect(screen.getByRole('button', { name: /^In/ })).toBeInTheDocument();
});

test('on paper each part has room for some rows, the most dangerous first, and says how many are left out', async () => {
  await open({
    AllergyIntolerance: Array.from({ length: 9 }, (_, index) => ({
      resourceType: 'AllergyIntolerance',
      id: `a${index}`,
      code: { text: `Chất ${index}` },
      ...(index === 8 ? { criticality: 'high' } : {}),
    })),
  });
  const allergies = await part('Dị ứng');
  expect(await allergies.findAllByRole('listitem')).toHaveLength(9);
  expect(allergies.queryByText(/không in ở đây/)).toBeNull();
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  const printed = allergies.getAllByRole('listitem');
  expect(printed).toHaveLength(5);
  expect(printed[0]).toHaveTextContent('Chất 8');
  expect(allergies.getByText('Còn 4 mục không in ở đây: xem trong hồ sơ.')).toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(allergies.getAllByRole('listitem')).toHaveLength(9);
});

test('a disease that is only suspected says so beside its name', async () => {
  const status = (code: string) => ({
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code }],
  });
  await open({
    Condition: ['differential', 'confirmed'].map((code) => ({
      resourceType: 'Condition',
      id: code,
      code: { text: `Lao ${code}` },
      verificationStatus: status(code),
    })),
  });
  const [unsure, sure] = await (await part('Bệnh')).findAllByRole('listitem');
  expect(unsure).toHaveTextContent(/Lao differential.*Chẩn đoán phân biệt/);
  expect(sure).not.toHaveTextContent('Chẩn đoán');
});

test('a medicine that was taken over is told once, and one that is only referred to by its name', async () => {
  const text = (words: string) => ({ medicationCodeableConcept: { text: words } });
  const medicine = (type: string, id: string, more: object) => ({ resourceType: type, id, status: 'active', ...more });
  const medication = { resourceType: 'Medication', code: { text: 'Losartan' } };
  const host = await open({
    MedicationStatement: [
      medicine('MedicationStatement', 'mine', {
        ...text('Metformin'),
        derivedFrom: [{ reference: 'MedicationStatement/theirs' }],
        basedOn: [{ reference: 'MedicationRequest/order' }],
      }),
      medicine('MedicationStatement', 'theirs', text('METFORMIN 500')),
    ],
    MedicationRequest: [
      medicine('MedicationRequest', 'order', text('Metformin order')),
      medicine('MedicationRequest', 'other', {
        medicationReference: { reference: 'Medication/x', resource: medication },
      }),
    ],
  });
  const namesIn = async (name: string) =>
    (await (await part(name)).findAllByRole('listitem')).map((row) => row.textContent);
  expect(await namesIn('Thuốc đang dùng')).toEqual([expect.stringContaining('Metformin')]);
  expect(await namesIn('Thuốc được kê')).toEqual([expect.stringContaining('Losartan')]);
  const asked = host.seen.requests.filter(({ path }) => path.includes('/Medication'));
  expect(asked.map(({ query }) => query?.['_assoc'])).toEqual(['medicationReference', 'medicationReference']);
});

test('in English one reading is not called readings', async () => {
  await open({ 'vital-signs': [systolic('new', '2026-11-20T08:00:00+07:00', 150)] }, undefined, 'en-US');
  const readings = await part('Readings of the last 30 days');
  expect(await readings.findByText(/1 reading, 0 on target/)).toBeInTheDocument();
});

test('readings of 30 days: the newest with its verdict, how many there are, how many in the target', async () => {
  const host = await open({
    'vital-signs': [
      systolic('new', '2026-11-20T08:00:00+07:00', 150),
      systolic('mid', '2026-11-15T08:00:00+07:00', 115),
      systolic('old', '2026-11-10T08:00:00+07:00', 112),
    ],
  });
  const readings = await part('Chỉ số 30 ngày qua');
  const row = await readings.findByRole('listitem');
  expect(row).toHaveTextContent(/150/);
  expect(row).toHaveTextContent(/Cao/);
  expect(row).toHaveTextContent('3 lần đo, 2 lần trong mục tiêu');
  const asked = host.seen.requests.find(({ query }) => query?.['category'] === 'vital-signs');
  expect(asked?.query?.['date']).toMatch(/^ge\d{4}-\d{2}-\d{2}$/);
});

test('of the laboratory only what lies outside its range is told', async () => {
  await open({ laboratory: [sodium('thấp', 128), sodium('đúng', 140)] });
  const outside = await part('Kết quả ngoài khoảng');
  expect(await outside.findByText('Natri thấp')).toBeInTheDocument();
  expect(outside.queryByText('Natri đúng')).toBeNull();
});

test('of each test the newest result counts: what is back in its range is no finding any more', async () => {
  const coded = (id: string, value: number) => ({
    ...sodium(id, value),
    code: { coding: [{ system: LOINC, code: '2951-2' }], text: `Natri ${id}` },
  });
  await open({ laboratory: [coded('mới', 140), coded('cũ', 128), sodium('khác', 128)] });
  const rows = await (await part('Kết quả ngoài khoảng')).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^Natri khác/)]);
});

test('an order without an answer hides no finding; the most dangerous stands first', async () => {
  const coded = (id: string, value: number, code: string) => ({
    ...sodium(id, value),
    code: { coding: [{ system: LOINC, code }], text: `Natri ${id}` },
  });
  const { valueQuantity: _value, ...ordered } = { ...coded('chờ', 0, '2951-2'), status: 'registered' };
  const critical = {
    ...coded('nguy', 110, '2947-0'),
    interpretation: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'LL' }] },
    ],
  };
  await open({ laboratory: [ordered, coded('thấp', 128, '2951-2'), critical] });
  const rows = await (await part('Kết quả ngoài khoảng')).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Natri máu.*Rất thấp/),
    expect.stringMatching(/^Natri thấp/),
  ]);
});

test('a reading has one target: a range that was stored beside it is not told too', async () => {
  const stored = [{ high: { value: 129, unit: 'mmHg' }, type: { text: 'Khoảng bình thường' } }];
  const reading = systolic('new', '2026-11-20T08:00:00+07:00', 125);
  await open({
    'vital-signs': [
      {
        ...reading,
        performer: [{ reference: 'Patient/patient-main', display: 'TRẦN MINH CHÂU' }],
        component: reading.component.map((one) => ({ ...one, referenceRange: stored })),
      },
    ],
  });
  const row = await (await part('Chỉ số 30 ngày qua')).findByRole('listitem');
  expect(row).toHaveTextContent(/mục tiêu dưới 120\/80/);
  expect(row).not.toHaveTextContent(/129|CHÂU|thực hiện/);
});

test('a result in words that is flagged, and one part of a panel, are outside, too', async () => {
  const flagged = (code: string) => ({
    interpretation: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code }] },
    ],
  });
  const words = (id: string, code: string) => {
    const { valueQuantity: _value, referenceRange: _range, ...rest } = sodium(id, 0);
    return { ...rest, valueString: 'Có', ...flagged(code) };
  };
  const part_ = (text: string, value: number) => {
    const { code: _code, ...rest } = sodium('x', value);
    return { code: { text }, valueQuantity: rest.valueQuantity, referenceRange: rest.referenceRange };
  };
  const { valueQuantity: _value, referenceRange: _range, ...panel } = sodium('điện giải', 0);
  await open({
    laboratory: [
      words('dương', 'POS'),
      words('âm', 'NEG'),
      { ...panel, component: [part_('Kali', 150), part_('Clo', 140)] },
    ],
  });
  const rows = await (await part('Kết quả ngoài khoảng')).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Natri dương.*Dương tính/),
    expect.stringMatching(/^Natri điện giải: Kali.*150.*135.*Cao/),
  ]);
});

test('a part that fails says so and is never taken for "none"', async () => {
  await open({}, ({ path }) => {
    if (path.endsWith('/AllergyIntolerance')) throw new AppError({ code: 'UPSTREAM', httpStatus: 502 });
    return undefined;
  });
  const allergies = await part('Dị ứng');
  expect(await allergies.findByText('Không tải được dị ứng')).toBeInTheDocument();
  expect(allergies.queryByText('Chưa có thông tin')).toBeNull();
});
