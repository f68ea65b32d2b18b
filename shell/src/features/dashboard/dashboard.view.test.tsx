import { createStore, type Store } from '@phr/contract/store';
import type { Lifecycles, MountProps } from '@phr/contract/phr-module';
import type { Registry } from '@phr/contract/registry';
import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DevicePropertiesState } from '../../services/device/device-properties.model.ts';
import { createFakeShell, type FakeShellOptions, renderIn } from '../../testing/fake-shell.tsx';
import { entryOf, TODAY } from '../../testing/offer-of.ts';
import { DashboardScreen } from './dashboard.view.tsx';

/** Slots these modules declare as omitted on phones. */
const WIDE_ONLY = ['recent-encounters', 'next-appointment'];
const SLOTS = ['latest-vitals', ...WIDE_ONLY, 'steps'];
const registry: Registry = {
  ...TODAY,
  modules: [
    ...TODAY.modules.map(({ current: { manifest } }) =>
      entryOf({ ...manifest, actions: [], slots: manifest.slots.filter(({ slot }) => SLOTS.includes(slot)) }),
    ),
    entryOf({
      name: 'mfe-sixth',
      contract: '^1.0.0',
      access: 'signed-in',
      routes: [],
      calls: [],
      slots: [{ slot: 'steps', place: 'dashboard.main', order: 40 }],
    }),
  ],
};

/** Slots that render their name and input. */
async function draw(options: FakeShellOptions = {}, state?: Store<DevicePropertiesState>) {
  const told: unknown[] = [];
  const slot = (name: string): Lifecycles => ({
    bootstrap: async () => undefined,
    mount: async ({ domElement, input }: MountProps) => {
      if (name === 'latest-vitals') told.push(input);
      domElement.textContent = `slot ${name}`;
    },
    unmount: async () => undefined,
  });
  const made = await createFakeShell({
    registry,
    module: async () => ({
      views: {},
      slots: Object.fromEntries(SLOTS.map((name) => [name, slot(name)])),
      dispose: () => undefined,
    }),
    ...options,
  });
  renderIn(
    { ...made.shell, deviceProperties: { ...made.shell.deviceProperties, ...(state && { state }) } },
    <DashboardScreen />,
  );
  return { ...made, told };
}

const inOrder = (...texts: readonly string[]) => {
  const places = texts.map((text) => document.body.textContent?.indexOf(text) ?? -1);
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
};

test('[DASH-02] [DASH-04] [DASH-05] a wide dashboard greets, shows phone verification, has quick links', async () => {
  await draw();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/(Chào buổi sáng|Xin chào|Chào buổi tối), Châu/);
  expect(screen.getByText('Đã xác thực số điện thoại')).toBeInTheDocument();
  expect(
    within(screen.getByRole('region', { name: 'Truy cập nhanh' }))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Thêm chỉ số', 'Đặt lịch hẹn', 'Mã QR', 'Quét mã QR']);
  await screen.findByText('slot latest-vitals');
  expect(screen.queryByRole('region', { name: 'Lối tắt' })).toBeNull();
});

test('[DASH-04] an unverified phone is said to be so', async () => {
  await draw({ user: { phoneNumberVerified: false } });
  expect(screen.getByText('Chưa xác thực số điện thoại')).toBeInTheDocument();
});

