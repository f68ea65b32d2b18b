import * as plainDate from '@phr/time/plain-date';
import { isObject } from '@phr/fhir/json';
import { isNationalId, kindOf } from '@phr/fhir/identifiers';
import { absenceIn } from '@phr/fhir/absent';
import { identifier as readIdentifier, primitiveMeta } from '@phr/fhir/datatypes';
import { readElements, type ElementFault } from './elements.ts';
import { FhirError, invalid, type Issue } from './fhir-error.ts';
import { patientsOf } from './index-columns.ts';
import { ruleOf } from './resource-types.ts';
import { isId, isResource, valuesAt, type Resource } from './resource.ts';

/**
 * A body's resource, which must be of a given supported type.
 * @throws FhirError 400
 */
export function resourceOf(body: unknown, type?: string, expression = ''): Resource {
  if (!isResource(body))
    throw new FhirError(400, {
      code: 'structure',
      diagnostics: 'A resource with a resourceType is needed',
      ...(expression === '' ? {} : { expression }),
    });
  if (type !== undefined && body.resourceType !== type)
    throw invalid(
      `A ${type} is needed and a ${body.resourceType} came`,
      expression === '' ? 'resourceType' : expression,
    );
  if (ruleOf(body.resourceType) === undefined)
    throw new FhirError(400, {
      code: 'not-supported',
      diagnostics: `${body.resourceType.slice(0, 64)} is not held by this server`,
      ...(expression === '' ? {} : { expression }),
    });
  return body;
}

/** Results of other parsers of the same resource. */
interface Known {
  /** Persons it references. */
  readonly patients?: readonly string[] | undefined;
  readonly faults?: readonly ElementFault[];
}

/**
 * Validates a resource: required elements, codes, existing dates, numeric numbers, single choices, and the person.
 * `expression` is its location in the request. Returns one issue per fault.
 */
export function validate(
  resource: Resource,
  expression: string,
  { patients = patientsOf(resource), faults = readElements(resource, expression).faults }: Known = {},
): readonly Issue[] {
  const issues: Issue[] = [];
  const add = (code: Issue['code'], path: string, diagnostics: string): void => {
    issues.push({ code, expression: path === '' ? expression : `${expression}.${path}`, diagnostics });
  };
  const rule = ruleOf(resource.resourceType);
  if (rule === undefined) return issues;

  for (const element of rule.required) {
    const names = element.split('|');
    if (!names.some((name) => hasContent(resource[name]) || saysWhyAbsent(resource[`_${name}`])))
      add('required', names[0] ?? '', `${names.join(' or ')} is required`);
  }
  for (const element in rule.bindings) {
    const value = resource[element];
    if (value === undefined) continue;
    const codes = rule.bindings[element] ?? [];
    const found = isObject(value) ? valuesAt(value, 'coding.code') : [value];
    if (found.some((code) => typeof code !== 'string' || !codes.includes(code)))
      add('value', element, `${element} must be one of ${codes.join(', ')}`);
  }
  if (rule.scope === 'patient' && resource.resourceType !== 'Patient' && patients.length === 0) {
    add('required', rule.patient[0] ?? '', `${rule.patient[0]} must be a reference to a Patient`);
  }
  if (resource.id !== undefined && (typeof resource.id !== 'string' || !isId(resource.id)))
    add('value', 'id', 'id is not valid');
  if (resource.resourceType === 'Patient') checkPatient(resource, add);
  for (const { code, path, diagnostics } of faults) add(code, path, diagnostics);
  return issues;
}

type Add = (code: Issue['code'], path: string, diagnostics: string) => void;

function checkPatient(patient: Resource, add: Add): void {
  const birth = patient['birthDate'];
  if (birth !== undefined && (typeof birth !== 'string' || birth.includes('T')))
    add('value', 'birthDate', 'birthDate is a date without time');
  else if (typeof birth === 'string' && plainDate.parse(birth) !== undefined) {
    // the day may already have begun further east
    if (plainDate.startInUtc(birth) > Date.now() + 14 * 3_600_000)
      add('value', 'birthDate', 'birthDate cannot be in the future');
  }
  valuesAt(patient, 'identifier').forEach((value, index) => {
    const identifier = readIdentifier(value);
    if (identifier?.value !== undefined && kindOf(identifier) === 'NaID' && !isNationalId(identifier.value)) {
      add('value', `identifier[${index}]`, 'A national id has 9 or 12 digits');
    }
  });
}

/** FHIR's replacement for a required but unknown element: the reason in its sibling (`_occurrenceDateTime`). */
function saysWhyAbsent(shadow: unknown): boolean {
  return absenceIn(primitiveMeta(shadow)) !== undefined;
}

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return Array.isArray(value) ? value.length > 0 : !isObject(value) || Object.keys(value).length > 0;
}
