import { inTurn } from '../../../tools/sample.ts';
import { expect, test } from '../../support/app.ts';
import { bookFor, callAs, readRecord } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';
import { openSession } from '../../support/session.ts';

const HOME = 'Asia/Ho_Chi_Minh';
const ZONES = [HOME, 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'] as const;
/** In these zones the instant falls on three different days, at four different times. */
const MEASURED = '2026-11-20T17:40:00Z';
const SHOWN: Readonly<Record<(typeof ZONES)[number], readonly [time: string, day: string]>> = {
  'Asia/Ho_Chi_Minh': ['00:40', '21/11/2026'],
  'America/Los_Angeles': ['09:40', '20/11/2026'],
  'Pacific/Kiritimati': ['07:40', '21/11/2026'],
  'Asia/Kathmandu': ['23:25', '20/11/2026'],
};

const part = (code: string, value: number) => ({
  code: { coding: [{ system: 'http://loinc.org', code }] },
  valueQuantity: { value, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
});
const clock = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant));

/** Two zones per run; only the time code differs between them. */
const VISITED = inTurn(ZONES, 2, ['shared/time']);

test("[I18N-05, UX-14] in zones far apart birth dates hold and appointments keep the facility's time", async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  const account = newAccount();
  const patient = await beNewPerson(page, account, { name: 'LÝ VĂN GIỜ', birthDate: '1950-01-01', gender: 'male' });
  const subject = { reference: `Patient/${patient}` };
  const stored = await callAs(page, '/fhir/Observation', {
    resourceType: 'Observation',
    status: 'final',
    subject,
    performer: [subject],
    effectiveDateTime: MEASURED,
    issued: MEASURED,
    category: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
    ],
    code: { coding: [{ system: 'http://loinc.org', code: '85354-9' }], text: 'Huyết áp' },
    component: [part('8480-6', 121), part('8462-4', 77)],
  });
  expect(stored.status).toBe(201);
  const appointment = await bookFor(page, patient);
  const { start, end } = (await readRecord(page, `/Appointment/${appointment}`)) as {
    readonly start: string;
    readonly end: string;
  };

  for (const timezoneId of VISITED) {
    await test.step(timezoneId, async () => {
      const context = await browser.newContext({ timezoneId, viewport: { width: 390, height: 844 } });
      const away = await context.newPage();
      await openSession(away, account);
      await away.goto('/profile');
      await expect(away.getByText('01/01/1950')).toBeVisible();
      const [time, day] = SHOWN[timezoneId];
      await away.goto('/health-details/bloodPressures');
      await expect(away.locator('main').getByText('121/77').first()).toBeVisible();
      await expect(
        away
          .locator('main')
          .getByText(new RegExp(`${time}.*${day}|${day}.*${time}`))
          .first(),
      ).toBeVisible();
      await away.goto(`/appointment-details/${appointment}`);
      await expect(
        away
          .locator('main')
          .getByText(`${clock(start, HOME)}–${clock(end, HOME)}`)
          .first(),
      ).toBeVisible();
      await expect(away.locator('main').getByText(/GMT\+7/)).toHaveCount(timezoneId === HOME ? 0 : 1);
      await context.close();
    });
  }
});
