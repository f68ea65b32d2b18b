import { codingsToWrite, type VitalKey, vitalOf } from '@phr/clinical/codings';
import { mountView } from '@phr/module-kit/mount';
import { createFakeHost, FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { screen, waitFor, within } from '@testing-library/dom';
import module from '../../module.ts';
import { STALE_MS } from './vs-monitor.model.ts';

const jest = import.meta.jest;
const reading = (vitalKey: VitalKey, id: string, value: number, at = '2026-11-25T08:00:00+07:00') => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  effectiveDateTime: at,
  code: { coding: codingsToWrite(vitalKey) },
  subject: { reference: `Patient/${FAKE_MAIN.id}` },
  valueQuantity: {
    value,
    unit: vitalOf(vitalKey).units[0]?.sign,
    code: vitalOf(vitalKey).units[0]?.code,
    system: 'http://unitsofmeasure.org',
  },
});

async function open() {
  const host = createFakeHost({
    path: '/vs-monitor',
    respond: ({ path }) =>
      path === '/Device'
        ? { resourceType: 'Bundle', entry: [] }
        : path.endsWith('/Observation')
          ? { resourceType: 'Bundle', entry: [{ resource: reading('weights', 'w1', 54.2) }] }
          : undefined,
  });
  await openPart(mountView, module, host);
  // the screen subscribes before its stored readings are loaded
  await screen.findAllByText(/54,2/);
  const tile = (name: string) => within(screen.getByRole('heading', { name }).closest('li') ?? document.body);
  const tell = (observation: object, patientId = FAKE_MAIN.id) => host.tell('vital-sign', { patientId, observation });
  return { host, tile, tell };
}

test('[ROUTE-73, MON-05] values appear as they arrive, and only what was measured', async () => {
  const { tile, tell } = await open();
  expect(tile('Nhịp tim').getByText('Chưa có số đo nào đến')).toBeInTheDocument();
  tell(reading('heartRates', 'h1', 72));
  expect(await tile('Nhịp tim').findAllByText(/72/)).not.toHaveLength(0);
  expect(tile('Nhịp tim').getByText('Đang cập nhật')).toBeInTheDocument();
  expect(tile('SpO2').getByText('Chưa có số đo nào đến')).toBeInTheDocument();
});

test('after ten seconds without a new value it says that it is old', async () => {
  const { tile, tell } = await open();
  tell(reading('heartRates', 'h1', 72));
  await tile('Nhịp tim').findByText('Đang cập nhật');
  const real = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => real() + STALE_MS);
  try {
    expect(await tile('Nhịp tim').findByText(/Ngừng cập nhật/)).toBeInTheDocument();
    expect(tile('Nhịp tim').getAllByText(/72/)).not.toHaveLength(0);
  } finally {
    clock.mockRestore();
  }
});

test("another person's value and a late older one never take the place", async () => {
  const { tile, tell } = await open();
  tell(reading('heartRates', 'h2', 80, '2026-11-25T08:05:00+07:00'));
  tell(reading('heartRates', 'h1', 60));
  tell(reading('heartRates', 'h3', 99, '2026-11-25T08:06:00+07:00'), FAKE_MOTHER.id);
  expect(await tile('Nhịp tim').findAllByText(/80/)).not.toHaveLength(0);
  expect(screen.queryByText(/\b99\b/)).not.toBeInTheDocument();
});

test('what arrived for one person is gone when another is on screen; a value stands with its level', async () => {
  const { host, tile, tell } = await open();
  tell(reading('heartRates', 'h1', 135));
  expect(await tile('Nhịp tim').findByText('Rất nguy hiểm · Cao')).toBeInTheDocument();
  host.view(FAKE_MOTHER);
  // the tile is replaced for another person, so look it up each time
  await waitFor(() => expect(tile('Nhịp tim').getByText('Chưa có số đo nào đến')).toBeInTheDocument());
  expect(screen.queryByText(/135/)).not.toBeInTheDocument();
});

test('a lost connection is told', async () => {
  const { host } = await open();
  host.connection.set({ connected: false });
  expect(await screen.findByText('Mất kết nối trực tiếp')).toBeInTheDocument();
});
