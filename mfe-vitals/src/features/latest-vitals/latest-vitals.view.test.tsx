import { codesOf } from '@phr/clinical/codings';
import { screen, waitFor, within } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';
import { readingsOf, type Part } from '../readings/reading.model.ts';
import { parsed, rawBloodPressure, rawEcg, rawValue, single } from '../readings/samples.test-support.ts';
import { formatAge } from '@phr/ui/format';
import { tilesOf } from './latest-vitals.model.ts';

const NOW = Date.parse('2026-11-25T10:00:00+07:00');
const context = { birthDate: '1958-06-02', zone: 'Asia/Ho_Chi_Minh', now: NOW };

test('[DASH-14] the tiles are those of the four codes, in their order, each leading to its details', async () => {
  const host = createFakeHost({
    respond: () => searchset([rawBloodPressure(128, 82, new Date(Date.now() - 60_000).toISOString())]),
  });
  await openPart(mountView, module, host, 'latest-vitals');
  const section = within(await screen.findByRole('region', { name: 'Chỉ số mới nhất' }));
  const links = await section.findAllByRole('link', { name: /^(Nhịp tim|Nhiệt độ|Đường huyết|Huyết áp)/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['heartRates', 'temperatures', 'glucoses', 'bloodPressures'].map((name) => `/health-details?name=${name}`),
  );
  expect(links[3]).toHaveTextContent(
    /128 trên 82 milimét thủy ngân.*Hơi lệch · hơi trên mục tiêu.*mục tiêu dưới 120\/80/s,
  );
  expect(links[0]).toHaveTextContent('Chưa có dữ liệu');
  expect(section.getByRole('link', { name: 'Thêm Nhịp tim' })).toBeInTheDocument();
});

test('each tile leads to the form of its vital, but where nothing may be added', async () => {
  const respond = () => searchset([rawBloodPressure(128, 82, new Date(Date.now() - 60_000).toISOString())]);
  const host = createFakeHost({ respond });
  await openPart(mountView, module, host, 'latest-vitals');
  expect(await screen.findByRole('link', { name: 'Thêm Huyết áp' })).toHaveAttribute('href', '/blood-pressure-create');
  const { viewed, ...context } = host.patient.get();
  if (viewed === undefined) throw new Error('nobody on screen');
  host.patient.set({ ...context, viewed: { ...viewed, may: ['read'] } });
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Thêm / })).toBeNull());
});

test('a reading sent by a meter appears in its dashboard tile; many at once are read once', async () => {
  let stored = [rawBloodPressure(128, 82, new Date(Date.now() - 60_000).toISOString())];
  const host = createFakeHost({ respond: () => searchset(stored) });
  await openPart(mountView, module, host, 'latest-vitals');
  expect(await screen.findByRole('link', { name: /^Huyết áp.*128 trên 82/s })).toBeInTheDocument();
  const asked = host.seen.requests.length;
  stored = [rawBloodPressure(119, 78, new Date().toISOString()), ...stored];
  for (let times = 0; times < 20; times += 1)
    host.tell('vital-sign', { patientId: host.patient.get().viewed?.id ?? '', observation: stored[0] });
  expect(await screen.findByRole('link', { name: /^Huyết áp.*119 trên 78/s })).toBeInTheDocument();
  expect(host.seen.requests.length - asked).toBe(1);
});

test("[VIT-26] a blood pressure tile has both numbers, each level's colour and word, and the change", async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const pressures = [rawBloodPressure(145, 82, at(1)), rawBloodPressure(128, 80, at(60))];
  const [tile] = tilesOf(['85354-9'], readingsOf(pressures.map(parsed), { ...context, now: Date.now() }), Date.now());
  const numbers = (parts: readonly Part[] | undefined) =>
    parts?.map(({ key, amount, verdict }) => [key, amount.kind === 'measured' && amount.value, verdict?.level]);
  expect(numbers(tile?.latest?.parts)).toEqual([
    ['systolic', 145, 'dangerous'],
    ['diastolic', 82, 'veryMild'],
  ]);
  expect(numbers(tile?.previous?.parts)).toEqual([
    ['systolic', 128, 'veryMild'],
    ['diastolic', 80, 'veryMild'],
  ]);
  await openPart(mountView, module, createFakeHost({ respond: () => searchset(pressures) }), 'latest-vitals');
  const link = await screen.findByRole('link', { name: /^Huyết áp/ });
  expect(link).toHaveTextContent('145 trên 82 milimét thủy ngân');
  expect(within(link).getByText(/Nguy cơ cao|Nguy hiểm/)).toBeInTheDocument();
  expect(link).toHaveTextContent('Số trên cao hơn lần trước 17 mmHg');
  expect(link).not.toHaveTextContent('%');
});

