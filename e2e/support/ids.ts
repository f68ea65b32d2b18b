import type { Page } from '@playwright/test';
import { expect } from './proves.ts';

/** The access token of this tab. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      (JSON.parse(sessionStorage.getItem('phr.session') ?? '{}') as { readonly accessToken?: string }).accessToken ??
      '',
  );

/** Calls the record server as the signed-in person, with the token of this tab. */
export async function readRecord(page: Page, path: string): Promise<unknown> {
  const answer = await page.request.get(`/fhir${path}`, {
    headers: { Authorization: `Bearer ${await tokenOf(page)}` },
  });
  return answer.json();
}

/** Calls a service as the signed-in person, and returns its response. */
export async function callAs(
  page: Page,
  path: string,
  body: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await page.request.post(path, {
    data: body,
    headers: { Authorization: `Bearer ${await tokenOf(page)}`, 'Idempotency-Key': crypto.randomUUID() },
  });
  return { status: answer.status(), body: (await answer.json()) as unknown };
}

interface FreeSlot {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  readonly schedule: { readonly reference: string };
}
interface Schedule {
  readonly actor: readonly { readonly reference: string; readonly display?: string }[];
}

/** Books a free time for a patient, so that a spec has its own appointment. Returns its id. */
export async function bookFor(page: Page, patientId: string): Promise<string> {
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const slots = entries<FreeSlot>(await readRecord(page, `/Slot?status=free&start=ge${from}&_count=200`));
  const slot = slots[Math.floor(Math.random() * slots.length)];
  if (slot === undefined) throw new Error('There is no free time');
  const schedule = (await readRecord(page, `/${slot.schedule.reference}`)) as Schedule;
  const { status, body } = await callAs(page, '/api/phr/appointment/create', {
    resourceType: 'Appointment',
    status: 'pending',
    start: slot.start,
    end: slot.end,
    slot: [{ reference: `Slot/${slot.id}` }],
    reasonCode: [{ text: 'Khám bệnh' }],
    participant: [
      { actor: { reference: `Patient/${patientId}` }, status: 'accepted' },
      ...schedule.actor.map((actor) => ({ actor, status: 'needs-action' })),
    ],
  });
  if (status !== 200) throw new Error(`Booking was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { readonly data: { readonly id: string } }).data.id;
}

interface Report {
  id: string;
  code?: { coding?: { code: string }[] };
  presentedForm?: { contentType?: string }[];
}
interface Dose {
  id: string;
  performer?: { actor: { reference?: string } }[];
}
const entries = <T>(bundle: unknown): T[] =>
  ((bundle as { entry?: { resource: T }[] }).entry ?? []).map(({ resource }) => resource);

/** One id of each kind of object in the viewed record, to fill in addresses. */
export async function idsOf(page: Page, patientId: string): Promise<Readonly<Record<string, string>>> {
  const [
    encounters,
    appointments,
    reports,
    consents,
    orders,
    doses,
    risks,
    answers,
    hubs,
    services,
    roles,
    forms,
    ecgs,
  ] = await Promise.all(
    [
      ...[
        'Encounter',
        'Appointment',
        'DiagnosticReport',
        'Consent',
        'ServiceRequest',
        'Immunization',
        'RiskAssessment',
        'QuestionnaireResponse',
      ].map((type) => `/Patient/${patientId}/${type}?_count=50`),
      `/Device?patient=${patientId}&type=ONE_HUB&_count=1`,
      '/HealthcareService?_count=1',
      '/PractitionerRole?_count=1',
      '/Questionnaire?status=active&_count=1',
      `/Patient/${patientId}/Observation?code=131328&_count=1`,
    ].map((path) => readRecord(page, path)),
  );
  const first = (bundle: unknown) => entries<{ id: string }>(bundle)[0]?.id ?? 'none';
  const found = entries<Report>(reports);
  const assessed = entries<{ readonly encounter?: { readonly reference: string } }>(
    risks,
  )[0]?.encounter?.reference.replace('Encounter/', '');
  const byType = (type: RegExp) =>
    found.find(({ presentedForm }) => presentedForm?.some(({ contentType }) => type.test(contentType ?? '')))?.id ??
    'none';
  return {
    encounter: first(encounters),
    appointment: first(appointments),
    hub: first(hubs),
    service: first(services),
    role: first(roles),
    questionnaire: first(forms),
    consent: first(consents),
    order: first(orders),
    risk: first(risks),
    assessed: assessed ?? 'none',
    answer: first(answers),
    ecg: first(ecgs),
    board: found[0]?.code?.coding?.[0]?.code ?? 'none',
    // doses that the person recorded have no performing organization
    dose: entries<Dose>(doses).find(({ performer }) => performer?.[0]?.actor.reference === undefined)?.id ?? 'none',
    report: found[0]?.id ?? 'none',
    imaging: byType(/dicom/),
    pdf: byType(/pdf/),
    image: byType(/image/),
  };
}

export const fillIds = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? 'none');

/** The id of the signed-in person's own record on the record server. */
export async function mainPatientId(page: Page): Promise<string> {
  const claims = JSON.parse(Buffer.from((await tokenOf(page)).split('.')[1] ?? '', 'base64url').toString()) as {
    readonly box_user?: string;
    readonly sub: string;
  };
  const { data } = (await readRecord(page, `/User/${claims.box_user ?? claims.sub}`)) as {
    readonly data: { readonly patient_id: string };
  };
  return data.patient_id;
}

interface FamilyGroup {
  readonly member: readonly { readonly entity: { readonly reference: string; readonly display?: string } }[];
}

/** The id of the demo person's mother. */
export async function motherId(page: Page): Promise<string> {
  const [family] = entries<FamilyGroup>(
    await readRecord(page, `/Patient/${await mainPatientId(page)}/Group?type=person&code=FAMILY&_count=1`),
  );
  return (
    family?.member.find(({ entity }) => entity.display?.includes('ÁNH'))?.entity.reference.replace('Patient/', '') ??
    'none'
  );
}

/** Opens the record of the demo person's mother from the daughter's account. Returns the mother's id. */
export async function viewMother(page: Page): Promise<string> {
  await page.goto('/family');
  await page.getByRole('button', { name: /ÁNH/ }).first().click();
  await expect(page.getByText(/Đang xem hồ sơ của NGUYỄN THỊ ÁNH/)).toBeVisible();
  return motherId(page);
}
