import { mustWrite } from '../../../access/policy.ts';
import type { Actor } from '../../../fhir/actor.ts';
import { readElements, type Elements } from '../../../fhir/elements.ts';
import { FhirError } from '../../../fhir/fhir-error.ts';
import type { IndexColumns } from '../../../fhir/index-columns.ts';
import { personsPatient } from '../../ownership.ts';
import type { Stored } from '../../repository.ts';
import { ruleOf, type TypeRule } from '../../../fhir/resource-types.ts';
import { newId, type Resource } from '../../../fhir/resource.ts';
import type { Write } from '../../../fhir/write-request.ts';

/** A stored version as queried. */
export interface Row extends Stored {
  readonly version: number;
  readonly [column: string]: unknown;
}

/** A pending write: location, resource to store, and previous state. */
export interface Draft {
  readonly write: Write;
  readonly rule: TypeRule;
  id: string;
  resource: Resource | undefined;
  columns: IndexColumns | undefined;
  elements: Elements;
  /** Found by ifNoneExist: nothing will be written. */
  existing: Row | undefined;
  before: Row | undefined;
  /** For a user's own entry: the account at the identity service. */
  account: { readonly userName: string; readonly phone: string | null } | undefined;
}

/**
 * Assigns a write's id and rules.
 * @throws FhirError for an unsupported type, and 403 if not allowed
 */
export function draftOf(write: Write, actor: Actor): Draft {
  const rule = ruleOf(write.type);
  if (rule === undefined)
    throw new FhirError(400, {
      code: 'not-supported',
      diagnostics: `${write.type} is not held by this server`,
      expression: write.expression,
    });
  mustWrite(actor, write);
  // a user's own entry has the user's id
  const id =
    write.method === 'POST'
      ? rule.scope === 'user' && actor.kind !== 'system'
        ? actor.userId
        : newId()
      : (write.id ?? '');
  let resource = write.resource === undefined ? undefined : { ...write.resource, id };
  if (resource !== undefined && actor.kind === 'person' && write.method === 'POST' && write.type === 'Patient')
    resource = { ...personsPatient(resource), id };
  const elements = readElements(resource, write.expression);
  return {
    write,
    rule,
    id,
    resource,
    columns: undefined,
    elements,
    existing: undefined,
    before: undefined,
    account: undefined,
  };
}
