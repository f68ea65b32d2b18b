import { screen } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const open = async (classCode: string, status: string) => {
  const encounter = {
    resourceType: 'Encounter',
    id: 'e1',
    status,
    class: { code: classCode },
    period: { start: '2026-11-20' },
  };
  const host = createFakeHost({
    path: '/encounter-details/e1',
    respond: ({ path }) => searchset(path.endsWith('/Encounter') ? [encounter] : []),
  });
  await openPart(mountView, module, host);
  expect(await screen.findByRole('link', { name: 'Kết quả xét nghiệm' })).toHaveAttribute(
    'href',
    '/lab-observations?encounterId=e1',
  );
  expect(screen.getByRole('link', { name: 'Đánh giá nguy cơ' })).toHaveAttribute(
    'href',
    '/encounter-risk-assessment?encounterId=e1',
  );
};

test.each([
  ['F0H', 'Khai báo sức khỏe F0 tại nhà', '/f0h-health-report?encounterId=e1'],
  ['POST_COVID', 'Khai báo sức khỏe hậu COVID-19', '/post-covid-19-health-report?encounterId=e1'],
  ['FAMILY_DOCTOR', 'Yếu tố nguy cơ sức khỏe', '/family-care-health-risk-factors?encounterId=e1'],
])('an open encounter of kind %s leads to its report', async (classCode, name, href) => {
  await open(classCode, 'arrived');
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

test('an encounter that is over, or of another kind, asks for no report', async () => {
  await open('F0H', 'finished');
  expect(screen.queryByRole('link', { name: /Khai báo/ })).toBeNull();
  await open('SS', 'arrived');
  expect(screen.queryByRole('link', { name: /Khai báo|Yếu tố/ })).toBeNull();
});

test.each([
  ['S', 1],
  ['A', 0],
])('a running home isolation of risk %s puts the emergency call first: %d', async (priority, calls) => {
  const encounter = {
    resourceType: 'Encounter',
    id: 'e1',
    status: 'arrived',
    class: { code: 'F0H' },
    priority: { coding: [{ code: priority }] },
    period: { start: new Date().toISOString() },
  };
  await openPart(
    mountView,
    module,
    createFakeHost({
      path: '/encounter-details/e1',
      respond: ({ path }) => searchset(path.endsWith('/Encounter') ? [encounter] : []),
    }),
  );
  await screen.findByRole('link', { name: 'Đánh giá nguy cơ' });
  expect(screen.queryAllByRole('alert').map((alert) => alert.textContent)).toEqual(
    Array.from(
      { length: calls },
      () =>
        expect.stringContaining(
          'Đánh giá gần nhất: nguy cơ rất cao. Gọi 115 hoặc đến cơ sở y tế gần nhất ngay.',
        ) as string,
    ),
  );
  expect(screen.queryAllByRole('link', { name: 'Gọi 115' })).toHaveLength(calls);
});

test('[RISK-05] an encounter on screen is read again when its assessment has come', async () => {
  let priority = 'UR';
  const encounter = () => ({
    resourceType: 'Encounter',
    id: 'e1',
    status: 'arrived',
    class: { code: 'F0H' },
    priority: { coding: [{ code: priority }] },
    period: { start: new Date().toISOString() },
  });
  const host = createFakeHost({
    path: '/encounter-details/e1',
    respond: ({ path }) => searchset(path.endsWith('/Encounter') ? [encounter()] : []),
  });
  await openPart(mountView, module, host);
  expect(await screen.findByText('Nguy cơ trung bình')).toBeInTheDocument();
  priority = 'S';
  host.tell('encounter.changed', { patientId: 'patient-main' });
  expect(await screen.findByText('Nguy cơ rất cao')).toBeInTheDocument();
});
