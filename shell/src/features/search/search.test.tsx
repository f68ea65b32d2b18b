import type { Registry } from '@phr/contract/registry';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { SearchScreen } from './search.view.tsx';

const routes = [
  ['encounters', '/encounters'],
  ['encounter-details', '/encounter-details/:id'],
  ['conditions', '/conditions'],
  ['blood-pressure-create', '/blood-pressure-create'],
  ['report-details', '/report-details/:id'],
] as const;
const registry: Registry = {
  schema: 1,
  publishedAt: '',
  modules: [
    {
      name: 'mfe-x',
      enabled: true,
      loadTimeoutMs: 1,
      current: {
        version: '1.0.0',
        container: 'x',
        entry: '',
        integrity: '',
        manifest: {
          name: 'mfe-x',
          contract: '^1.0.0',
          access: 'signed-in',
          calls: [],
          slots: [],
          routes: routes.map(([name, path]) => ({
            screen: name,
            path,
            layout: 'app' as const,
            needsMainPatient: true,
          })),
        },
      },
    },
  ],
};
const set = (...resources: readonly Record<string, unknown>[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: resources.map((resource) => ({ resource })),
});
const diabetes = { resourceType: 'Condition', id: 'c1', code: { text: 'Tiểu đường típ 2' } };
const wrong = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'entered-in-error',
  code: { text: 'Tiểu cầu nhầm' },
};
const report = {
  resourceType: 'DiagnosticReport',
  id: 'r2',
  status: 'final',
  effectiveDateTime: '2026-11-21',
  code: { text: 'Tổng phân tích nước tiểu' },
};

const ruledOut = {
  resourceType: 'Condition',
  id: 'c2',
  code: { text: 'Tiểu đường típ 1' },
  verificationStatus: {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'refuted' }],
  },
};

const respond = ({ path }: { readonly path: string }) =>
  path.endsWith('/Condition')
    ? set(diabetes, ruledOut)
    : path.endsWith('/DiagnosticReport')
      ? set(wrong, report)
      : set();

test('[ROUTE-79] [UX-40] finds screens and record entries regardless of accents, and opens them', async () => {
  const { shell } = await createFakeShell({ registry, respond, path: '/search' });
  renderIn(shell, <SearchScreen />);
  const field = screen.getByRole('searchbox', { name: 'Từ khóa' });
  await userEvent.type(field, 'tieu duong');
  const entries = within(await screen.findByRole('region', { name: 'Trong hồ sơ' }));
  expect(entries.getByRole('link', { name: /Tiểu đường típ 2.*Bệnh/ })).toHaveAttribute('href', '/conditions');
  expect(screen.getByRole('status')).toHaveTextContent('1 kết quả');
  await userEvent.clear(field);
  await userEvent.type(field, 'NUOC tieu');
  expect(await screen.findByRole('link', { name: /Tổng phân tích nước tiểu.*21\/11\/2026/ })).toHaveAttribute(
    'href',
    '/report-details/r2',
  );
  expect(screen.queryByText('Tiểu cầu nhầm')).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, 'dieu tri');
  expect(
    within(await screen.findByRole('region', { name: 'Màn hình' })).getByRole('link', { name: 'Lịch sử điều trị' }),
  ).toHaveAttribute('href', '/encounters');
});

test('[UX-03] search words stay out of the address, and return with their step in the history', async () => {
  const { shell, host } = await createFakeShell({ registry, respond, path: '/search' });
  const { unmount } = renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'huyet ap');
  expect(await screen.findByRole('link', { name: 'Thêm huyết áp' })).toBeInTheDocument();
  expect(host.seen.visits).toEqual([]);
  expect(shell.navigation.location.get()).toMatchObject({ pathname: '/search', search: '' });
  unmount();
  renderIn(shell, <SearchScreen />);
  expect(await screen.findByRole('searchbox')).toHaveValue('huyet ap');
});

test('[UX-23] a kind that could not be loaded is named, the others are found', async () => {
  const { shell } = await createFakeShell({
    registry,
    respond: (request) => {
      if (request.path.endsWith('/Encounter')) throw new AppError({ code: 'SERVER_ERROR', httpStatus: 500 });
      return respond(request);
    },
  });
  renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'tiểu');
  expect(await screen.findByRole('link', { name: /Tiểu đường/ })).toBeInTheDocument();
  expect(screen.getByText(/Chưa tìm được trong: Lịch sử điều trị/)).toBeInTheDocument();
});

test('[UX-22] a search without result says so; screens that are not built, and examples, are not found', async () => {
  const { shell } = await createFakeShell({ registry, respond });
  renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'minh hoa');
  expect(await screen.findByText('Không tìm thấy kết quả')).toBeInTheDocument();
});
