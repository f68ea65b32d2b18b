import type { PatientContext, PatientSummary } from '@phr/contract/host-api';
import type { ModuleInstance } from '@phr/contract/phr-module';
import type { Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import type { Signal, SignalKind, SignalSource, SignalState } from '@phr/contract/today';
import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { boardVisit } from '../../core/board-visit.ts';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { DashboardScreen } from '../dashboard/dashboard.view.tsx';
import { FamilyScreen } from '../family/family.view.tsx';
import { BackHome } from './back-home.view.tsx';

const registry: Registry = {
  schema: 1,
  publishedAt: '',
  modules: [
    {
      name: 'mfe-sixth',
      enabled: true,
      loadTimeoutMs: 1,
      current: {
        version: '1.0.0',
        container: 'mfe-sixth',
        entry: '',
        integrity: '',
        manifest: {
          name: 'mfe-sixth',
          contract: '^1.3.0',
          access: 'signed-in',
          routes: [{ screen: 'sixth', path: '/sixth', layout: 'app', needsMainPatient: true }],
          calls: [],
          actions: [{ screen: 'sixth', text: { 'vi-VN': 'Huyết áp' }, icon: 'vital', order: 1 }],
          slots: [{ slot: 'readings', place: 'today.signals', order: 1, source: true, text: { 'vi-VN': 'Chỉ số' } }],
        },
      },
    },
  ],
};
const BROTHER = { ...FAKE_MOTHER, id: 'brother', name: 'TRẦN MINH QUÂN', relationship: 'BRO' };

/** Of all signals: one of them a millisecond later would stand elsewhere. */
const NOW = Date.now();
const signal = (patientId: string, kind: SignalKind, more: Partial<Signal> = {}): Signal => ({
  id: `mfe-sixth/${kind}/${patientId}`,
  patientId,
  kind,
  rank: 0,
  title: `Huyết áp 134/83 mmHg`,
  icon: 'vital',
  at: new Date(NOW - 3 * 24 * 3_600_000 - 60_000).toISOString(),
  expiresAt: new Date(NOW + 3_600_000).toISOString(),
  sources: [`Observation/${kind}`],
  place: { screen: 'sixth' },
  actions: kind === 'last' ? [{ id: 'add', label: 'Thêm chỉ số', place: { screen: 'sixth', params: { f: '1' } } }] : [],
  dismiss: 'never',
  ...more,
});

interface Options {
  readonly answer: (patientId: string) => SignalState;
  readonly persons?: readonly PatientSummary[];
  readonly Shown?: () => React.ReactNode;
  readonly viewed?: PatientSummary;
  readonly wide?: boolean;
}

/** A screen with a board whose single module responds as given. */
async function draw({
  answer,
  persons = [FAKE_MAIN, FAKE_MOTHER],
  Shown = FamilyScreen,
  viewed = FAKE_MAIN,
  wide = true,
}: Options) {
  const asked: string[] = [];
  const readings: SignalSource = ({ patientId, scope }) => {
    asked.push(`${scope} ${patientId}`);
    return {
      state: createStore(answer(patientId)),
      act: async () => undefined,
      refresh: () => undefined,
      stop: () => undefined,
    };
  };
  const instance: ModuleInstance = {
    views: {},
    slots: {},
    sources: { signals: { readings } },
    dispose: () => undefined,
  };
  const made = await createFakeShell({
    path: '/family',
    registry,
    wide,
    module: async () => instance,
    details: persons.map((one) => ({ ...one, relatedPersonIds: [] })),
  });
  const context = createStore<PatientContext>({ epoch: 1, main: FAKE_MAIN, viewed, family: persons });
  const shell = { ...made.shell, patients: { ...made.shell.patients, context } };
  await act(async () => void renderIn(shell, <Shown />));
  return { ...made, asked };
}

const ready = (...signals: readonly Signal[]): SignalState => ({ status: 'ready', signals });
const rowOf = (name: string) => {
  const row = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(name));
  if (row === undefined) throw new Error(`no row of ${name}`);
  return row;
};

afterEach(() => boardVisit.set(undefined));

test('a row tells what was measured last with unit and age, what comes, and how much waits', async () => {
  const { asked } = await draw({
    answer: (id) =>
      ready(
        signal(id, 'last', { detail: 'Trong mục tiêu' }),
        signal(id, 'due', { title: 'Đo huyết áp tối' }),
        signal(id, 'ask', { title: 'BV xin xem' }),
      ),
  });
  expect(asked).toEqual([`board ${FAKE_MOTHER.id}`]);
  const mother = within(rowOf(FAKE_MOTHER.name));
  expect(mother.getByRole('link', { name: 'Huyết áp 134/83 mmHg' })).toHaveAttribute(
    'href',
    `/sixth?p=${FAKE_MOTHER.id}`,
  );
  expect(mother.getByText(/^Trong mục tiêu · \d\d:\d\d .* · 3 ngày trước$/)).toBeInTheDocument();
  expect(mother.getByRole('link', { name: 'Đo huyết áp tối' })).toBeInTheDocument();
  expect(mother.getByRole('link', { name: 'Chờ trả lời: 1' })).toHaveAttribute(
    'href',
    `/dashboard?p=${FAKE_MOTHER.id}`,
  );
});

test('who is in danger stands first among the relatives, the own record above all', async () => {
  await draw({
    persons: [FAKE_MAIN, FAKE_MOTHER, BROTHER],
    answer: (id) => ready(signal(id, id === BROTHER.id ? 'danger' : 'last')),
  });
  const places = [FAKE_MAIN, BROTHER, FAKE_MOTHER].map(({ name }) =>
    screen.getAllByRole('listitem').findIndex(({ textContent }) => textContent.includes(name)),
  );
  expect(places).toEqual([0, 1, 2]);
});

