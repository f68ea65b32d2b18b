import type { Page } from '@playwright/test';

/** Calls the record server as the signed-in person does, with the token of this tab. */
export async function readRecord(page: Page, path: string): Promise<unknown> {
  return page.evaluate(async (address) => {
    const token = Object.keys(sessionStorage).map((key) => /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(sessionStorage.getItem(key) ?? '')?.[0]).find((found) => found !== undefined);
    const answer = await fetch(`/fhir${address}`, { headers: { Authorization: `Bearer ${token}` } });
    return answer.json();
  }, path);
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