test('[VIT-27] heart rate, temperature, glucose and BMI show value, level and change, also in percent', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const host = createFakeHost({
    respond: () =>
      searchset([
        rawValue('heartRates', 99, at(1)),
        rawValue('heartRates', 72, at(60)),
        rawValue('temperatures', 37, at(2)),
        rawValue('temperatures', 37.4, at(61)),
        rawValue('glucoses', 5.4, at(3)),
        rawValue('glucoses', 6, at(62)),
        rawValue('bmis', 22.5, at(4)),
        rawValue('bmis', 22.5, at(63)),
      ]),
  });
  const tiles = await openTiles(host, ['8867-4', '8310-5', '15074-8', '39156-5']);
  expect(tiles('Nhịp tim')).toHaveTextContent(/99.*nhịp.*Ngoài mục tiêu.*Cao hơn lần trước 27 nhịp\/phút \(37,5 %\)/s);
  expect(tiles('Nhiệt độ')).toHaveTextContent(/37.*Trong mục tiêu.*Thấp hơn lần trước 0,4 °C \(1,1 %\)/s);
  expect(tiles('Đường huyết')).toHaveTextContent(/5,4.*Trong mục tiêu.*Thấp hơn lần trước 0,6 mmol\/L \(10 %\)/s);
  expect(tiles('Chỉ số khối cơ thể (BMI)')).toHaveTextContent(/22,5.*Trong mục tiêu.*Bằng lần trước/s);
});

test('without a value before, or with one in no number, there is no change', async () => {
  const tiles = await openTiles(
    createFakeHost({
      respond: () => searchset([rawValue('heartRates', 72, new Date(Date.now() - 60_000).toISOString())]),
    }),
    ['8867-4'],
  );
  expect(tiles('Nhịp tim')).not.toHaveTextContent('lần trước');
});

test('the line of a tile is the course of the last values, oldest first, and joins one unit only', () => {
  const readings = readingsOf(
    [
      rawBloodPressure(130, 84, '2026-11-25T08:00:00+07:00'),
      rawBloodPressure(126, 80, '2026-11-24T08:00:00+07:00'),
      rawValue('glucoses', 6.1, '2026-11-25T08:00:00+07:00'),
      rawValue('glucoses', 1, '2026-11-24T08:00:00+07:00', {
        valueQuantity: { value: 120, unit: 'mg/dL', code: 'mg/dL' },
      }),
    ].map(parsed),
    context,
  );
  const [pressure, glucose] = tilesOf(['85354-9', '15074-8'], readings, NOW);
  expect(pressure).toMatchObject({ vitalKey: 'bloodPressures', line: [126, 130] });
  expect(pressure?.latest?.id).toBe(
    readings.find(({ instant }) => instant === Date.parse('2026-11-25T08:00:00+07:00'))?.id,
  );
  expect(glucose).toMatchObject({ vitalKey: 'glucoses', line: [6.1] });
});

test('[VIT-51] a tile named by its LOINC code shows a reading that only has the other coding', () => {
  const readings = readingsOf(
    [
      parsed(
        rawValue('temperatures', 36.8, '2026-11-25T08:00:00+07:00', {
          code: { coding: [{ system: 'http://snomed.info/sct', code: '56342008' }] },
        }),
      ),
    ],
    context,
  );
  expect(tilesOf(['8310-5'], readings, NOW)[0]?.latest).toBeDefined();
});

test('[DASH-06] a reading older than 30 days has its age in the place of a verdict and a change', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
  const pressures = (days: number) => [rawBloodPressure(145, 82, at(days)), rawBloodPressure(128, 80, at(days + 1))];
  const open = (days: number) =>
    openTiles(createFakeHost({ respond: () => searchset(pressures(days)) }), ['85354-9']).then((tiles) =>
      tiles('Huyết áp'),
    );
  const recent = await open(29);
  expect(within(recent).getByText(/Nguy hiểm/)).toBeInTheDocument();
  expect(recent).not.toHaveTextContent('ngày trước');
  const stale = await open(45);
  expect(stale).toHaveTextContent('145 trên 82 milimét thủy ngân');
  expect(stale).toHaveTextContent('45 ngày trước');
  expect(stale).not.toHaveTextContent(/Nguy hiểm|Cao hơn lần trước/);
  expect([30, 31].map((days) => tilesOf(['85354-9'], readingsAt(days), NOW)[0]?.staleDays)).toEqual([undefined, 31]);
  expect([59, 60, 729, 730].map((days) => formatAge(days, 'en-US'))).toEqual([
    '59 days ago',
    '1 month ago',
    '23 months ago',
    '1 year ago',
  ]);
});

