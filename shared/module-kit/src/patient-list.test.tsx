import { AppError } from '@phr/contract/app-error';
import { createFakeHost, FAKE_MOTHER, type Responder } from '@phr/testing/fake-host';
import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { HostContext } from './host.tsx';
import { fetchGoals } from './judging-query.tsx';
import { usePatientList } from './patient-list.tsx';
import { createModuleQueries } from './query.tsx';

const bundle = (ids: readonly string[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  total: ids.length,
  entry: ids.map((id) => ({ resource: { resourceType: 'Encounter', id } })),
});
const idOf = (resource: unknown) => (resource as { id: string }).id;
const pathOf = (patient: string) => `/Patient/${patient}/Encounter`;

function List() {
  const { state, rows, stale, retry } = usePatientList({ type: 'Encounter', path: pathOf, read: idOf });
  return (
    <>
      <p>
        {state}
        {stale ? ' stale' : ''}: {rows.join(',')}
      </p>
      <button onClick={() => void retry()}>again</button>
    </>
  );
}

function open(respond: Responder) {
  const host = createFakeHost({ respond });
  const { client } = createModuleQueries(host.patient);
  render(
    <HostContext value={host}>
      <QueryClientProvider client={client}>
        <List />
      </QueryClientProvider>
    </HostContext>,
  );
  return host;
}

afterEach(cleanup);

test('[UI-13, UI-14] a request is loading, shown as such, until its answer makes it ready', async () => {
  let answer: (body: unknown) => void = () => undefined;
  open(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  expect(screen.getByText('loading:')).toBeInTheDocument();
  await act(async () => {
    answer(bundle(['e1', 'e2']));
  });
  expect(await screen.findByText('ready: e1,e2')).toBeInTheDocument();
});

test('[UI-13] a refused request is failed, not empty, and works again after another try', async () => {
  let refuse = true;
  open(() => {
    if (refuse) throw new AppError({ code: 'ACCESS_DENIED', httpStatus: 403 });
    return bundle(['e1']);
  });
  expect(await screen.findByText('failed:')).toBeInTheDocument();
  refuse = false;
  await act(async () => {
    screen.getByRole('button').click();
  });
  expect(await screen.findByText('ready: e1')).toBeInTheDocument();
});

test("[FAM-03] another person's list starts loading, without a row of the former one", async () => {
  const host = open(({ path }) => (path.includes('patient-main') ? bundle(['of-main']) : new Promise(() => undefined)));
  await screen.findByText('ready: of-main');
  await act(async () => {
    host.view(FAKE_MOTHER);
  });
  expect(screen.getByText('loading:')).toBeInTheDocument();
});

test('goals that cannot be read are an error, never none: readings would be judged by another range', async () => {
  const goal = {
    resourceType: 'Goal',
    id: 'g',
    lifecycleStatus: 'active',
    expressedBy: { reference: 'Practitioner/1' },
  };
  const answers = [{ resourceType: 'Bundle', entry: [{ resource: goal }] }, { issue: [] }, 'off'];
  const asked = answers.map((answer) => {
    const { request } = createFakeHost({ respond: () => answer });
    return fetchGoals(request, 'p', new AbortController().signal).then(
      (goals) => goals.length,
      (error: unknown) => error,
    );
  });
  const [read, ...unread] = await Promise.all(asked);
  expect(read).toBe(1);
  expect(unread).toEqual([expect.any(AppError), expect.any(AppError)]);
});
