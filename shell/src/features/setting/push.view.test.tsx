import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sharedDevice } from '../../services/host/shared-device.ts';
import { localStore } from '../../services/host/storage.ts';
import { renewSubscription, leave } from '../../services/push/this-device.ts';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { PushSettings } from './push.view.tsx';

interface Device {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly quiet: object | null;
  readonly kinds: readonly string[];
  readonly urgent: readonly string[];
}
const PHONE: Device = {
  id: 'd-2',
  name: 'Safari, iOS',
  endpoint: 'https://push.test/phone',
  quiet: null,
  kinds: ['results'],
  urgent: [],
};

/** A browser with push support; `asked` counts permission prompts. */
function createBrowser(permission: NotificationPermission = 'default', answer: NotificationPermission = 'granted') {
  const seen = { asked: 0, keys: [] as unknown[], ended: 0 };
  let current: object | null = null;
  const make = () => ({
    endpoint: 'https://push.test/here',
    toJSON: () => ({ endpoint: 'https://push.test/here', keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => {
      seen.ended += 1;
      current = null;
      return true;
    },
  });
  const registration = {
    pushManager: {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
        seen.keys.push(applicationServerKey);
        current = make();
        return current;
      },
    },
  };
  const FakeNotification = {
    permission,
    requestPermission: async () => {
      seen.asked += 1;
      FakeNotification.permission = answer;
      return answer;
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  Object.assign(window, { PushManager: class {}, Notification: FakeNotification });
  return {
    seen,
    begin: () => {
      current = make();
    },
  };
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
  Reflect.deleteProperty(window, 'PushManager');
  Reflect.deleteProperty(window, 'Notification');
  localStore.remove('phr.shared');
});

/** A server with push support, and the changes it was sent. */
async function setUp(devices: readonly Device[] = []) {
  const changes: [string, string, unknown][] = [];
  let known = devices;
  const { shell, host } = await createFakeShell({
    respond: ({ method, path, body }: ServiceRequest) => {
      if (method === 'GET' && path === '/api/phr/push') return { publicKey: 'KEY', devices: known };
      changes.push([method, path, body]);
      if (method === 'PUT') known = [{ ...(body as Device), id: 'd-1' }, ...known.filter(({ id }) => id !== 'd-1')];
      else
        known = known.filter(
          ({ id, endpoint }) =>
            !Object.values(body as object).includes(id) && !Object.values(body as object).includes(endpoint),
        );
      return {};
    },
  });
  renderIn(shell, <PushSettings />);
  return { shell, host, changes };
}
const here = () => screen.findByRole('checkbox', { name: /Nhận thông báo trên thiết bị này/ });

test('nobody is asked for a permission before the press; then the device is told of all but doses', async () => {
  const { seen } = createBrowser();
  const { changes } = await setUp();
  expect(await here()).not.toBeChecked();
  expect([seen.asked, changes]).toEqual([0, []]);
  await userEvent.click(await here());
  await waitFor(async () => expect(await here()).toBeChecked());
  expect([seen.asked, seen.keys]).toEqual([1, ['KEY']]);
  expect(changes).toMatchObject([
    [
      'PUT',
      '/api/phr/push',
      {
        endpoint: 'https://push.test/here',
        keys: { p256dh: 'P', auth: 'A' },
        locale: 'vi-VN',
        name: 'Chrome, Linux',
        kinds: ['dangers', 'results', 'appointments', 'requests'],
        quiet: { from: '22:00', to: '06:00' },
        urgent: [],
      },
    ],
  ]);
});

test('a refused permission keeps it off and says how to allow it', async () => {
  createBrowser('default', 'denied');
  const { changes } = await setUp();
  await userEvent.click(await here());
  expect(await screen.findByText(/Trình duyệt đang chặn thông báo/)).toBeInTheDocument();
  expect(changes).toEqual([]);
});

test('kinds, quiet hours and what passes them are chosen here, each at once', async () => {
  createBrowser();
  const { changes } = await setUp();
  await userEvent.click(await here());
  const press = async (name: RegExp) => userEvent.click(await screen.findByRole('checkbox', { name }));
  const last = () => changes.at(-1)?.[2];
  expect(await screen.findByRole('checkbox', { name: /Giờ uống thuốc/ })).not.toBeChecked();
  await press(/Giờ uống thuốc/);
  await press(/Vẫn nhắc uống thuốc/);
  await waitFor(() => expect(last()).toMatchObject({ urgent: ['doses'] }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: /Yên lặng từ/ })).toBeEnabled());
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Yên lặng từ/ }), '21:00');
  await waitFor(() => expect(last()).toMatchObject({ quiet: { from: '21:00', to: '06:00' } }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: /Yên lặng từ/ })).toBeEnabled());
  await press(/Không báo trong giờ yên lặng/);
  await waitFor(() => expect(last()).toMatchObject({ quiet: null }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /Giờ uống thuốc/ })).toBeEnabled());
  await press(/Giờ uống thuốc/);
  await waitFor(() =>
    expect(last()).toMatchObject({ kinds: ['dangers', 'results', 'appointments', 'requests'], urgent: [] }),
  );
});

