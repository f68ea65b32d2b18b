import type { Page } from '@playwright/test';

/** Calls the record server as the signed-in person does, with the token of this tab. */
export async function readRecord(page: Page, path: string): Promise<unknown> {
  return page.evaluate(async (address) => {
    const token = Object.keys(sessionStorage).map((key) => /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(sessionStorage.getItem(key) ?? '')?.[0]).find((found) => found !== undefined);
    const answer = await fetch(`/fhir${address}`, { headers: { Authorization: `Bearer ${token}` } });
    return answer.json();
  }, path);
}

/** Calls a service as the signed-in person does, and answers what it said. */
export async function callAs(page: Page, path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  return page.evaluate(async ([address, content]) => {
    const token = Object.keys(sessionStorage).map((key) => /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(sessionStorage.getItem(key) ?? '')?.[0]).find((found) => found !== undefined);
    const answer = await fetch(address ?? '', { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }, body: content ?? '' });
    return { status: answer.status, body: await answer.json() as unknown };
  }, [path, JSON.stringify(body)]);
}

interface FreeSlot { readonly id: string; readonly start: string; readonly end: string; readonly schedule: { readonly reference: string } }
interface Schedule { readonly actor: readonly { readonly reference: string; readonly display?: string }[] }

/** Books a free time for a patient, so that a spec has an appointment of its own. Answers its id. */
export async function bookFor(page: Page, patientId: string): Promise<string> {
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const slots = entries<FreeSlot>(await readRecord(page, `/Slot?status=free&start=ge${from}&_count=200`));
  const slot = slots[Math.floor(Math.random() * slots.length)];
  if (slot === undefined) throw new Error('There is no free time');
  const schedule = await readRecord(page, `/${slot.schedule.reference}`) as Schedule;
  const { status, body } = await callAs(page, '/api/phr/appointment/create', {
    resourceType: 'Appointment', status: 'pending', start: slot.start, end: slot.end, slot: [{ reference: `Slot/${slot.id}` }], reasonCode: [{ text: 'Khám bệnh' }],
    participant: [{ actor: { reference: `Patient/${patientId}` }, status: 'accepted' }, ...schedule.actor.map((actor) => ({ actor, status: 'needs-action' }))],
  });
  if (status !== 200) throw new Error(`Booking was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { readonly data: { readonly id: string } }).data.id;
}

interface Report { id: string; presentedForm?: { contentType?: string }[] }
const entries = <T>(bundle: unknown): T[] => ((bundle as { entry?: { resource: T }[] }).entry ?? []).map(({ resource }) => resource);

/** Ids of one thing of each kind in the viewed record, for addresses with places. */
export async function idsOf(page: Page, patientId: string): Promise<Readonly<Record<string, string>>> {
  const [encounters, appointments, reports] = await Promise.all(['Encounter', 'Appointment', 'DiagnosticReport'].map((type) => readRecord(page, `/Patient/${patientId}/${type}?_count=50`)));
  const found = entries<Report>(reports);
  const byType = (type: RegExp) => found.find(({ presentedForm }) => presentedForm?.some(({ contentType }) => type.test(contentType ?? '')))?.id ?? 'none';
  return {
    encounter: entries<{ id: string }>(encounters)[0]?.id ?? 'none',
    appointment: entries<{ id: string }>(appointments)[0]?.id ?? 'none',
    report: found[0]?.id ?? 'none',
    imaging: byType(/dicom/), pdf: byType(/pdf/), image: byType(/image/),
  };
}

export const fillIds = (path: string, ids: Readonly<Record<string, string>>): string => path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? 'none');

/** The id of the signed-in person's own record. */
export async function mainPatientId(page: Page): Promise<string> {
  const heard = page.waitForRequest((request) => /\/fhir\/Patient\/[\w-]+\//.test(request.url()));
  await page.goto('/encounters');
  return /\/Patient\/([\w-]+)\//.exec((await heard).url())?.[1] ?? '';
}
