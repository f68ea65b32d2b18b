import { AppError } from '@phr/contract/app-error';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { applyPromoCode } from './vouchers.api.ts';

const VOUCHER = {
  resourceType: 'Coverage',
  id: 'v1',
  identifier: [{ value: 'TIM2026' }],
  status: 'active',
  period: { start: '2026-11-01', end: '2099-02-28' },
  payor: [{ display: 'Bệnh viện Sao Mai' }],
  class: [
    { type: { coding: [{ code: 'service' }] }, value: 'cardiology', name: 'Khám tim mạch' },
    { type: { coding: [{ code: 'plan' }] }, value: '79-071' },
  ],
  extension: [{ url: 'https://phr.example/fhir/StructureDefinition/usage-count', valueInteger: 2 }],
};
const OLD = { resourceType: 'Coverage', id: 'v2', status: 'active', period: { end: '2020-01-01' } };

async function open(path: string, stored: readonly object[], refuse?: string): Promise<FakeHost> {
  const vouchers = [...stored];
  const host = createFakeHost({
    path,
    respond: ({ method }) => {
      if (method === 'GET') return searchset(vouchers);
      if (refuse !== undefined) throw new AppError({ code: refuse, httpStatus: 409, source: 'MEDRECORD_ADMIN' });
      vouchers.push(VOUCHER);
      return { id: 'v1' };
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');
const apply = () => userEvent.click(screen.getByRole('button', { name: 'Áp dụng' }));

test('[ROUTE-71, VOU-01] a voucher shows code, services, period and use, and says when it is over', async () => {
  const host = await open('/voucher', [VOUCHER, OLD]);
  const [voucher, old] = within(await screen.findByRole('list', { name: 'Ưu đãi' })).getAllByRole('listitem');
  expect(voucher).toHaveTextContent(
    /Khám tim mạch.*Mã ưu đãi: TIM2026.*Thời hạn: 01\/11\/2026 – 28\/02\/2099.*Số lần sử dụng: 2.*Bệnh viện Sao Mai/s,
  );
  expect(voucher).not.toHaveTextContent(/79-071|Hết hạn/);
  expect(old).toHaveTextContent(/Số lần sử dụng: Không rõ.*Hết hạn/s);
  expect(host.seen.requests[0]).toMatchObject({ path: '/Patient/patient-main/Coverage', query: { type: 'VOUCHER' } });
});

test('a voucher is good until the end of its last day', async () => {
  const day = (shift: number) =>
    new Date(Date.now() + shift * 86_400_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  await open('/voucher', [
    { ...VOUCHER, period: { end: day(0) } },
    { ...VOUCHER, id: 'v3', period: { end: day(-1) } },
  ]);
  const [today, yesterday] = within(await screen.findByRole('list', { name: 'Ưu đãi' })).getAllByRole('listitem');
  expect(today).not.toHaveTextContent('Hết hạn');
  expect(yesterday).toHaveTextContent('Hết hạn');
});

test('[CALL-44] a code becomes a voucher of the person on screen', async () => {
  const host = await open('/voucher', []);
  expect(await screen.findByText('Chưa có phiếu ưu đãi')).toBeInTheDocument();
  await apply();
  expect(screen.getByText('Hãy nhập mã ưu đãi')).toBeInTheDocument();
  expect(posts(host)).toHaveLength(0);
  await userEvent.type(screen.getByRole('textbox', { name: /Mã ưu đãi/ }), ' tim2026 ');
  await apply();
  expect(await screen.findByText('Khám tim mạch')).toBeInTheDocument();
  expect(posts(host)).toEqual([
    expect.objectContaining({
      service: 'admin',
      path: '/patient-app/coverage/apply-promo-code',
      body: { patientId: 'patient-main', promoCode: 'TIM2026' },
    }),
  ]);
  await proves('NOTI-15', () =>
    expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã thêm phiếu ưu đãi' }]),
  );
});

test.each([
  ['PROMO_EXPIRED', 'Mã ưu đãi đã hết hạn'],
  ['PROMO_HELD', 'Phiếu ưu đãi này đã có trong danh sách của bạn'],
])('why a code is refused (%s) stands at the field, which has the focus and keeps the code', async (code, words) => {
  await open('/voucher', [], code);
  const field = await screen.findByRole('textbox', { name: /Mã ưu đãi/ });
  await userEvent.type(field, 'TET2026');
  await apply();
  expect(await screen.findByText(words)).toBeInTheDocument();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('TET2026');
});

test('[VOU-02] without a person or a code no promo call is made', async () => {
  const host = createFakeHost({ respond: () => ({}) });
  expect(await applyPromoCode(host.request, undefined, 'TIM2026', 'key')).toBe(false);
  expect(await applyPromoCode(host.request, 'p1', '', 'key')).toBe(false);
  expect(host.seen.requests).toEqual([]);
  expect(await applyPromoCode(host.request, 'p1', 'TIM2026', 'key')).toBe(true);
  expect(host.seen.requests).toHaveLength(1);
});

test('[VOU-03] without a type nothing is asked, and the screen says that there is no voucher', async () => {
  const host = await open('/voucher?coverageType=', [VOUCHER]);
  expect(await screen.findByText('Chưa có phiếu ưu đãi')).toBeInTheDocument();
  await apply();
  expect(await screen.findByText('Hãy nhập mã ưu đãi')).toBeInTheDocument();
  expect(host.seen.requests).toEqual([]);
});

test('[VOU-03] without a person nothing is asked; as soon as there is one the vouchers are', async () => {
  const host = createFakeHost({ path: '/voucher', respond: () => searchset([VOUCHER]) });
  const known = host.patient.get();
  host.patient.set({ epoch: 2, family: [] });
  await openPart(mountView, module, host);
  await apply();
  expect(await screen.findByText('Hãy nhập mã ưu đãi')).toBeInTheDocument();
  expect(host.seen.requests).toEqual([]);
  host.patient.set({ ...known, epoch: 3 });
  expect(await screen.findByText('Khám tim mạch')).toBeInTheDocument();
  expect(host.seen.requests).toMatchObject([{ path: '/Patient/patient-main/Coverage', query: { type: 'VOUCHER' } }]);
});
