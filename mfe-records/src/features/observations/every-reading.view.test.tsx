import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { type JudgingContext, verdictOf, verdictOfPart } from '@phr/fhir/judging';
import { goalsIn, personIn } from '@phr/fhir/judging-person';
import { observation } from '@phr/fhir/observation';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { entriesOf } from '@phr/testing/entries-of';
import { createFakeHost, FAKE_MAIN, type FakeHost } from '@phr/testing/fake-host';
import { goalCases, type JudgedCase, sampledCases } from '@phr/testing/judged-cases';
import { openPart } from '@phr/testing/open-part';
import { deviceZone } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import uiTexts from '@phr/ui/locales/vi-VN' with { type: 'json' };
import { screen, waitFor } from '@testing-library/dom';
import module from '../../module.ts';

const NOW = Date.now();
/** A small sample at each run; at night 2,000 readings. */
const NIGHTLY = process.env['NIGHTLY'] === '1';
const CASES = sampledCases(NOW, NIGHTLY);
const texts: Readonly<Record<string, string>> = uiTexts;

/** Without spaces, which differ between screens and sentences. */
const dense = (words: string | null | undefined): string => (words ?? '').replaceAll(/\s/g, '');

/** The judge's verdict on a reading, computed without any screen: its level and the range that judged it. */
function due(one: JudgedCase, raw: JudgedCase['observations'][number], between = ''): string {
  return dueOf(one, verdictOf(observation(raw) ?? {}, judging(one)), between);
}

const judging = ({ goals }: JudgedCase): JudgingContext => ({
  person: personIn(FAKE_MAIN),
  zone: deviceZone(),
  now: NOW,
  goals: goalsIn(goals),
});

function dueOf({ vitalKey }: JudgedCase, verdict: WholeVerdict, between = ''): string {
  const number = (value: number): string => formatNumber(value, 'vi-VN');
  const words = levelWords(verdict, { locale: 'vi-VN', t: (key) => texts[key] ?? key });
  return [words, judgingWords(verdict, vitalKey, { locale: 'vi-VN', number })].map(dense).join(between);
}

/** For a table with one row per number: the verdict on each. */
function dueOfRows(one: JudgedCase, raw: JudgedCase['observations'][number]): readonly string[] {
  const read = observation(raw) ?? {};
  if (read.component === undefined) return [due(one, raw)];
  return read.component.map((part) => dueOf(one, verdictOfPart(read, part, judging(one))));
}

const REPORT = { id: 'r1', code: '24331-1', codeText: 'Theo dõi', effectiveDateTime: new Date(NOW).toISOString() };

/** A record whose results stand alone, and in one report. */
const hostWith = (path: string, { goals }: JudgedCase, observations: JudgedCase['observations']): FakeHost =>
  createFakeHost({
    path,
    respond: ({ path: asked, service }) => {
      if (service === 'phr') return asked.endsWith('/observations') ? observations : [REPORT];
      if (service !== 'fhir') return undefined;
      const report = { resourceType: 'DiagnosticReport', id: 'r1', status: 'final', code: { text: 'Theo dõi' } };
      const result = observations.map((resource) => ({ reference: `Observation/${resource.id}`, resource }));
      return searchset(
        asked.endsWith('/Goal')
          ? goals
          : asked.endsWith('/Observation')
            ? observations
            : asked.endsWith('/DiagnosticReport')
              ? [{ ...report, result }]
              : [],
      );
    },
  });

async function open(path: string, one: JudgedCase, observations: JudgedCase['observations']): Promise<void> {
  await openPart(mountView, module, hostWith(path, one, observations));
}

test.each(
  CASES.flatMap((one) => ['/observations-list', '/lab-observations'].map((path) => [one.name, path, one] as const)),
)('the lists of results say of each reading what the judge says: %s, %s', async (_, path, one) => {
  await open(path, one, one.observations);
  const expected = one.observations.map((raw): unknown => expect.stringContaining(due(one, raw)));
  const list = await screen.findByRole('list', { name: /kết quả/i });
  await waitFor(() => expect([...list.children].map((row) => dense(row.textContent))).toEqual(expected));
});

const GOALS = goalCases(NOW).map((one) => [one.name, one] as const);

test.each(GOALS)('the board of a report says of each number what the judge says: %s', async (_, one) => {
  await open('/report-boards/24331-1', one, one.observations);
  const expected = one.observations.flatMap((raw) => dueOfRows(one, raw));
  const table = await screen.findByRole('table', { name: 'Các chỉ số' });
  await waitFor(() =>
    expect([...table.querySelectorAll('tbody tr')].map((row) => dense(row.textContent))).toEqual(
      expected.map((words): unknown => expect.stringContaining(words)),
    ),
  );
});

test.each(GOALS)('search tells with each row of a report what the judge says: %s', async (_, one) => {
  const { entries } = await entriesOf(module, hostWith('/', one, one.observations));
  const rows = entries.filter(({ place, title }) => place.screen === 'report-details' && title !== 'Theo dõi');
  expect(rows.map(({ detail }) => dense(detail))).toEqual(
    one.observations.map((raw): unknown => expect.stringContaining(`·${due(one, raw, '·')}·`)),
  );
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
