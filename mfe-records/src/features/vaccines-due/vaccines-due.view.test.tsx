/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { screen, within } from '@testing-library/dom';
import type { PatientSummary, ServiceRequest, Settings } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { add } from '@phr/time/plain-date';
import module from '../../module.ts';

const BORN = add(new Date().toISOString().slice(0, 10), { months: -5 });
const CHILD: PatientSummary = { id: 'child', name: 'BÉ AN', birthDate: BORN, gender: 'male', relationship: 'SON' };
const CVX = 'http://hl7.org/fhir/sid/cvx';
const shot = (code: string, day: string) => ({
  resourceType: 'Immunization',
  id: `${code} ${day}`,
  status: 'completed',
  vaccineCode: { coding: [{ system: CVX, code }] },
  occurrenceDateTime: day,
});
const SHOTS = [shot('19', BORN), shot('08', BORN), shot('88', BORN)];

async function open({
  person = CHILD,
  rows = SHOTS as readonly { readonly resourceType: string }[],
  settings = {} as Partial<Settings>,
} = {}) {
  const host = createFakeHost({
    path: '/vaccines-due',
    settings,
    respond: ({ path }: ServiceRequest) =>
      searchset(rows.filter(({ resourceType }) => path.endsWith(`/${resourceType}`))),
  });
  host.view(person);
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Mũi tiêm đến hạn' });
  return host;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('what is not recorded is told as that, with the schedule, its draft and what it leaves out', async () => {
  await open();
  const due = await region('Đến hạn');
  expect(due.getByText('Viêm gan B, bạch hầu, ho gà, uốn ván · mũi 1')).toBeInTheDocument();
  expect(due.getByText(/^Hồ sơ chưa ghi mũi này · theo lịch từ /)).toBeInTheDocument();
  expect(screen.getByText('Theo lịch Thông tư 10/2024/TT-BYT, chưa được bác sĩ duyệt')).toBeInTheDocument();
  expect(screen.getByText(/không tiêm lại từ đầu/)).toBeInTheDocument();
  expect(screen.getByText(/^Lịch ở đây chưa có: bại liệt, Hib/)).toBeInTheDocument();
  expect(screen.getByText(/^1 mũi trong hồ sơ không thuộc lịch này/)).toBeInTheDocument();
  expect((await region('Đã ghi trong hồ sơ')).getByText('Lao (BCG) · mũi 1')).toBeInTheDocument();
});

test('without a signature the schedule is not shown, what the record advises is', async () => {
  const advice = {
    resourceType: 'ImmunizationRecommendation',
    id: 'r1',
    date: BORN,
    authority: { display: 'Trạm y tế An Bình' },
    recommendation: [{ targetDisease: { text: 'Sởi' }, forecastStatus: { coding: [{ code: 'overdue' }] } }],
  };
  await open({ rows: [...SHOTS, advice], settings: { clinicalTexts: 'signed' } });
  expect((await region('Hồ sơ ghi')).getByText('Đã quá hạn · theo Trạm y tế An Bình')).toBeInTheDocument();
  expect(screen.getByText(/^Lịch tiêm chưa được bác sĩ duyệt/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Đến hạn' })).not.toBeInTheDocument();
});

test('an adult reads that the schedule is one of children', async () => {
  await open({ person: { ...CHILD, birthDate: '1985-01-01' } });
  expect(await screen.findByText('Lịch tiêm ở đây dành cho trẻ dưới 18 tuổi.')).toBeInTheDocument();
});
