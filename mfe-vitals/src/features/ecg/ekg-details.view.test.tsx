import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { sampleOf } from '@phr/clinical/ecg';
import { ECG_LEADS, ECG_VALUES } from '@phr/clinical/ecg-codings';
import { heart, sine } from '@phr/clinical/ecg-signals.test-support';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { withoutLayout } from '@phr/testing/no-layout';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';
import { rawEcg } from '../readings/samples.test-support.ts';

// The test document measures and draws nothing.
beforeAll(withoutLayout);

const open = async (deleted: () => unknown) => {
  const host = createFakeHost({
    path: '/ekg-details/ecg-7',
    hrefOf: hrefsOf(manifest.routes),
    respond: ({ method }) =>
      method === 'DELETE' ? deleted() : searchset([rawEcg('ecg-7', 71, '2026-11-20T07:41:00+07:00')]),
  });
  await openPart(mountView, module, host);
  await proves('ROUTE-42', async () => {
    expect(await screen.findByRole('heading', { level: 1, name: 'Chi tiết điện tim' })).toBeInTheDocument();
    await waitFor(() => expect(host.seen.requests[0]).toMatchObject({ query: { _id: 'ecg-7' } }));
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Xóa điện tim' }));
  const question = within(await screen.findByRole('alertdialog'));
  return { host, confirm: () => userEvent.click(question.getByRole('button', { name: 'Xóa điện tim' })) };
};

test('[NAV-25][ECG-11][NOTI-14] deleting an ECG asks, sends, tells, and goes back to the list', async () => {
  const { host, confirm } = await open(() => ({ id: 'ecg-7' }));
  expect(host.seen.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  await confirm();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/ekg-board'));
  expect(host.seen.requests.find(({ method }) => method === 'DELETE')).toMatchObject({
    service: 'phr',
    path: '/api/phr/observation/ecg-7',
  });
  expect(host.seen.notices).toMatchObject([{ type: 'success', title: 'Đã xóa điện tim' }]);
});

test("[ECG-04, ECG-05, ECG-07] shows the device's values and words, what is notable, and: no diagnosis", async () => {
  const component = ECG_VALUES.map(({ key, primaryCodings, unit }) => ({
    code: { coding: primaryCodings },
    valueQuantity: { value: { heartRate: 104, qrs: 92, qt: 388, qtc: 424, pvcs: 2, st: 0.04 }[key], code: unit.code },
  }));
  const host = createFakeHost({
    path: '/ekg-details/ecg-8',
    hrefOf: hrefsOf(manifest.routes),
    respond: () =>
      searchset([
        {
          ...rawEcg('ecg-8', 104, '2026-11-20T07:41:00+07:00'),
          component,
          performer: [{ reference: 'Organization/o', display: 'Bệnh viện Hoa Sen' }],
          interpretation: [{ text: 'Nhịp nhanh xoang' }],
          note: [{ text: 'Đo sau khi đi bộ' }],
        },
      ]),
  });
  await openPart(mountView, module, host);
  const card = async (name: string) =>
    (await screen.findByRole('region', { name })).textContent.replaceAll('\u00a0', ' ');
  for (const fact of [
    /Nhịp tim:? ?104 nhịp\/phút/,
    /QRS:? ?92 ms/,
    /QT:? ?388 ms/,
    /QTc:? ?424 ms/,
    /PVC.*2/,
    /ST:? ?0,04 mV/,
  ])
    expect(await card('Giá trị do máy đo ghi')).toMatch(fact);
  expect(await card('Thông tin bản ghi')).toMatch(
    /\d\d:41 20\/11\/2026.*Bệnh viện Hoa Sen.*Nhịp nhanh xoang.*Đo sau khi đi bộ/,
  );
  expect(screen.getByText('Nhịp tim nhanh, trên 100')).toBeInTheDocument();
  expect(screen.getAllByText(/không thay thế chẩn đoán của bác sĩ/).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Xóa điện tim' })).toBeNull();
});

/** An ECG whose device wrote a rate, with curves. */
const withCurves = (signal: Float32Array) => ({
  ...rawEcg('ecg-9', 130, '2026-11-20T07:41:00+07:00'),
  component: [
    ...ECG_VALUES.filter(({ key }) => key === 'heartRate').map(({ primaryCodings, unit }) => ({
      code: { coding: primaryCodings },
      valueQuantity: { value: 130, code: unit.code },
    })),
    ...ECG_LEADS.filter(({ key }) => key === 'II').map(({ primaryCodings }) => ({
      code: { coding: primaryCodings },
      valueSampledData: {
        origin: { value: 2048 },
        period: 2,
        factor: 1.612,
        dimensions: 1,
        data: Array.from(signal, (value) => sampleOf(value * 1000)).join(' '),
      },
    })),
  ],
});

test.each<[string, Float32Array, boolean]>([
  ['hum of the mains: no rate, no alert', sine(10_000, 500, 50, 0.5), false],
  ['a clear heart: the rate of both, the alert of the device', heart(75, { seconds: 20 }).signal, true],
])("an ECG with curves and a device's rate: %s", async (_what, signal, isClear) => {
  const host = createFakeHost({
    path: '/ekg-details/ecg-9',
    hrefOf: hrefsOf(manifest.routes),
    respond: () => searchset([withCurves(signal)]),
  });
  await openPart(mountView, module, host);
  const device = await screen.findByRole('region', { name: 'Giá trị do máy đo ghi' });
  expect(device.textContent).toContain('130');
  const counted = screen.getByRole('region', { name: 'Đếm trên hình' }).textContent.replaceAll('\u00a0', ' ');
  expect(/chuyển đạo II:? ?7[3-7] nhịp\/phút/.test(counted)).toBe(isClear);
  expect(screen.queryAllByText('Nhịp tim nhanh, trên 100')).toHaveLength(isClear ? 1 : 0);
  expect(screen.queryAllByText('Theo giá trị do máy đo ghi.')).toHaveLength(isClear ? 1 : 0);
  const hum = screen.queryAllByText('Chuyển đạo II bị nhiễu điện lưới, không tính được nhịp tim');
  expect(hum.length > 0).toBe(!isClear);
});

test('[NAV-25] an ECG that may not be deleted stays on screen with the reason', async () => {
  const { host, confirm } = await open(() => {
    throw new AppError({ code: 'NOT_DELETABLE', httpStatus: 403, source: 'PHR_API' });
  });
  await confirm();
  await waitFor(() => expect(host.seen.notices).toMatchObject([{ type: 'error' }]));
  expect(host.navigation.location.get().pathname).toBe('/ekg-details/ecg-7');
});
