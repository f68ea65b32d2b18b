import type { SearchAnswer, SearchEntry, SearchSource } from '@phr/contract/today';
import type { ModuleInstance } from '@phr/contract/phr-module';
import type { Registry } from '@phr/contract/registry';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PatientContext } from '@phr/contract/host-api';
import { createStore, type WritableStore } from '@phr/contract/store';
import { FAKE_MOTHER } from '@phr/testing/fake-host';
import { offerOf, TODAY } from '../../testing/offer-of.ts';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { useStore } from '../../core/shell.tsx';
import { openIndex } from './index.model.ts';
import { SearchScreen } from './search.view.tsx';
import { useSearchIndex } from './use-search-index.ts';

const SCREENS = ['encounters', 'encounter-details', 'conditions', 'blood-pressure-create', 'report-details'];
const ROUTES = TODAY.modules
  .flatMap(({ current }) => current.manifest.routes)
  .filter(({ screen: name }) => SCREENS.includes(name));

/** Two modules with a source each. `enabled`: whether the first is switched on. */
const registryWith = (enabled = true): Registry => ({
  schema: 1,
  publishedAt: '',
  modules: ['mfe-x', 'mfe-y'].map((name, at) => ({
    name,
    enabled: at > 0 || enabled,
    loadTimeoutMs: 1,
    current: {
      version: '1.0.0',
      container: 'x',
      entry: '',
      integrity: '',
      manifest: {
        name,
        contract: '^1.0.0',
        access: 'signed-in',
        calls: [],
        actions: [
          { screen: 'blood-pressure-create', text: { 'vi-VN': 'Huyết áp' }, icon: 'vital' as const, order: 1 },
        ].slice(at),
        slots: [
          {
            slot: 'search',
            place: 'search',
            order: at,
            source: true,
            text: { 'vi-VN': at === 0 ? 'Hồ sơ' : 'Lịch hẹn' },
          },
        ],
        routes: at === 0 ? ROUTES : [],
      },
    },
  })),
});

const DIABETES: SearchEntry = {
  title: 'Tiểu đường típ 2',
  detail: 'Bệnh',
  words: ['E11'],
  place: { screen: 'conditions' },
};
const REPORT: SearchEntry = {
  title: 'Tổng phân tích nước tiểu',
  detail: 'Kết quả · 21/11/2026',
  words: [],
  place: { screen: 'report-details', params: { id: 'r2' } },
};

const instanceOf = (search: SearchSource): ModuleInstance => ({
  views: {},
  slots: {},
  sources: { search },
  dispose: () => undefined,
});
/** A shell whose first module responds as given; the second finds nothing. */
const shellWith = (search: SearchSource, path = '/search') =>
  createFakeShell({
    registry: registryWith(),
    path,
    module: async (name) => instanceOf(name === 'mfe-x' ? search : async () => ({ entries: [] })),
  });
const answering =
  (...entries: readonly SearchEntry[]): SearchSource =>
  async () => ({ entries });

test('[ROUTE-79] [UX-40] finds screens and record entries regardless of accents, and opens them', async () => {
  const { shell } = await shellWith(answering(DIABETES, REPORT));
  renderIn(shell, <SearchScreen />);
  const field = screen.getByRole('searchbox', { name: 'Từ khóa' });
  await userEvent.type(field, 'dai thao duong');
  const entries = within(await screen.findByRole('region', { name: 'Trong hồ sơ' }));
  expect(entries.getByRole('link', { name: /Tiểu đường típ 2.*Bệnh/ })).toHaveAttribute('href', '/conditions');
  expect(screen.getByRole('status')).toHaveTextContent('1 kết quả');
  await userEvent.clear(field);
  await userEvent.type(field, 'NUOC tieu');
  expect(await screen.findByRole('link', { name: /Tổng phân tích nước tiểu.*21\/11\/2026/ })).toHaveAttribute(
    'href',
    '/report-details/r2',
  );
  await userEvent.clear(field);
  await userEvent.type(field, 'dieu tri');
  expect(
    within(await screen.findByRole('region', { name: 'Mục trong ứng dụng' })).getByRole('link', { name: 'Lần khám' }),
  ).toHaveAttribute('href', '/encounters');
});

test('people are found by their names and relation, and lead into their records', async () => {
  const { shell } = await shellWith(answering());
  renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'anh nguyen');
  const people = within(await screen.findByRole('region', { name: 'Gia đình' }));
  expect(people.getByRole('link', { name: /NGUYỄN THỊ ÁNH/ })).toHaveAttribute('href', '/dashboard?p=patient-mother');
});

test('screens are found by what they were called and by what their module offers to do there', async () => {
  const { shell } = await shellWith(answering());
  renderIn(shell, <SearchScreen />);
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'trang chu');
  expect(await screen.findByRole('link', { name: 'Hôm nay' })).toBeInTheDocument();
  await userEvent.clear(field);
  await userEvent.type(field, 'lan kham');
  expect(await screen.findByRole('link', { name: 'Lần khám' })).toBeInTheDocument();
  await userEvent.clear(field);
  await userEvent.type(field, 'blood pressure');
  expect(await screen.findByRole('link', { name: 'Thêm huyết áp' })).toBeInTheDocument();
});

