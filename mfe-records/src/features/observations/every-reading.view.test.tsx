import { verdictOf } from '@phr/fhir/judging';
import { goalsIn, personIn } from '@phr/fhir/judging-person';
import { observation } from '@phr/fhir/observation';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN } from '@phr/testing/fake-host';
import { goalCases, type JudgedCase, randomCases } from '@phr/testing/judged-cases';
import { openPart } from '@phr/testing/open-part';
import { deviceZone } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import uiTexts from '@phr/ui/locales/vi-VN' with { type: 'json' };
import { screen, waitFor } from '@testing-library/dom';
import module from '../../module.ts';

const NOW = Date.now();
/** A small sample at each run; at night 2,000 readings. */
const NIGHTLY = process.env['NIGHTLY'] === '1';
const SEEDS = NIGHTLY ? ['a', 'b', 'c', 'd', 'e', 'f', 'g'] : ['a'];
const CASES = [...goalCases(NOW), ...SEEDS.flatMap((seed) => randomCases(NIGHTLY ? 48 : 16, seed, NOW))];
const texts: Readonly<Record<string, string>> = uiTexts;

/** Without spaces, which differ between screens and sentences. */
const dense = (words: string | null | undefined): string => (words ?? '').replaceAll(/\s/g, '');

/** The judge's answer without any screen: level and judging range. */
function due({ goals, vitalKey }: JudgedCase, raw: JudgedCase['observations'][number]): string {
  const verdict = verdictOf(observation(raw) ?? {}, {
    person: personIn(FAKE_MAIN),
    zone: deviceZone(),
    now: NOW,
    goals: goalsIn(goals),
  });
  const number = (value: number): string => formatNumber(value, 'vi-VN');
  const words = levelWords(verdict, { locale: 'vi-VN', t: (key) => texts[key] ?? key });
  return `${dense(words)}${dense(judgingWords(verdict, vitalKey, { locale: 'vi-VN', number }))}`;
}

async function open(path: string, { goals }: JudgedCase, observations: JudgedCase['observations']): Promise<void> {
  const host = createFakeHost({
    path,
    respond: ({ path: asked, service }) =>
      service === 'fhir'
        ? searchset(asked.endsWith('/Goal') ? goals : asked.endsWith('/Observation') ? observations : [])
        : undefined,
  });
  await openPart(mountView, module, host);
}

test.each(
  CASES.flatMap((one) => ['/observations-list', '/lab-observations'].map((path) => [one.name, path, one] as const)),
)('the lists of results say of each reading what the judge says: %s, %s', async (_, path, one) => {
  await open(path, one, one.observations);
  const expected = one.observations.map((raw): unknown => expect.stringContaining(due(one, raw)));
  const list = await screen.findByRole('list', { name: /kết quả/i });
  await waitFor(() => expect([...list.children].map((row) => dense(row.textContent))).toEqual(expected));
});

const NEWEST = goalCases(NOW).flatMap((one) =>
  one.observations.slice(0, NIGHTLY ? undefined : 2).map((raw, place) => [one.name, place, one, raw] as const),
);

test.each(NEWEST)('the summary for the doctor says it on screen and on paper: %s, %d', async (_, _place, one, raw) => {
  await open('/summary', one, [{ ...raw, category: [{ coding: [{ code: 'vital-signs' }] }] }]);
  const part = await screen.findByRole('region', { name: 'Chỉ số 30 ngày qua' });
  await waitFor(() => expect(dense(part.textContent)).toContain(due(one, raw)));
  window.dispatchEvent(new Event('beforeprint'));
  await waitFor(() => expect(dense(part.textContent)).toContain(due(one, raw)));
  window.dispatchEvent(new Event('afterprint'));
});