const readingsAt = (days: number) =>
  readingsOf([parsed(rawBloodPressure(145, 82, new Date(NOW - days * 86_400_000).toISOString()))], context);

test('codes that are no vital sign make no tile, and a code named twice one', () => {
  expect(
    tilesOf(
      ['718-7', '8867-4', '364075005'],
      readingsOf([single('heartRates', 70, '2026-11-25T08:00:00+07:00')], context),
      NOW,
    ).map(({ vitalKey }) => vitalKey),
  ).toEqual(['heartRates']);
});

test('[VIT-28] the tile of an ECG has the rate that the device measured, and its id: it opens this ECG', async () => {
  const ecg = rawEcg('ecg-7', 71, new Date(Date.now() - 60_000).toISOString());
  const [tile] = tilesOf(['131328'], readingsOf([parsed(ecg)], { ...context, now: Date.now() }), Date.now());
  expect(tile).toMatchObject({
    vitalKey: 'ecgs',
    latest: { id: 'ecg-7', parts: [{ amount: { kind: 'measured', value: 71, unit: { code: '/min' } } }] },
  });

  const tiles = await openTiles(createFakeHost({ respond: () => searchset([ecg]) }), ['131328']);
  const link = tiles('Điện tim');
  expect(link).toHaveTextContent(/71/);
  expect(link).toHaveAttribute('href', '/ekg-details?id=ecg-7');
});

test('only the readings of the tiles that are shown are asked for: an ECG that nobody sees is not fetched', async () => {
  const host = createFakeHost({
    respond: () => searchset([rawValue('heartRates', 72, new Date(Date.now() - 60_000).toISOString())]),
  });
  await openTiles(host, ['8867-4', '8310-5']);
  expect(String(host.seen.requests[0]?.query?.['code']).split(',')).toEqual([
    ...codesOf('heartRates'),
    ...codesOf('temperatures'),
  ]);
});

/** Opens the tiles of some codes; returns a finder by name. */
async function openTiles(
  host: ReturnType<typeof createFakeHost>,
  codes: readonly string[],
): Promise<(name: string) => HTMLElement> {
  const [element, overlays] = [document.createElement('div'), document.createElement('div')];
  document.body.replaceChildren(element, overlays);
  const instance = await module.create(host);
  const slot = instance.slots['latest-vitals'];
  const props = {
    name: 'tile',
    domElement: element,
    overlayRoot: overlays,
    styleRoot: document,
    basePath: '',
    headingLevel: 2,
    input: { codes },
  };
  await slot?.bootstrap(props);
  await slot?.mount(props);
  await screen.findAllByRole('link', { name: /[0-9]/ });
  return (name) => screen.getByRole('link', { name: (told) => told.startsWith(name) });
}

test('advice about a reading of today stands on the dashboard until it is understood or a newer one came', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const low = rawValue('glucoses', 2.4, at(5));
  const mount = (...readings: readonly object[]) =>
    openPart(mountView, module, createFakeHost({ respond: () => searchset(readings) }), 'latest-vitals');
  await mount(low);
  const urgent = within(await screen.findByRole('region', { name: 'Chỉ số rất nguy hiểm. Cần làm gì bây giờ?' }));
  expect(urgent.getByText(/Đường huyết 2,4/)).toBeInTheDocument();
  expect(await urgent.findByText(/Uống ngay 15 g đường/)).toBeInTheDocument();
  await mount(rawValue('glucoses', 5.4, at(1)), low);
  expect(await screen.findByRole('link', { name: /5,4/ })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: /Cần làm gì/ })).toBeNull();
});

test('the calls that the host may make ahead are exactly those that the tiles make first', async () => {
  const host = createFakeHost({ respond: () => searchset([]) });
  await openPart(mountView, module, host, 'latest-vitals');
  await screen.findByRole('link', { name: /^Huyết áp/ });
  const patientId = host.patient.get().viewed?.id ?? '';
  const asked = host.seen.requests.map(({ method, service, path, query = {} }) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return `${method} ${service} ${path.replace(patientId, ':id')}?${decodeURIComponent(search.toString())}`;
  });
  expect(asked.toSorted()).toEqual((manifest.slots[0]?.ahead ?? []).toSorted());
});
