import type { Sql } from '../../../kit/platform.ts';
import type { Actor } from '../../../fhir/actor.ts';
import { assertAccess, canAccess } from '../../../access/policy.ts';
import { FhirError, forbidden } from '../../../fhir/fhir-error.ts';
import { ruleOf } from '../../../fhir/resource-types.ts';
import { parseReference } from '../../../fhir/resource.ts';
import type { Draft } from './draft.ts';
import { jsonPath } from './references.ts';

/**
 * A person's transaction concerns one record.
 * @throws FhirError 400
 */
export function refuseTwoPatients(drafts: readonly Draft[]): void {
  const first = drafts.find(({ columns }) => columns?.patientId !== undefined)?.columns?.patientId;
  const other = drafts.find(({ columns }) => columns?.patientId !== undefined && columns.patientId !== first);
  if (other !== undefined) {
    throw new FhirError(400, {
      code: 'business-rule',
      diagnostics: 'The entries belong to more than one patient',
      expression: other.write.expression,
    });
  }
}

/** @throws FhirError 403 unless the actor may write to a draft's records */
export function checkRights(draft: Draft, actor: Actor): void {
  const { write, rule, resource, columns } = draft;
  if (actor.kind === 'system') return;
  if (rule.scope === 'directory') throw forbidden(write.expression);
  if (rule.scope === 'user' && draft.id !== actor.userId) throw forbidden(write.expression);
  if (resource === undefined) return;
  const creatingSelf = write.type === 'Patient' && write.method === 'POST';
  if (rule.scope === 'patient' && !creatingSelf)
    for (const patientId of columns?.patients ?? []) assertAccess(actor, patientId, 'update', write.expression);
}

/** Reference targets must be in a record the actor can see; missing and foreign ones are refused identically. */
export async function checkTargets(drafts: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  if (actor.kind === 'system') return;
  const own = new Set(drafts.map(({ write, id }) => `${write.type}/${id}`));
  const targets = new Map<
    string,
    { readonly type: string; readonly id: string; readonly draft: Draft; readonly text: string }
  >();
  const checked = new Set<string>();
  for (const draft of drafts) {
    if (draft.resource === undefined || draft.existing !== undefined) continue;
    for (const text of draft.elements.references) {
      if (checked.has(text)) continue;
      checked.add(text);
      const target = parseReference(text);
      if (target === undefined || own.has(`${target.type}/${target.id}`) || ruleOf(target.type)?.scope !== 'patient')
        continue;
      if (target.type !== 'Patient') targets.set(`${target.type}/${target.id}`, { ...target, draft, text });
      else if (!canAccess(actor, target.id)) throw forbidden(jsonPath(draft, text));
    }
  }
  if (targets.size === 0) return;
  const list = [...targets.values()];
  const rows = await sql.query<{ type: string; id: string; patient_id: string | null }>(
    'select type, id, patient_id from fhir_resource where (type, id) in (select * from unnest($1::text[], $2::text[]))',
    [list.map(({ type }) => type), list.map(({ id }) => id)],
  );
  const owners = new Map(rows.map((row) => [`${row.type}/${row.id}`, row.patient_id]));
  for (const { type, id, draft, text } of list)
    if (!canAccess(actor, owners.get(`${type}/${id}`) ?? undefined)) throw forbidden(jsonPath(draft, text));
}
