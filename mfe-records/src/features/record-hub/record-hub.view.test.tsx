import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import module from '../../module.ts';

type Record_ = Readonly<Record<string, readonly object[] | 'fails'>>;

async function open(record: Record_, locale: 'vi-VN' | 'en-US' = 'vi-VN'): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/record',
    settings: { locale },
    respond: ({ path }) => {
      const rows = record[path.split('/').at(-1) ?? ''] ?? [];
      if (rows === 'fails') throw new AppError({ code: 'UPSTREAM', httpStatus: 502 });
      return searchset(rows);
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const link = (name: RegExp) => screen.findByRole('link', { name });
const condition = (id: string, text: string, code: string, status = 'active') => ({
  resourceType: 'Condition',
  id,
  code: { text, coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code }] },
  clinicalStatus: { coding: [{ code: status }] },
});

test('allergies stand open on top with reaction and severity, and count what is true now', async () => {
  await open({
    AllergyIntolerance: [
      {
        resourceType: 'AllergyIntolerance',
        id: 'a',
        code: { text: 'Amoxicillin' },
        criticality: 'high',
        reaction: [{ manifestation: [{ text: 'Phát ban' }], severity: 'severe' }],
      },
    ],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Hồ sơ' })).toBeInTheDocument();
  const [first] = await screen.findAllByRole('heading', { level: 2 });
  await screen.findByRole('heading', { name: 'Dị ứng (1)' });
  expect(first).toHaveTextContent('Dị ứng (1)');
  expect(screen.getByRole('list', { name: 'Dị ứng' })).toHaveTextContent(/Amoxicillin.*Phát ban \(Nặng\)/s);
});

test('"no known allergy" is a fact; that nobody said anything is not the same', async () => {
  await open({
    AllergyIntolerance: [
      {
        resourceType: 'AllergyIntolerance',
        id: 'a',
        code: { coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] },
      },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Dị ứng (0)' })).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Dị ứng' })).toHaveTextContent('Không có dị ứng nào được biết');
});

test('a part of which nothing is known keeps its place and says so', async () => {
  await open({});
  expect(await screen.findByRole('heading', { name: 'Dị ứng' })).toBeInTheDocument();
  expect((await screen.findAllByText('Chưa có thông tin')).length).toBeGreaterThan(0);
  expect(await link(/^Thuốc/)).toHaveTextContent(/^ThuốcChưa tự ghi thuốc đang dùng$/);
  await userEvent.click(screen.getByRole('heading', { name: 'Kế hoạch chăm sóc' }));
  expect((await screen.findAllByText('Chưa có thông tin')).length).toBeGreaterThan(1);
  expect(await link(/^Bệnh/)).toHaveTextContent(/^BệnhChưa có thông tin$/);
});

test('diseases are merged by code with the newest status, and lead to their list', async () => {
  await open({
    Condition: [
      condition('1', 'Tăng huyết áp', 'I10'),
      condition('2', 'Hen', 'J45', 'resolved'),
      condition('3', 'Cao huyết áp', 'I10'),
      condition('4', 'Hen', 'J45'),
    ],
  });
  const row = await link(/^Bệnh \(1\)/);
  expect(row).toHaveTextContent('Tăng huyết áp (ghi 2 lần)');
  expect(row).not.toHaveTextContent('Hen');
  expect(row).toHaveAttribute('href', '/conditions');
});

test('a disease that is only suspected is never named as one that is known', async () => {
  const verified = (code: string) => ({
    verificationStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code }],
    },
  });
  const unsure = { ...condition('1', 'Lao phổi', 'A15'), ...verified('provisional') };
  const sure = { ...condition('2', 'Hen', 'J45'), ...verified('confirmed') };
  await open({ Condition: [unsure, sure] });
  expect(await link(/^Bệnh \(2\)/)).toHaveTextContent(/Lao phổi \(Tạm thời\) · Hen$/);
});

test('in English it says how often, too', async () => {
  await open({ Condition: [condition('1', 'Hypertension', 'I10'), condition('3', 'Hypertension', 'I10')] }, 'en-US');
  expect(await link(/^Conditions \(1\)/)).toHaveTextContent('Hypertension (recorded 2 times)');
});

test('each further part tells its newest entry and leads to its screen', async () => {
  await open({
    DiagnosticReport: [
      {
        resourceType: 'DiagnosticReport',
        id: 'r',
        status: 'final',
        code: { text: 'Công thức máu' },
        effectiveDateTime: '2026-10-25',
      },
    ],
    Immunization: [
      {
        resourceType: 'Immunization',
        id: 'i',
        status: 'completed',
        vaccineCode: { text: 'Cúm mùa' },
        occurrenceDateTime: '2026-09-01',
      },
      { resourceType: 'Immunization', id: 'n', status: 'not-done', vaccineCode: { text: 'Sởi' } },
    ],
  });
  const results = await link(/^Kết quả \(1\)/);
  expect(results).toHaveTextContent(/Công thức máu · 25\/10\/2026/);
  expect(results).toHaveAttribute('href', '/results');
  const vaccinations = await link(/^Tiêm chủng \(1\)/);
  expect(vaccinations).toHaveTextContent(/Cúm mùa · 01\/09\/2026/);
  expect(vaccinations).toHaveAttribute('href', '/immunizations');
  expect(await link(/^Lần khám/)).toHaveAttribute('href', '/encounters');
  expect(await link(/^Phiếu hỏi/)).toHaveAttribute('href', '/questionnaires');
  expect(await link(/^Thông tin cá nhân/)).toHaveAttribute('href', '/profile');
  expect(await link(/^Liên kết hồ sơ/)).toHaveAttribute('href', '/link-profile');
});

test('a part that fails says so in its place with another try, and touches no other', async () => {
  const record: Record<string, readonly object[] | 'fails'> = {
    Condition: 'fails',
    AllergyIntolerance: 'fails',
    Immunization: [{ resourceType: 'Immunization', id: 'i', status: 'completed', vaccineCode: { text: 'Cúm mùa' } }],
  };
  await open(record);
  expect(await screen.findByText('Không tải được bệnh')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Dị ứng: không tải được' })).toBeInTheDocument();
  expect(screen.queryByText(/Không có dị ứng/)).toBeNull();
  expect(await link(/^Tiêm chủng \(1\)/)).toBeInTheDocument();
  record['Condition'] = [condition('1', 'Tăng huyết áp', 'I10')];
  const failed = screen.getByText('Không tải được bệnh').closest('section, div');
  await userEvent.click(
    within(failed instanceof HTMLElement ? failed : document.body).getByRole('button', { name: /^Thử lại/ }),
  );
  expect(await link(/^Bệnh \(1\)/)).toBeInTheDocument();
});
