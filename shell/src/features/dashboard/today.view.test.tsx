import type { ModuleInstance } from '@phr/contract/phr-module';
import type { Registry, RegistryEntry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import type { Signal, SignalKind, SignalSource, SignalState } from '@phr/contract/today';
import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sharedDevice } from '../../services/host/shared-device.ts';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { Today } from './today.view.tsx';

const { jest } = import.meta;

/** A module unknown to the shell. */
const sixth = (name = 'mfe-sixth', words = 'Thuốc'): RegistryEntry => ({
  name,
  enabled: true,
  loadTimeoutMs: 1,
  current: {
    version: '1.0.0',
    container: name,
    entry: '',
    integrity: '',
    manifest: {
      name,
      contract: '^1.3.0',
      access: 'signed-in',
      routes: [{ screen: 'sixth', path: '/sixth/:id?', layout: 'app', needsMainPatient: true }],
      calls: [],
      slots: [
        {
          slot: 'doses',
          place: 'today.signals',
          order: 1,
          source: true,
          text: { 'vi-VN': words, 'en-US': 'Medicines' },
        },
      ],
    },
  },
});

/** Of all signals: one of them a millisecond later would stand elsewhere. */
const NOW = Date.now();
const signal = (kind: SignalKind, more: Partial<Signal> = {}): Signal => ({
  id: `mfe-sixth/${kind}/1`,
  patientId: FAKE_MAIN.id,
  kind,
  rank: 0,
  title: `Việc ${kind}`,
  icon: 'medicine',
  at: new Date(NOW - 60_000).toISOString(),
  expiresAt: new Date(NOW + 3_600_000).toISOString(),
  sources: [`X/${kind}`],
  place: { screen: 'sixth', params: { id: '1' } },
  actions: [],
  dismiss: 'today',
  ...more,
});

interface Source {
  readonly state: ReturnType<typeof createStore<SignalState>>;
  readonly asked: string[];
  readonly acts: (readonly string[])[];
  readonly open: SignalSource;
  stops: number;
  refreshes: number;
  fail: boolean;
}

function sourceOf(...signals: readonly Signal[]): Source {
  const state = createStore<SignalState>({ status: 'ready', signals });
  const source: Source = {
    state,
    asked: [],
    acts: [],
    stops: 0,
    refreshes: 0,
    fail: false,
    open: ({ patientId }) => {
      source.asked.push(patientId);
      return {
        state,
        act: async (...told) => {
          source.acts.push(told);
          if (source.fail) throw new Error('refused');
        },
        refresh: () => {
          source.refreshes += 1;
        },
        stop: () => {
          source.stops += 1;
        },
      };
    },
  };
  return source;
}

const instance = (open: SignalSource): ModuleInstance => ({
  views: {},
  slots: {},
  sources: { signals: { doses: open } },
  dispose: () => undefined,
});

async function draw(source: Source, modules: readonly RegistryEntry[] = [sixth()]) {
  const registry: Registry = { schema: 1, publishedAt: '', modules };
  const made = await createFakeShell({ registry, module: async () => instance(source.open) });
  const context = createStore(made.shell.patients.context.get());
  renderIn({ ...made.shell, patients: { ...made.shell.patients, context } }, <Today />);
  return { ...made, context };
}

beforeEach(() => {
  for (const key of sharedDevice.persons.keys()) sharedDevice.persons.remove(key);
});

test('a sixth module that tells all six kinds appears without a change of the shell, in five blocks', async () => {
  const kinds: readonly SignalKind[] = ['gap', 'soon', 'new', 'due', 'ask', 'danger'];
  await draw(sourceOf(...kinds.map((kind) => signal(kind))));
  const regions = (await screen.findAllByRole('region')).map((region) => [
    within(region).getByRole('heading', { level: 2 }).textContent,
    within(region)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ]);
  expect(regions).toEqual([
    ['Cần xử lý ngay', ['Việc danger']],
    ['Việc hôm nay', ['Việc ask', 'Việc due']],
    ['Mới', ['Việc new']],
    ['Sắp tới', ['Việc soon']],
    ['Để hồ sơ đầy đủ', ['Việc gap']],
  ]);
  expect(screen.getByRole('link', { name: 'Việc due' })).toHaveAttribute('href', '/sixth?id=1');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Việc danger'));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Có 5 mục mới trong Hôm nay.'));
});

test('a danger is said once, and what comes later in one polite sentence', async () => {
  const source = sourceOf(signal('danger'));
  await draw(source);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Việc danger'));
  const tell = (...signals: readonly Signal[]) => act(() => source.state.set({ status: 'ready', signals }));
  tell(signal('danger'), signal('new'));
  expect(screen.getByRole('status')).toHaveTextContent('Có 1 mục mới trong Hôm nay.');
  const said = screen.getByRole('alert').textContent;
  tell(signal('danger', { title: 'Việc danger, nói cách khác' }), signal('new'));
  expect(screen.getByRole('alert').textContent).toBe(said);
});

