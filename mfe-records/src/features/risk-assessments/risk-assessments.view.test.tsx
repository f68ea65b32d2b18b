import type { Locale } from '@phr/contract/host-api';
import { screen, within } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { levelOf } from './risk-assessment.entity.ts';

const assessment = (id: string, level: string, more: object = {}) => ({
  resourceType: 'RiskAssessment',
  id,
  status: 'final',
  code: { text: 'COVID-19' },
  method: { text: 'Đánh giá theo dõi COVID-19 tại nhà' },
  occurrenceDateTime: '2026-11-27T08:15:00+07:00',
  prediction: [
    { qualitativeRisk: { coding: [{ code: level }], text: 'chữ' }, rationale: 'SpO2 dưới 94 % (2671/QĐ-BYT)' },
  ],
  mitigation: 'Gọi cấp cứu ngay.',
  note: [{ text: 'Thông tin chỉ để tham khảo, không thay thế chẩn đoán của bác sĩ.' }],
  ...more,
});

async function open(path: string, rows: readonly object[], locale: Locale = 'vi-VN'): Promise<FakeHost> {
  const host = createFakeHost({ path, settings: { locale }, respond: () => searchset(rows) });
  await openPart(mountView, module, host);
  return host;
}

test('[RISK-01] the levels are those five, by their codes', () => {
  expect(
    ['veryMild', 'mild', 'dangerous', 'veryDangerous', 'target'].map((code) => levelOf({ coding: [{ code }] })),
  ).toEqual(['veryMild', 'mild', 'dangerous', 'veryDangerous', 'target']);
  expect(levelOf({ coding: [{ code: 'moderate' }], text: 'Vừa' })).toBeUndefined();
});

test('[ROUTE-60, CALL-71, RISK-02] lists assessments by level in words, and says they are no diagnosis', async () => {
  const host = await open('/encounter-risk-assessment/e1', [
    assessment('r1', 'veryDangerous'),
    assessment('r2', 'veryMild'),
    assessment('r3', 'other', { prediction: [{ qualitativeRisk: { text: 'Nguy cơ vừa' } }] }),
  ]);
  const [first, second, third] = within(
    await screen.findByRole('list', { name: 'Đánh giá nguy cơ của lần khám' }),
  ).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Đánh giá theo dõi COVID-19 tại nhà.*27\/11\/2026.*Rất nguy hiểm/s);
  expect(within(first!).getByRole('link')).toHaveAttribute('href', '/risk-assessment?id=r1');
  expect(second).toHaveTextContent('Nguy cơ rất nhẹ');
  expect(third).toHaveTextContent('Nguy cơ vừa');
  expect(document.body).toHaveTextContent('không thay thế chẩn đoán của bác sĩ');
  expect(host.seen.requests).toEqual([
    expect.objectContaining({
      path: '/Patient/patient-main/RiskAssessment',
      query: expect.objectContaining({ encounter: 'e1' }) as object,
    }),
  ]);
});

test('[ROUTE-61, CALL-71, RISK-03] shows level, reason, advice, and the emergency call when urgent', async () => {
  const host = await open('/risk-assessment/r1', [assessment('r1', 'veryDangerous')]);
  expect(await screen.findByText('Gọi cấp cứu ngay.')).toBeInTheDocument();
  expect(document.body).toHaveTextContent(
    /Rất nguy hiểm.*SpO2 dưới 94 % \(2671\/QĐ-BYT\).*không thay thế chẩn đoán của bác sĩ/s,
  );
  expect(screen.getByRole('link', { name: 'Gọi 115' })).toHaveAttribute('href', 'tel:115');
  expect(host.seen.requests[0]?.query).toMatchObject({ _id: 'r1' });
  await open('/risk-assessment/r2', [assessment('r2', 'mild', { note: undefined })]);
  expect(await screen.findByText('Nguy cơ nhẹ')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Gọi 115' })).toBeNull();
  expect(document.body).toHaveTextContent('không thay thế chẩn đoán của bác sĩ');
});

test('an assessment of our own rules speaks the language of who reads it, whatever it was written in', async () => {
  const ours = {
    coding: [{ system: 'https://phr.example/fhir/CodeSystem/risk-method', code: 'covid19-home' }],
    text: 'Đánh giá theo dõi COVID-19 tại nhà',
  };
  await open('/risk-assessment/r1', [assessment('r1', 'dangerous', { method: ours })], 'en-US');
  expect(
    await screen.findByText('Tell the facility that looks after you at once. If it gets worse, call 115.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'COVID-19 home monitoring assessment' })).toHaveTextContent('Dangerous');
  expect(document.body).toHaveTextContent("does not replace a doctor's diagnosis");
  expect(document.body).not.toHaveTextContent(/Gọi cấp cứu ngay|Thông tin chỉ để tham khảo/);
  await open('/risk-assessment/r2', [assessment('r2', 'dangerous')], 'en-US');
  expect(await screen.findByText('Gọi cấp cứu ngay.')).toBeInTheDocument();
});

test('none yet, and one that is not there', async () => {
  await open('/encounter-risk-assessment/e1', []);
  expect(await screen.findByText('Chưa có đánh giá nguy cơ')).toBeInTheDocument();
  await open('/risk-assessment/none', []);
  expect(await screen.findByText('Không tìm thấy đánh giá này')).toBeInTheDocument();
});
