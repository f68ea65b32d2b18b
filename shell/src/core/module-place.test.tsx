import type { Lifecycles, ModuleInstance, MountProps } from '@phr/contract/phr-module';
import { ModuleLoadError } from '@phr/loader/load-error';
import { createStore, type Store } from '@phr/contract/store';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';
import type { Shell } from './shell.tsx';
import { ModulePlace } from './module-place.tsx';

function part(changes: Partial<Lifecycles> = {}) {
  const seen: string[] = [];
  const lifecycles: Lifecycles = {
    bootstrap: async () => {
      seen.push('bootstrap');
    },
    mount: async ({ domElement }: MountProps) => {
      seen.push('mount');
      domElement.textContent = 'Huyết áp 120/80';
    },
    unmount: async ({ domElement }: MountProps) => {
      seen.push('unmount');
      domElement.textContent = '';
    },
    ...changes,
  };
  const instance: ModuleInstance = { views: { app: lifecycles }, slots: {}, dispose: () => undefined };
  return { instance, seen };
}

const place = (name = 'app') => (
  <ModulePlace module="mfe-vitals" part={name} kind="view" screen="health-indexes" overlayRoot={document.body} />
);

test('[ARCH-05] mounts a view by its lifecycles and unmounts it with the place', async () => {
  const { instance, seen } = part();
  const { shell } = await createFakeShell({ module: async () => instance });
  const { unmount } = renderIn(shell, place());
  expect(await screen.findByText('Huyết áp 120/80')).toBeInTheDocument();
  unmount();
  await waitFor(() => expect(seen).toEqual(['bootstrap', 'mount', 'unmount']));
});

test('tells how long it took, and what was left behind; a fault of drawing is told as one', async () => {
  const told: unknown[][] = [];
  const { instance } = part({
    unmount: async ({ domElement }: MountProps) => {
      domElement.append(document.createElement('i'));
    },
  });
  const { shell } = await createFakeShell({ module: async () => instance });
  const listening = (one: Shell): Shell => ({
    ...one,
    modules: { ...one.modules, tell: (...event) => void told.push(event) },
  });
  const { unmount } = renderIn(listening(shell), place());
  expect(await screen.findByText('Huyết áp 120/80')).toBeInTheDocument();
  unmount();
  await waitFor(() => expect(told).toHaveLength(2));
  expect(told.map(([module, , event]) => [module, event])).toEqual([
    ['mfe-vitals', { ms: expect.any(Number) }],
    ['mfe-vitals', { left: 1 }],
  ]);
  const broken = part({
    mount: async () => {
      throw new Error('boom');
    },
  });
  const other = await createFakeShell({ module: async () => broken.instance });
  renderIn(listening(other.shell), place());
  await waitFor(() => expect(told[2]?.[2]).toEqual({ failed: 'render' }));
});

test('[ARCH-08] a module that fails to load leaves a message with a working retry in its place', async () => {
  const { instance } = part();
  let down = true;
  const { shell, host } = await createFakeShell({
    module: async () => {
      if (down) throw new ModuleLoadError('network', 'mfe-vitals');
      return instance;
    },
  });
  renderIn(shell, place());
  expect(await screen.findByRole('alert')).toHaveTextContent('Không tải được phần này');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Chỉ số');
  expect(host.seen.titles).toEqual(['Chỉ số']);
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByText('Huyết áp 120/80')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[ARCH-08] after a second failure the message gives a code for the support', async () => {
  const { shell } = await createFakeShell({
    module: async () => {
      throw new ModuleLoadError('integrity', 'mfe-vitals');
    },
  });
  renderIn(shell, place());
  await userEvent.click(await screen.findByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByText(/PHR-MOD-005/)).toBeInTheDocument();
});

test.each([
  [
    'throws while it is mounted',
    part({
      mount: async () => {
        throw new Error('boom');
      },
    }).instance,
    'app',
  ],
  ['lacks the view', part().instance, 'other'],
] as const)('[ARCH-08] a module that %s fails in its place only', async (_what, instance, name) => {
  const { shell } = await createFakeShell({ module: async () => instance });
  renderIn(shell, place(name));
  expect(await screen.findByRole('alert')).toHaveTextContent('Không tải được phần này');
});

test('[ARCH-05] a view that is left before it has loaded is never mounted', async () => {
  const { instance, seen } = part();
  let arrive: (made: ModuleInstance) => void = () => undefined;
  const { shell } = await createFakeShell({
    module: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  });
  const { unmount, container } = renderIn(shell, place());
  unmount();
  arrive(instance);
  await waitFor(() => expect(container.querySelector('[data-part]')).toBeNull());
  await new Promise<void>((resolve) => {
    queueMicrotask(resolve);
  });
  expect(seen).toEqual([]);
});

test('[ARCH-06] a part whose module is turned off gives way to the card, and to the module when it is back', async () => {
  const { instance, seen } = part();
  let off = false;
  const { shell } = await createFakeShell({
    module: async () => {
      if (off) throw new ModuleLoadError('disabled', 'mfe-vitals');
      return instance;
    },
  });
  const lives = createStore<Shell['modules']['lives'] extends Store<infer T> ? T : never>({});
  renderIn({ ...shell, modules: { ...shell.modules, lives } }, place());
  expect(await screen.findByText('Huyết áp 120/80')).toBeInTheDocument();
  off = true;
  act(() => lives.set({ 'mfe-vitals': { turn: 1, paused: false } }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Không tải được phần này');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Chỉ số');
  expect(seen).toEqual(['bootstrap', 'mount', 'unmount']);
  off = false;
  act(() => lives.set({ 'mfe-vitals': { turn: 2, paused: false } }));
  expect(await screen.findByText('Huyết áp 120/80')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[ARCH-06] a view with typed text says that it is paused, and goes when the person agrees', async () => {
  const { instance, seen } = part();
  const { shell } = await createFakeShell({ module: async () => instance });
  const lives = createStore({ 'mfe-vitals': { turn: 0, paused: true } });
  const ended: string[] = [];
  renderIn({ ...shell, modules: { ...shell.modules, lives, end: (name) => ended.push(name) } }, place());
  expect(await screen.findByText('Huyết áp 120/80')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Nội dung đã nhập được giữ lại');
  expect(seen).toEqual(['bootstrap', 'mount']);
  await userEvent.click(screen.getByRole('button', { name: 'Đóng ngay' }));
  expect(ended).toEqual(['mfe-vitals']);
});

test.each<[string, Partial<Lifecycles>, number]>([
  ['while it is mounted', { mount: () => Promise.reject(new Error('Loading chunk 7 failed.')) }, 1],
  [
    'later',
    {
      async mount({ fault }) {
        fault?.('file');
      },
    },
    1,
  ],
  ['never', { mount: () => Promise.reject(new Error('boom')) }, 0],
])('[ARCH-08] a file that does not come %s is told to the loader', async (_when, changes, times) => {
  const { instance } = part(changes);
  const { shell } = await createFakeShell({ module: async () => instance });
  const faults: string[] = [];
  const modules: Shell['modules'] = {
    ...shell.modules,
    async fault({ release }) {
      faults.push(release.manifest.name);
    },
  };
  const { container } = renderIn({ ...shell, modules }, place());
  await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).toBeNull());
  expect(faults).toHaveLength(times);
});