test('three rows of a block, then all by "Xem thêm", with the focus on the first that came', async () => {
  const five = [1, 2, 3, 4, 5].map((id) => signal('due', { id: `d${id}`, title: `Việc ${id}`, sources: [`X/${id}`] }));
  await draw(sourceOf(...five));
  const block = within(await screen.findByRole('region', { name: 'Việc hôm nay' }));
  expect(block.getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(block.getByRole('button', { name: 'Xem thêm 2 mục: Việc hôm nay' }));
  expect(block.getAllByRole('listitem')).toHaveLength(5);
  expect(document.activeElement).toBe(block.getByRole('link', { name: 'Việc 4' }));
});

test('rows wait a moment for the other sources and come together; a danger comes at once', async () => {
  jest.useFakeTimers();
  try {
    const [quick, slow] = [sourceOf(signal('due'), signal('danger')), sourceOf()];
    slow.state.set({ status: 'loading', signals: [] });
    const registry: Registry = { schema: 1, publishedAt: '', modules: [sixth('mfe-slow', 'B'), sixth()] };
    const { shell } = await createFakeShell({
      registry,
      module: async (name) => instance((name === 'mfe-slow' ? slow : quick).open),
    });
    renderIn(shell, <Today />);
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Việc danger']);
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.getByRole('link', { name: 'Việc due' })).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test('nothing to do is said as such; a source that failed is named, and asked again', async () => {
  const source = sourceOf();
  await draw(source);
  expect(await screen.findByText('Hôm nay chưa có việc nào.')).toBeInTheDocument();
  act(() => source.state.set({ status: 'failed', signals: [signal('new')] }));
  expect(screen.getByText('Chưa kiểm tra được: Thuốc')).toBeInTheDocument();
  expect(screen.getByText('Chưa xem được hết việc của hôm nay.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Việc new' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(source.refreshes).toBe(1);
});

test('a module that does not load, has no such source or throws is named, and the others are told', async () => {
  const source = sourceOf(signal('due'));
  const registry: Registry = {
    schema: 1,
    publishedAt: '',
    modules: [sixth('mfe-a', 'A'), sixth('mfe-b', 'B'), sixth('mfe-c', 'C'), sixth()],
  };
  const made = await createFakeShell({
    registry,
    module: async (name) => {
      if (name === 'mfe-a') throw new Error('no network');
      if (name === 'mfe-b') return { ...instance(source.open), sources: {} };
      return instance(
        name === 'mfe-c'
          ? () => {
              throw new Error('broken');
            }
          : source.open,
      );
    },
  });
  renderIn(made.shell, <Today />);
  expect(await screen.findByText('Chưa kiểm tra được: A, B, C')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Việc due' })).toBeInTheDocument();
});

test('a source that says nothing for five seconds is named; its late answer is shown all the same', async () => {
  jest.useFakeTimers();
  try {
    const source = sourceOf();
    source.state.set({ status: 'loading', signals: [] });
    await draw(source);
    await act(() => jest.advanceTimersByTimeAsync(4_900));
    expect(screen.queryByText(/Chưa kiểm tra được/)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.getByText('Chưa kiểm tra được: Thuốc')).toBeInTheDocument();
    act(() => source.state.set({ status: 'ready', signals: [signal('due')] }));
    expect(screen.queryByText(/Chưa kiểm tra được/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Việc due' })).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test('[FAM-03] another person begins anew: the feed ends, and what is told of the former one is not shown', async () => {
  const source = sourceOf(signal('due'));
  const { context } = await draw(source);
  await screen.findByRole('link', { name: 'Việc due' });
  act(() => context.set({ ...context.get(), epoch: 2, viewed: FAKE_MOTHER }));
  await waitFor(() => expect(source.asked).toEqual([FAKE_MAIN.id, FAKE_MOTHER.id]));
  expect(source.stops).toBe(1);
  // the source keeps reporting about the first person
  act(() => source.state.set({ status: 'ready', signals: [signal('due'), signal('new', { id: 'late' })] }));
  expect(screen.queryByRole('link', { name: /Việc/ })).toBeNull();
});

test('what leads nowhere or is of another person is not shown', async () => {
  await draw(
    sourceOf(
      signal('due', { id: 'a', title: 'Nơi khác', place: { screen: 'nowhere' } }),
      signal('due', { id: 'b', title: 'Người khác', patientId: FAKE_MOTHER.id }),
      signal('due', { id: 'c', sources: ['X/c'] }),
    ),
  );
  await screen.findByRole('link', { name: 'Việc due' });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('put away for today it stays away after a reload; what must not be put away has no button for it', async () => {
  const source = sourceOf(signal('due'), signal('danger', { dismiss: 'never' }));
  await draw(source);
  const hide = () => screen.findByRole('button', { name: 'Ẩn đến ngày mai: Việc due' });
  await userEvent.click(await hide());
  expect(screen.queryByRole('link', { name: 'Việc due' })).toBeNull();
  expect(screen.getByText('Đã ẩn đến ngày mai: Việc due')).toBeInTheDocument();
  const undo = screen.getByRole('button', { name: 'Hoàn tác, hiện lại: Việc due' });
  expect(document.activeElement).toBe(undo);
  await userEvent.click(undo);
  expect(screen.queryByText(/Đã ẩn/)).toBeNull();
  expect(document.activeElement).toHaveTextContent('Việc danger');
  await userEvent.click(await hide());
  expect(screen.queryByRole('button', { name: /Việc danger/ })).toBeNull();
  document.body.replaceChildren();
  await draw(source);
  await screen.findByRole('link', { name: 'Việc danger' });
  expect(screen.queryByRole('link', { name: 'Việc due' })).toBeNull();
});

test('news that was opened is none any more', async () => {
  const place = { screen: 'sixth', params: { id: '1' } };
  await draw(sourceOf(signal('new', { dismiss: '30d', actions: [{ id: 'open', label: 'Xem', place }] })));
  await userEvent.click(await screen.findByRole('link', { name: 'Xem: Việc new' }));
  expect(screen.queryByRole('link', { name: /Việc new/ })).toBeNull();
});

const taken = { id: 'taken', label: 'Đã uống' };

test('an action in its place is done once; a failure is said and tried again with the same key', async () => {
  const source = sourceOf(signal('due', { actions: [taken] }));
  source.fail = true;
  await draw(source);
  await userEvent.click(await screen.findByRole('button', { name: 'Đã uống' }));
  expect(await screen.findByText('Chưa ghi được: Đã uống')).toBeInTheDocument();
  source.fail = false;
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  await screen.findByRole('button', { name: 'Đã uống' });
  expect(source.acts.map(([id, action]) => [id, action])).toEqual([
    ['mfe-sixth/due/1', 'taken'],
    ['mfe-sixth/due/1', 'taken'],
  ]);
  expect(source.acts[0]?.[2]).toBe(source.acts[1]?.[2]);
});

test('what is done in its place is offered only to who may write into the record', async () => {
  const place = { screen: 'sixth', params: { id: '1' } };
  const actions = [taken, { id: 'open', label: 'Xem', place }];
  const { context } = await draw(sourceOf(signal('due', { actions })));
  await screen.findByRole('button', { name: 'Đã uống' });
  act(() => context.set({ ...context.get(), viewed: { ...FAKE_MAIN, may: ['read'] } }));
  expect(screen.queryByRole('button', { name: 'Đã uống' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Xem: Việc due' })).toBeInTheDocument();
});

test('what can be taken back is done when its time is over or the person leaves, and not when undone', async () => {
  const undoable = { ...taken, undoMs: 60_000 };
  const source = sourceOf(signal('due', { actions: [undoable] }));
  const { context } = await draw(source);
  await userEvent.click(await screen.findByRole('button', { name: 'Đã uống' }));
  await userEvent.click(screen.getByRole('button', { name: 'Hoàn tác' }));
  expect(screen.getByRole('button', { name: 'Đã uống' })).toBeInTheDocument();
  expect(source.acts).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Đã uống' }));
  act(() => context.set({ ...context.get(), epoch: 2, viewed: FAKE_MOTHER }));
  await waitFor(() => expect(source.acts).toHaveLength(1));
  source.state.set({
    status: 'ready',
    signals: [signal('due', { patientId: FAKE_MOTHER.id, actions: [{ ...taken, undoMs: 20 }] })],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Đã uống' }));
  await waitFor(() => expect(source.acts).toHaveLength(2));
});

test('[S12] what is unread in the inbox stands among the news until it is opened, on every device', async () => {
  const visits = sixth('mfe-visits');
  const current = visits.current && {
    ...visits.current,
    manifest: {
      ...visits.current.manifest,
      slots: [],
      routes: [
        { screen: 'visit', path: '/visit/:id', layout: 'app' as const, needsMainPatient: true, shows: ['Appointment'] },
      ],
    },
  };
  const marked: unknown[] = [];
  const { shell } = await createFakeShell({
    registry: { schema: 1, publishedAt: '', modules: [{ ...visits, ...(current && { current }) }] },
    respond({ path, body }) {
      if (path === '/api/phr/inbox/read') {
        marked.push(body);
        return { unread: 0 };
      }
      const entry = { id: '7', patientId: FAKE_MAIN.id, kind: 'appointment', reference: 'Appointment/a1', read: false };
      if (path === '/api/phr/inbox') return { entries: [{ ...entry, createdAt: new Date().toISOString() }] };
      const resource = { resourceType: 'Appointment', id: 'a1', status: 'cancelled' };
      return { resourceType: 'Bundle', type: 'searchset', entry: [{ resource }] };
    },
  });
  renderIn(shell, <Today />);
  act(() => shell.notifications.unread.set(1));
  const news = within(await screen.findByRole('region', { name: 'Mới' }));
  await userEvent.click(news.getByRole('link', { name: 'Lịch hẹn đã hủy' }));
  await waitFor(() => expect(marked).toEqual([{ ids: ['7'] }]));
  expect(shell.notifications.unread.get()).toBe(0);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Mới' })).toBeNull());
});
