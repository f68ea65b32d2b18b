import { screen, within } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';

const CONFIG = [
  {
    storeKey: 'waists',
    title: 'Vòng eo',
    icon: 'x',
    codes: ['8280-0', '56086-2'],
    charts: [
      {
        type: 'line',
        designation: 'Vòng eo',
        unit: 'cm',
        referenceRanges: [{ high: 90, text: 'cm', color: 'target' }],
      },
    ],
  },
];
const waist = (id: string, more: object) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8280-0' }] },
  performer: [{ reference: 'Organization/o1', display: 'Trạm y tế An Bình' }],
  effectiveDateTime: '2026-11-20T08:00:00+07:00',
  ...more,
});
const RESULTS = [
  waist('a', {
    effectiveDateTime: '2026-11-02T08:00:00+07:00',
    valueQuantity: { value: 98.5, unit: 'cm', code: 'cm' },
    interpretation: [{ text: 'Cao' }],
  }),
  waist('b', { valueString: 'Không đo được', note: [{ text: 'Mang thai' }] }),
  waist('c', {
    component: [
      { code: { text: 'Lần 1' }, valueQuantity: { value: 97, unit: 'cm' } },
      { code: { text: 'Lần 2' }, valueQuantity: { value: 99, unit: 'cm' } },
    ],
    effectiveDateTime: '2026-11-01T08:00:00+07:00',
  }),
  waist('void', { status: 'entered-in-error', valueQuantity: { value: 980, unit: 'cm' } }),
  waist('none', { effectiveDateTime: '2026-10' }),
];
const open = async (path: string, respond: Responder) => {
  const host = createFakeHost({ path, hrefOf: hrefsOf(manifest.routes), respond });
  await openPart(mountView, module, host);
  return host;
};
const answers: Responder = ({ path }) => (path.includes('ViewConfig') ? CONFIG : searchset(RESULTS));

test('[ROUTE-38][CALL-32] an index known only to the deployment has a screen with its results as written', async () => {
  const host = await open('/health-details/waists', answers);
  expect(await screen.findByRole('heading', { level: 1, name: 'Vòng eo' })).toBeInTheDocument();
  const rows = (await screen.findByRole('list', { name: 'Các lần đo' })).children;
  expect([...rows].map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Không đo được\d\d:\d\d \d\d\/11\/2026 · Trạm y tế An BìnhMang thai$/),
    expect.stringMatching(/^98,5 cm \(Cao\)\d\d:\d\d \d\d\/11\/2026/),
    expect.stringMatching(/^Lần 1: 97 cm · Lần 2: 99 cm/),
    expect.stringMatching(/^Không có giá trị/),
  ]);
  expect(screen.getByText('Khoảng tham chiếu: đến 90 (cm)')).toBeInTheDocument();
  expect(host.seen.requests.find(({ path }) => path.endsWith('/Observation'))?.query).toMatchObject({
    code: '8280-0,56086-2',
    _sort: '-date',
  });
});

test('[ROUTE-45] the board of such an index is the same screen, and the list of indexes leads to it', async () => {
  await open('/health-boards/waists', answers);
  expect(await screen.findByRole('heading', { level: 1, name: 'Vòng eo' })).toBeInTheDocument();
  await open('/health-indexes', answers);
  expect(await screen.findByRole('link', { name: 'Vòng eo' })).toHaveAttribute('href', '/health-details/waists');
});

test('a name that nobody lists is not supported, also when the deployment cannot be asked', async () => {
  await open('/health-details/hips', answers);
  expect(await screen.findByText('Chưa được hỗ trợ')).toBeInTheDocument();
  await open('/health-details/waists', ({ path }) => (path.includes('ViewConfig') ? undefined : searchset(RESULTS)));
  expect(await screen.findByText('Chưa được hỗ trợ')).toBeInTheDocument();
});

test('without results the screen says so; a failed answer says what failed', async () => {
  await open('/health-details/waists', ({ path }) => (path.includes('ViewConfig') ? CONFIG : searchset([])));
  expect(await screen.findByText('Chưa có lần đo nào')).toBeInTheDocument();
  await open('/health-details/waists', ({ path }) => (path.includes('ViewConfig') ? CONFIG : undefined));
  expect(await within(document.body).findByText(/Không tải được Vòng eo/)).toBeInTheDocument();
});

test('a result without a word of its sender is judged by the range of the deployment, in its unit only', async () => {
  const plain = (id: string, day: string, unit: string) =>
    waist(id, {
      performer: [{ reference: 'Patient/patient-main' }],
      effectiveDateTime: `2026-11-${day}T08:00:00+07:00`,
      valueQuantity: { value: 98, unit, code: unit },
    });
  await open('/health-details/waists', ({ path }) =>
    path.includes('ViewConfig') ? CONFIG : searchset([plain('a', '20', 'cm'), plain('b', '19', '[in_i]')]),
  );
  const rows = (await screen.findByRole('list', { name: 'Các lần đo' })).children;
  expect(rows[0]).toHaveTextContent('98 cmNgoài mục tiêu · Caokhoảng tham chiếu đến 90');
  expect(rows[1]).not.toHaveTextContent('Nguy cơ');
});

test("a doctor's goal for the index judges before the range of the deployment", async () => {
  const goal = {
    resourceType: 'Goal',
    id: 'g',
    lifecycleStatus: 'active',
    startDate: '2026-10-01',
    target: [
      {
        measure: { coding: [{ system: 'http://loinc.org', code: '8280-0' }] },
        detailQuantity: { value: 100, unit: 'cm', code: 'cm', comparator: '<' },
      },
    ],
  };
  const provenance = {
    resourceType: 'Provenance',
    target: [{ reference: 'Goal/g' }],
    agent: [{ who: { reference: 'Practitioner/1' } }],
  };
  const host = await open('/health-details/waists', ({ path }) =>
    path.includes('ViewConfig')
      ? CONFIG
      : searchset(
          path.endsWith('/Goal')
            ? [goal]
            : path.endsWith('/Provenance')
              ? [provenance]
              : [waist('a', { performer: [], valueQuantity: { value: 98, unit: 'cm', code: 'cm' } })],
        ),
  );
  expect(await screen.findByText('bác sĩ đặt: dưới 100')).toBeInTheDocument();
  expect(host.seen.requests.filter(({ path }) => path.endsWith('/Provenance'))).toHaveLength(1);
});