test('[DASH-11] [DASH-12] [DASH-14] [DASH-15] a narrow dashboard has today, index cards, feature cards', async () => {
  const { told } = await draw({ wide: false });
  await screen.findByText('slot latest-vitals');
  await screen.findByText('Hôm nay chưa có việc nào.');
  await screen.findByText('slot steps');
  inOrder('Hôm nay chưa có việc nào.', 'slot latest-vitals', 'slot steps', 'Lối tắt');
  // "today" covers their content
  for (const slot of WIDE_ONLY) expect(screen.queryByText(`slot ${slot}`)).toBeNull();
  expect(
    within(screen.getByRole('region', { name: 'Lối tắt' }))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Gia đình', 'Tiền sử bệnh', 'Chỉ số sức khỏe', 'Lịch sử điều trị', 'Lịch hẹn', 'Phiếu hỏi sức khỏe']);
  expect(told).toEqual([{ codes: ['8867-4', '8310-5', '15074-8', '85354-9'] }]);
});

test('[DASH-18] what was chosen on this device is shown; the slot waits for the choice and is told it once', async () => {
  const state = createStore<DevicePropertiesState>({ status: 'loading', values: {} });
  const { told } = await draw({ wide: false }, state);
  await screen.findByText('Hôm nay chưa có việc nào.');
  expect(screen.queryByRole('link', { name: 'Gia đình' })).toBeNull();
  expect(told).toEqual([]);
  act(() =>
    state.set({ status: 'ready', values: { DASHBOARD_FEATURES: '["DEVICES","QR"]', DASHBOARD_VITALS: '["29463-7"]' } }),
  );
  await waitFor(() =>
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Thiết bị', 'Mã QR']),
  );
  await screen.findByText('slot latest-vitals');
  expect(told).toEqual([{ codes: ['29463-7'] }]);
});

test('[MENU-04] the tile of devices is not there while another person is viewed', async () => {
  const made = await createFakeShell({
    wide: false,
    properties: { status: 'ready', values: { DASHBOARD_FEATURES: '["DEVICES","QR"]' } },
  });
  const context = createStore({ epoch: 2, main: FAKE_MAIN, viewed: FAKE_MOTHER, family: [FAKE_MAIN, FAKE_MOTHER] });
  renderIn({ ...made.shell, patients: { ...made.shell.patients, context } }, <DashboardScreen />);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Mã QR']);
});

test('[DASH-11] [DASH-12] [DASH-18] tiles are chosen and ordered by keyboard, and kept as JSON texts', async () => {
  const { seen } = await draw({ wide: false });
  await userEvent.click(screen.getByRole('button', { name: 'Tùy chỉnh' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tùy chỉnh Hôm nay' }));
  expect(dialog.getAllByRole('checkbox', { checked: true })).toHaveLength(10);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Cân nặng' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Nhịp tim' }));
  const up = dialog.getByRole('button', { name: 'Đưa Huyết áp lên' });
  up.focus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(up);
  expect(dialog.getByText('Huyết áp: vị trí 2 trong 13')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Phiếu hỏi sức khỏe' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(seen.saved).toEqual([
    {
      DASHBOARD_VITALS: '["85354-9","8310-5","15074-8","29463-7"]',
      DASHBOARD_FEATURES: '["FAMILY","CONDITIONS","HEALTH-INDEXES","ENCOUNTERS","APPOINTMENTS"]',
    },
  ]);
  expect(screen.queryByRole('link', { name: 'Phiếu hỏi sức khỏe' })).toBeNull();
});

test('a choice that the server does not keep stays in the dialog, with the news', async () => {
  const made = await createFakeShell();
  renderIn(
    {
      ...made.shell,
      deviceProperties: {
        ...made.shell.deviceProperties,
        save: async () => {
          throw new Error('down');
        },
      },
    },
    <DashboardScreen />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Tùy chỉnh' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Lưu' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Chưa lưu được');
});

test('an empty registry says that nothing is there yet', async () => {
  const { shell } = await createFakeShell();
  renderIn(shell, <DashboardScreen />);
  expect(screen.getByText('Chưa có phần nào để hiển thị')).toBeInTheDocument();
});

describe('what stands beneath a tile is begun from it', () => {
  const route = (screenName: string, menu?: string) => ({
    screen: screenName,
    path: `/${screenName}`,
    title: { 'vi-VN': `Màn ${screenName}` },
    layout: 'app' as const,
    needsMainPatient: true,
    ...(menu && { menu }),
  });
  const tile = (of: string, name: string) => ({ screen: of, name, label: { 'vi-VN': of }, icon: 'x', order: 1 });
  const action = (of: string) => ({ screen: of, text: { 'vi-VN': of }, icon: 'form' as const, order: 1 });
  const sixth: Registry = {
    ...registry,
    modules: [
      entryOf({
        name: 'mfe-sixth',
        contract: '^1.0.0',
        access: 'signed-in',
        calls: [],
        slots: [],
        routes: [route('walks'), route('walk-create', 'walks'), route('food'), route('a', 'food'), route('b', 'food')],
        tiles: [tile('walks', 'WALKS'), tile('food', 'FOOD')],
        actions: ['walk-create', 'a', 'b'].map(action),
      }),
    ],
  };
  const properties = { status: 'ready', values: { DASHBOARD_FEATURES: '["WALKS","FOOD"]' } } as const;
  const links = () =>
    within(screen.getByRole('region', { name: 'Lối tắt' }))
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);

  test('one press, where it is one thing; of several none is meant', async () => {
    await draw({ wide: false, registry: sixth, properties });
    expect(links()).toEqual([
      ['walks', '/walks'],
      ['Màn walk-create', '/walk-create'],
      ['food', '/food'],
    ]);
  });

  test('nothing in a record that may only be looked at', async () => {
    const made = await createFakeShell({ wide: false, registry: sixth, properties });
    const viewed = { ...FAKE_MOTHER, may: ['read' as const] };
    const context = createStore({ epoch: 2, main: FAKE_MAIN, viewed, family: [FAKE_MAIN, viewed] });
    renderIn({ ...made.shell, patients: { ...made.shell.patients, context } }, <DashboardScreen />);
    expect(links().map(([name]) => name)).toEqual(['walks', 'food']);
  });
});
