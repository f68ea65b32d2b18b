import { isPressing } from '@phr/clinical/assess/assess';
import { type JudgingContext, verdictOf } from '@phr/fhir/judging';
import { goalsIn, personIn } from '@phr/fhir/judging-person';
import { observation } from '@phr/fhir/observation';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN, type FakeHost } from '@phr/testing/fake-host';
import { goalCases, type JudgedCase } from '@phr/testing/judged-cases';
import { openPart } from '@phr/testing/open-part';
import { deviceZone } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import uiTexts from '@phr/ui/locales/vi-VN' with { type: 'json' };
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import module from '../../module.ts';

const NOW = Date.now();
const NIGHTLY = process.env['NIGHTLY'] === '1';
const texts: Readonly<Record<string, string>> = uiTexts;
const dense = (words: string | null | undefined): string => (words ?? '').replaceAll(/\s/g, '');

/** The judge's verdict on a reading, and whether it calls for action today. */
function due({ goals, vitalKey }: JudgedCase, raw: unknown) {
  const context: JudgingContext = {
    person: personIn(FAKE_MAIN),
    zone: deviceZone(),
    now: Date.now(),
    goals: goalsIn(goals),
  };
  const read = observation(raw) ?? {};
  const verdict = verdictOf(read, context);
  const number = (value: number): string => formatNumber(value, 'vi-VN');
  return {
    level: dense(levelWords(verdict, { locale: 'vi-VN', t: (key) => texts[key] ?? key })),
    range: dense(judgingWords(verdict, vitalKey, { locale: 'vi-VN', number })),
    presses: isPressing(verdict, Date.parse(read.effectiveDateTime ?? ''), context.now),
  };
}

const FIELDS: Readonly<Partial<Record<JudgedCase['vitalKey'], readonly RegExp[]>>> = {
  bloodPressures: [/^Số trên/, /^Số dưới/],
  spo2s: [/^SpO2/],
};

function hostOf({ goals }: JudgedCase, path: string, observations: readonly object[] = []): FakeHost {
  const host = createFakeHost({
    path: '/encounters',
    respond: ({ method, path: asked }) =>
      method === 'POST'
        ? { resourceType: 'Bundle', type: 'transaction-response' }
        : searchset(asked.endsWith('/Goal') ? goals : asked.endsWith('/Observation') ? observations : []),
  });
  host.navigation.push(path);
  return host;
}

/** Two of each goal at each run, at night all that the form asks for. */
const CASES = goalCases(NOW).flatMap((one) =>
  FIELDS[one.vitalKey] === undefined
    ? []
    : one.observations.slice(-(NIGHTLY ? 8 : 2)).map((raw, place) => [one.name, place, one, raw] as const),
);

test.each(CASES)('a report at home says of a reading what every list says: %s, %d', async (_, _place, one, raw) => {
  const host = hostOf(one, '/f0h-health-report');
  await openPart(mountView, module, host);
  const { component, valueQuantity } = observation(raw) ?? {};
  const values = (component ?? [{ valueQuantity }]).map(({ valueQuantity: sent }) => sent?.value ?? NaN);
  for (const [index, field] of (FIELDS[one.vitalKey] ?? []).entries())
    await userEvent.type(await screen.findByRole('textbox', { name: field }), String(values[index]));
  await userEvent.click(screen.getByRole('button', { name: 'Gửi khai báo' }));
  const posted = () => host.seen.requests.find(({ method }) => method === 'POST');
  await waitFor(() => expect(posted()).toBeDefined());
  const [sent] = (posted()?.body as { readonly entry: readonly { readonly resource: object }[] }).entry;
  const written = { ...sent?.resource, id: 'written' };
  const { level, range, presses } = due(one, written);
  expect(level).toBe(due(one, raw).level);
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/encounters'));
  const told = host.seen.notices.filter(({ type }) => type === 'error');
  expect(told.map(({ title, description }) => dense(`${title}${description}`))).toEqual(
    presses ? [expect.stringContaining(`:${level}${range}.`)] : [],
  );
  document.body.replaceChildren();
  await openPart(mountView, module, hostOf(one, '/observations-list', [written]));
  const list = await screen.findByRole('list', { name: /kết quả/i });
  await waitFor(() => expect(dense(list.textContent)).toContain(`${level}${range}`));
});
