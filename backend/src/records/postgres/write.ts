import type { WriteContext } from './write-context.ts';
import { beginMoves, type MovedAttachments } from '../move-attachments.ts';
import type { Actor } from '../../fhir/actor.ts';
import { MAX_ISSUES } from '../../fhir/elements.ts';
import { FhirError, type Issue } from '../../fhir/fhir-error.ts';
import { createSignNotes } from '../notes.ts';
import { ruleOf } from '../../fhir/resource-types.ts';
import { createTurns } from '../../kit/turns.ts';
import type { Write, Written } from '../../fhir/write-request.ts';
import { validate } from '../../fhir/validate.ts';
import { applyServerFields } from './write/changes.ts';
import { draftOf, type Draft } from './write/draft.ts';
import { findAccounts, findExisting, lockRows } from './write/existing.ts';
import { resolveConditional, resolveReferences } from './write/references.ts';
import { checkRights, checkTargets, refuseTwoPatients } from './write/rights.ts';
import { store } from './write/store.ts';

/**
 * Executes all writes or, by throwing FhirError, none; within the caller's transaction. Order: resolve references,
 * validate, check all rights, lock rows, then store with a few set-based statements. Yields to other requests between
 * entries.
 */
export async function writeAll(
  context: WriteContext,
  actor: Actor,
  writes: readonly Write[],
): Promise<readonly Written[]> {
  const turns = createTurns();
  const drafts: Draft[] = [];
  for (const write of writes) {
    drafts.push(draftOf(write, actor));
    if (turns.due()) await turns.give();
  }
  await resolveConditional(drafts, actor, context.sql);
  await resolveReferences(drafts, turns);
  const issues: Issue[] = [];
  for (const { resource, columns, elements, write } of drafts) {
    if (resource !== undefined)
      issues.push(...validate(resource, write.expression, { patients: columns?.patients, faults: elements.faults }));
    if (issues.length >= MAX_ISSUES) break;
    if (turns.due()) await turns.give();
  }
  if (issues.length > 0) throw new FhirError(400, issues.slice(0, MAX_ISSUES));
  refuseDuplicates(drafts);
  if (actor.kind === 'person') refuseTwoPatients(drafts);
  for (const draft of drafts) checkRights(draft, actor);

  await findExisting(drafts, actor, context.sql);
  await findAccounts(drafts, actor, context.sql);
  await lockRows(drafts, context.sql);
  for (const draft of drafts) {
    applyServerFields(draft, actor);
    if (turns.due()) await turns.give();
  }
  const signNotes = createSignNotes(context.sql, actor);
  for (const draft of drafts) {
    // most entries have none, and a transaction has many
    if (draft.resource?.['note'] === undefined || draft.existing !== undefined) continue;
    draft.resource = {
      ...(await signNotes(draft.resource, { before: draft.before?.content, patientId: draft.columns?.patientId })),
      id: draft.id,
    };
  }
  await checkTargets(drafts, actor, context.sql);

  if (context.files !== undefined) {
    const moved = beginMoves(context.files);
    context.sql.afterRollback?.(moved.undo);
    for (const draft of drafts) await moveData(draft, actor, moved);
  }

  const written = await store(drafts, actor, context, turns);
  await context.onWritten?.(context.sql, actor, written);
  return written;
}

/** moves attachment data to the record's file storage */
async function moveData(draft: Draft, actor: Actor, moved: MovedAttachments): Promise<void> {
  const { resource, rule, existing, columns } = draft;
  const patientId = draft.write.type === 'Patient' ? draft.id : columns?.patientId;
  if (resource === undefined || existing !== undefined || rule.scope !== 'patient' || patientId === undefined) return;
  draft.resource = { ...(await moved.move(actor, resource, patientId, draft.write.expression)), id: draft.id };
}

/** True for a write by one statement without locks: new, unconditional, and without rights attached. */
export function isPlain({ method, type, ifNoneExist }: Write): boolean {
  return method === 'POST' && ifNoneExist === undefined && type !== 'Patient' && ruleOf(type)?.scope !== 'user';
}

/** A name, condition or id may identify one entry only. */
function refuseDuplicates(drafts: readonly Draft[]): void {
  const names = new Set<string>();
  for (const { write, id } of drafts) {
    for (const name of [
      write.fullUrl,
      write.ifNoneExist === undefined ? undefined : `${write.type}?${write.ifNoneExist}`,
      `${write.type}/${id}`,
    ]) {
      if (name === undefined) continue;
      if (names.has(name))
        throw new FhirError(400, {
          code: 'duplicate',
          diagnostics: `${name.slice(0, 120)} stands for more than one entry`,
          expression: write.expression,
        });
      names.add(name);
    }
  }
}