test('[UX-03] search words stay out of the address, and return with their step in the history', async () => {
  const { shell, host } = await shellWith(answering());
  const { unmount } = renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'huyet ap');
  expect(await screen.findByRole('link', { name: 'Thêm huyết áp' })).toBeInTheDocument();
  expect(host.seen.visits).toEqual([]);
  expect(shell.navigation.location.get()).toMatchObject({ pathname: '/search', search: '' });
  unmount();
  renderIn(shell, <SearchScreen />);
  expect(await screen.findByRole('searchbox')).toHaveValue('huyet ap');
});

test('[UX-03] a word that a link brings is read once and taken out of the address; the person in it stays', async () => {
  const { shell } = await shellWith(answering(DIABETES), '/search?q=ti%E1%BB%83u&p=patient-mother');
  const renamed: string[] = [];
  renderIn({ ...shell, navigation: { ...shell.navigation, rename: (path) => renamed.push(path) } }, <SearchScreen />);
  expect(screen.getByRole('searchbox')).toHaveValue('tiểu');
  expect(await screen.findByRole('link', { name: /Tiểu đường/ })).toBeInTheDocument();
  expect(renamed).toEqual(['/search?p=patient-mother']);
});

test('[UX-23] what could not be searched is named, kinds and whole sources; the rest is found', async () => {
  const { shell } = await createFakeShell({
    registry: registryWith(),
    module: async (name) => {
      if (name === 'mfe-y') throw new Error('does not load');
      return instanceOf(async () => ({ entries: [DIABETES], missing: ['Lần khám'] }));
    },
  });
  renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'tiểu');
  expect(await screen.findByRole('link', { name: /Tiểu đường/ })).toBeInTheDocument();
  expect(await screen.findByText('Chưa tìm được trong: Lần khám, Lịch hẹn.')).toBeInTheDocument();
});

test("a turned-off module's entries and screens vanish from an open search, and it is named", async () => {
  const { shell } = await shellWith(answering(DIABETES));
  const offer = createStore(offerOf(registryWith()));
  renderIn({ ...shell, offer }, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'ti');
  expect(await screen.findByRole('link', { name: /Tiểu đường/ })).toBeInTheDocument();
  act(() => offer.set(offerOf(registryWith(false))));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Tiểu đường|Tiền sử bệnh/ })).toBeNull());
  expect(await screen.findByText('Chưa tìm được trong: Hồ sơ.')).toBeInTheDocument();
});

test('late answers for another person are dropped, and so are entries that lead into another record', async () => {
  const waiting = new Map<string, (answer: SearchAnswer) => void>();
  const { shell, host } = await shellWith((patientId) => new Promise((resolve) => waiting.set(patientId, resolve)));
  renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'tiểu');
  await waitFor(() => expect(waiting.has('patient-main')).toBe(true));
  const context = shell.patients.context as WritableStore<PatientContext>;
  act(() => context.set({ ...context.get(), epoch: 2, viewed: FAKE_MOTHER }));
  await waitFor(() => expect(waiting.has(FAKE_MOTHER.id)).toBe(true));
  await act(async () => {
    waiting.get('patient-main')?.({ entries: [DIABETES] });
    waiting.get(FAKE_MOTHER.id)?.({
      entries: [REPORT, { ...DIABETES, place: { ...DIABETES.place, patientId: 'patient-main' } }],
    });
  });
  expect(await screen.findByRole('link', { name: /nước tiểu/ })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Tiểu đường/ })).toBeNull();
  expect(host.seen.requests).toEqual([]);
});

test('what one person has is not drawn for another even for a moment', async () => {
  const { shell } = await shellWith(async (patientId) => ({
    entries: patientId === 'patient-main' ? [DIABETES] : [],
  }));
  const drawn: string[] = [];
  function Spy() {
    const { viewed } = useStore(shell.patients.context);
    const titles = useSearchIndex(viewed?.id).flatMap(({ entries }) => entries.map(({ title }) => title));
    drawn.push(`${viewed?.id}: ${titles.join()}`);
    return null;
  }
  renderIn(shell, <Spy />);
  await waitFor(() => expect(drawn).toContain('patient-main: Tiểu đường típ 2'));
  const context = shell.patients.context as WritableStore<PatientContext>;
  await act(async () => context.set({ ...context.get(), epoch: 2, viewed: FAKE_MOTHER }));
  expect(drawn.filter((one) => one.startsWith(FAKE_MOTHER.id)).join()).not.toContain('Tiểu đường');
});

test('an index that has ended takes no more answers', async () => {
  let answer: (told: SearchAnswer) => void = () => undefined;
  const source: SearchSource = () => new Promise((resolve) => (answer = resolve));
  const index = openIndex([{ key: 'x', text: {}, open: async () => source }], { patientId: 'p', isScreen: () => true });
  await Promise.resolve();
  index.stop();
  answer({ entries: [DIABETES] });
  await new Promise((resolve) => setTimeout(resolve));
  expect(index.state.get()).toEqual([{ key: 'x', text: {}, status: 'loading', entries: [] }]);
});

test('[UX-22] a search without result says so; screens that are not built, and examples, are not found', async () => {
  const { shell } = await shellWith(answering());
  renderIn(shell, <SearchScreen />);
  await userEvent.type(screen.getByRole('searchbox'), 'minh hoa');
  expect(await screen.findByText('Không tìm thấy kết quả')).toBeInTheDocument();
});
