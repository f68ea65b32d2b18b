import { isPressing } from '@phr/clinical/assess/assess';
import { verdictOf } from '@phr/fhir/judging';
import { goalsIn, personIn } from '@phr/fhir/judging-person';
import { observation } from '@phr/fhir/observation';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN, type FakeHost } from '@phr/testing/fake-host';
import { goalCases, sampledCases, type JudgedCase } from '@phr/testing/judged-cases';
import { openPart } from '@phr/testing/open-part';
import { signalsOf } from '@phr/testing/signals-of';
import { deviceZone } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import { screen, waitFor, within } from '@testing-library/dom';
import module from '../../module.ts';
import { language } from './sample-language.test-support.ts';
import { rawValue } from './samples.test-support.ts';

const NOW = Date.now();
/** A small sample at each run; at night 2,000 readings. */
const NIGHTLY = process.env['NIGHTLY'] === '1';
const CASES = sampledCases(NOW, NIGHTLY);

/** Without spaces, which differ between screens and sentences. */
const dense = (words: string | null | undefined): string => (words ?? '').replaceAll(/\s/g, '');

/** The judge's verdict on a reading, computed without any screen. */
function due({ goals, vitalKey }: JudgedCase, raw: JudgedCase['observations'][number]) {
  const verdict = verdictOf(observation(raw) ?? {}, {
    person: personIn(FAKE_MAIN),
    zone: deviceZone(),
    now: NOW,
    goals: goalsIn(goals),
  });
  const level = dense(levelWords(verdict, { locale: 'vi-VN', t: language.t }));
  const number = (value: number): string => formatNumber(value, 'vi-VN');
  const range = dense(judgingWords(verdict, vitalKey, { locale: 'vi-VN', number }));
  return {
    level,
    range,
    key: verdict.level,
    both: `${level}${range}`,
    presses: isPressing(verdict, Date.parse(String(raw['effectiveDateTime'])), NOW),
  };
}

async function open(
  one: JudgedCase,
  observations: JudgedCase['observations'],
  path: string,
  part?: string,
): Promise<FakeHost> {
  document.body.replaceChildren();
  const host = createFakeHost({
    path,
    respond: ({ path: asked, service }) =>
      service !== 'fhir'
        ? undefined
        : searchset(asked.endsWith('/Goal') ? one.goals : asked.endsWith('/Observation') ? observations : []),
  });
  await openPart(mountView, module, host, part);
  return host;
}

/** The text of the file that something saves. */
async function saved(act: () => void): Promise<string> {
  const blob = await new Promise<Blob>((resolve) => {
    Object.assign(URL, {
      createObjectURL(made: Blob) {
        resolve(made);
        return 'blob:x';
      },
      revokeObjectURL: () => undefined,
    });
    act();
  });
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

/** Waits for the goals, which come apart from the readings. */
const eventually = (check: () => void) => waitFor(check, { timeout: 5_000 });

test('the sample has 40 cases of goals and floors', () => {
  expect(goalCases(NOW).flatMap(({ observations }) => observations)).toHaveLength(40);
});

test.each(CASES.map((one) => [one.name, one] as const))(
  'list, details, paper and file say of each reading what the judge says: %s',
  async (_, one) => {
    await open(one, one.observations, `/health-details/${one.vitalKey}`);
    const expected = one.observations.map((raw) => due(one, raw));
    const list = await within(await screen.findByRole('region', { name: 'Các lần đo' })).findByRole('list');
    await eventually(() =>
      expect([...list.children].map((row) => dense(row.textContent))).toEqual(
        expected.map(({ both }) => expect.stringContaining(both)),
      ),
    );
    const latest = screen.getByRole('region', { name: 'Lần đo mới nhất' });
    expect(dense(latest.textContent)).toContain(expected[0]?.level);
    const period = screen.getByRole('region', { name: 'Diễn biến' });
    await within(period).findByRole('application');
    window.dispatchEvent(new Event('beforeprint'));
    const paper = [...period.querySelectorAll('tbody tr')];
    expect(paper.map((row) => dense(row.textContent))).toEqual(
      expected.map(({ level }): unknown => expect.stringContaining(level)),
    );
    window.dispatchEvent(new Event('afterprint'));
    const file = await saved(() => within(period).getByRole('button', { name: 'Tải tệp CSV' }).click());
    // a file begins with the oldest
    const lines = file.trim().split('\r\n').slice(1).reverse();
    expect(lines.map(dense)).toEqual(expected.map(({ level }): unknown => expect.stringContaining(level)));
  },
);

test.each(goalCases(NOW).flatMap((one) => (one.vitalKey === 'spo2s' ? [] : [[one.name, one] as const])))(
  'the tile says the same, and a notice stands where the reading asks for something: %s',
  async (_, one) => {
    for (const raw of one.observations) {
      await open(one, [raw], '/', 'latest-vitals');
      const { both, presses } = due(one, raw);
      await eventually(() => expect(dense(document.body.textContent)).toContain(both));
      await eventually(() => expect([...document.querySelectorAll('section section')]).toHaveLength(presses ? 1 : 0));
    }
  },
);

test.each(goalCases(NOW).map((one) => [one.name, one] as const))(
  "the carers' board tells what the judge says, by whose range, and a danger where it is one: %s",
  async (_, one) => {
    for (const raw of one.observations) {
      const host = createFakeHost({
        respond: ({ path }) =>
          searchset(path.endsWith('/Goal') ? one.goals : path.endsWith('/Observation') ? [raw] : []),
      });
      const { signals } = await signalsOf(module, 'readings', host, {
        scope: 'board',
        now: new Date(NOW).toISOString(),
      });
      const { level, range, key } = due(one, raw);
      const last = signals.find(({ kind }) => kind === 'last');
      expect([last?.level, dense(last?.detail)]).toEqual([key, `${level}·${range}`]);
      const danger = signals.find(({ kind }) => kind === 'danger');
      expect(danger?.level).toBe(key === 'veryDangerous' || key === 'dangerous' ? key : undefined);
    }
  },
);

/** Screens of newest values: two of each goal at each run, at night all. */
const NEWEST = goalCases(NOW).flatMap((one) =>
  one.observations.slice(0, NIGHTLY ? undefined : 2).map((raw, place) => [one.name, place, one, raw] as const),
);

test.each(NEWEST)('the list of indexes and the monitor say the same: %s, %d', async (_, _place, one, raw) => {
  const { both } = due(one, raw);
  await open(one, [raw], '/health-indexes');
  await eventually(() => expect(dense(document.body.textContent)).toContain(both));
  const weight = rawValue('weights', 54.2, new Date(NOW).toISOString());
  const monitor = await open(one, [raw, weight], '/vs-monitor');
  // it listens by the time its stored readings are there
  await screen.findAllByText(/54,2/);
  monitor.tell('vital-sign', { patientId: FAKE_MAIN.id, observation: raw });
  await eventually(() => expect(dense(document.body.textContent)).toContain(due(one, raw).level));
});