test('turned off, the browser and the server both forget it; another device is ended from here', async () => {
  const { seen } = createBrowser();
  const { changes } = await setUp([PHONE]);
  await userEvent.click(await here());
  await waitFor(async () => expect(await here()).toBeEnabled());
  await userEvent.click(await here());
  await waitFor(() =>
    expect(changes.at(-1)).toEqual(['POST', '/api/phr/push/end', { endpoint: 'https://push.test/here' }]),
  );
  expect(seen.ended).toBe(1);
  const others = within(await screen.findByRole('list', { name: 'Thiết bị khác đang nhận thông báo' }));
  await waitFor(() => expect(others.getByRole('button')).toBeEnabled());
  await userEvent.click(others.getByRole('button', { name: 'Tắt thông báo trên Safari, iOS' }));
  await waitFor(() => expect(screen.queryByText('Safari, iOS')).toBeNull());
  expect(changes.at(-1)).toEqual(['POST', '/api/phr/push/end', { id: 'd-2' }]);
});

test.each([404, 501])(
  'a server without it (%s) offers nothing, and neither does a device of many people',
  async (status) => {
    createBrowser();
    const { shell, host } = await createFakeShell({
      respond: () => {
        throw new AppError({ code: 'NONE', httpStatus: status, source: 'PHR_API' });
      },
    });
    const { container, unmount } = renderIn(shell, <PushSettings />);
    await waitFor(() => expect(container).toBeEmptyDOMElement());
    unmount();
    sharedDevice.write(true);
    const asked = host.seen.requests.length;
    renderIn(shell, <PushSettings />);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(host.seen.requests).toHaveLength(asked);
  },
);

test('on an iPhone the way to the home screen is told, elsewhere that the browser cannot', async () => {
  await setUp();
  expect(await screen.findByText(/Trình duyệt này không nhận được/)).toBeInTheDocument();
  document.body.replaceChildren();
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  await setUp();
  expect(await screen.findByText(/thêm ứng dụng vào màn hình chính/)).toBeInTheDocument();
});

test('a sign-out ends it, also when the server is not reached', async () => {
  const { seen, begin } = createBrowser('granted');
  begin();
  const { shell } = await createFakeShell({
    respond: () => {
      throw new AppError({ code: 'NETWORK' });
    },
  });
  await leave(shell.client);
  expect(seen.ended).toBe(1);
});

test.each([
  [true, 0],
  [false, 1],
])('a start says who is signed in; a device of this person (%s) is told on, another ends', async (known, ended) => {
  const { seen, begin } = createBrowser('granted');
  begin();
  const { shell, host } = await createFakeShell({ respond: () => ({ known }) });
  await renewSubscription(shell.client, 'en-US');
  expect(host.seen.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/api/phr/push/seen', expect.objectContaining({ endpoint: 'https://push.test/here', locale: 'en-US' }) as unknown],
  ]);
  expect(seen.ended).toBe(ended);
});

test('a start of whoever was never asked makes no call', async () => {
  createBrowser('default');
  const { shell, host } = await createFakeShell();
  await renewSubscription(shell.client, 'vi-VN');
  expect(host.seen.requests).toEqual([]);
});