test("[UX-06] ＋ leads to that person's form and says whose; without the right it is not there", async () => {
  await draw({
    persons: [FAKE_MAIN, FAKE_MOTHER, { ...BROTHER, may: ['read'] }],
    answer: (id) => ready(signal(id, 'last')),
  });
  const adds = screen.getAllByRole('link', { name: /^Thêm chỉ số\. Cho:/ });
  expect(adds.map((add) => [add.getAttribute('aria-label'), add.getAttribute('href')])).toEqual([
    [`Thêm chỉ số. Cho: Mẹ (${FAKE_MOTHER.name})`, `/sixth?f=1&p=${FAKE_MOTHER.id}`],
  ]);
  await userEvent.click(adds[0] ?? document.body);
  expect(boardVisit.get()).toEqual({ patientId: FAKE_MOTHER.id, pathname: '/sixth' });
});

test('while sources are asked a row has all its facts and its ＋, which leads to what is offered first', async () => {
  await draw({ answer: () => ({ status: 'loading', signals: [] }) });
  const mother = within(rowOf(FAKE_MOTHER.name));
  expect(mother.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Mới nhất',
    'Việc tiếp theo',
    'Chờ trả lời',
  ]);
  expect(mother.getByRole('link', { name: /^Thêm chỉ số/ })).toHaveAttribute('href', `/sixth?p=${FAKE_MOTHER.id}`);
});

test('the next look begins with the order of the last one', async () => {
  const persons = [FAKE_MAIN, FAKE_MOTHER, BROTHER];
  const namesShown = () =>
    screen
      .getAllByRole('listitem')
      .map(({ textContent }) => persons.findIndex(({ name }) => textContent.includes(name)));
  await draw({ persons, answer: (id) => ready(signal(id, id === BROTHER.id ? 'danger' : 'last')) });
  cleanup();
  await draw({ persons, answer: () => ({ status: 'loading', signals: [] }) });
  expect(namesShown()).toEqual([0, 2, 1]);
});

test('an answer about another person is left out, and a source that failed is named with another try', async () => {
  const states: Record<string, SignalState> = {
    [FAKE_MOTHER.id]: ready(signal(BROTHER.id, 'danger', { title: 'Của người khác' })),
    [BROTHER.id]: { status: 'failed', signals: [] },
  };
  const { asked } = await draw({
    persons: [FAKE_MAIN, FAKE_MOTHER, BROTHER],
    answer: (id) => states[id] ?? ready(),
  });
  expect(screen.queryByText('Của người khác')).toBeNull();
  expect(rowOf(BROTHER.name)).toHaveTextContent('Chưa kiểm tra được: Chỉ số');
  // and nothing claims to be missing
  expect(rowOf(BROTHER.name)).not.toHaveTextContent('Không có');
  expect(rowOf(BROTHER.name)).toHaveTextContent('Chưa rõ');
  expect(rowOf(FAKE_MOTHER.name)).not.toHaveTextContent('Chưa kiểm tra được');
  states[BROTHER.id] = ready(signal(BROTHER.id, 'last'));
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(asked.at(-1)).toBe(`board ${BROTHER.id}`);
  expect(rowOf(BROTHER.name)).toHaveTextContent('134/83');
});

test('the own dashboard has the relatives in short, by relation and called name', async () => {
  const answer = (id: string) => ready(signal(id, 'last'));
  const { asked } = await draw({ answer, Shown: DashboardScreen, wide: false });
  const block = within(await screen.findByRole('region', { name: 'Người thân' }));
  expect(block.getByText('Mẹ · Ánh')).toBeInTheDocument();
  // no one is queried until wanted; the link to a form is there at once
  expect(asked.filter((one) => one.startsWith('board'))).toEqual([]);
  expect(block.getByRole('link', { name: 'Thêm chỉ số. Cho: Mẹ · Ánh' })).toHaveAttribute(
    'href',
    `/sixth?p=${FAKE_MOTHER.id}`,
  );
  await userEvent.click(block.getByRole('button', { name: 'Xem tình hình' }));
  expect(await block.findByRole('link', { name: 'Huyết áp 134/83 mmHg' })).toBeInTheDocument();
  expect(asked.at(-1)).toBe(`board ${FAKE_MOTHER.id}`);
});

test("a relative's dashboard tells of no other relatives", async () => {
  await draw({ answer: () => ready(), Shown: DashboardScreen, viewed: FAKE_MOTHER, wide: false });
  expect(screen.queryByRole('region', { name: 'Người thân' })).toBeNull();
});

test('[NAV-10] after the form one goes back to the own record, or stays', async () => {
  const visit = { patientId: FAKE_MOTHER.id, pathname: '/sixth' };
  boardVisit.set(visit);
  const { seen, host } = await draw({ answer: () => ready(), Shown: BackHome, viewed: FAKE_MOTHER });
  expect(screen.getByRole('status')).toHaveTextContent(`Bạn đang ở hồ sơ của ${FAKE_MOTHER.name}`);
  await userEvent.click(screen.getByRole('button', { name: 'Ở lại' }));
  expect(boardVisit.get()).toBeUndefined();
  expect(seen.views).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Về hồ sơ của tôi' }));
  expect(seen.views).toEqual([FAKE_MAIN.id]);
  expect(host.seen.visits).toEqual(['/dashboard']);
});
