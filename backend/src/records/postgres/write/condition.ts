import { FhirError } from '../../../fhir/fhir-error.ts';
import { identifierKey } from '../../../fhir/index-columns.ts';
import type { Write } from '../../../fhir/write-request.ts';
import { MAX_SEARCHES } from '../../../kit/content/limits.ts';

/**
 * Key of a conditional create.
 * @throws FhirError 400
 */
export function conditionKey(write: Write): string {
  return requestedIdentifier(write.ifNoneExist?.replace(/^\?/, '') ?? '', () => write.expression);
}

/**
 * Key of 'identifier=system|value', the only supported condition; `expression` returns its location for errors.
 * @throws FhirError 400
 */
export function requestedIdentifier(query: string, expression: () => string): string {
  const condition = new URLSearchParams(query);
  const value = condition.get('identifier');
  if (value === null || condition.size !== 1 || !value.includes('|')) {
    throw new FhirError(400, {
      code: 'not-supported',
      diagnostics: 'A condition is identifier=system|value',
      expression: expression(),
    });
  }
  const bar = value.indexOf('|');
  return identifierKey(value.slice(0, bar), value.slice(bar + 1));
}

/** @throws FhirError 413 for too many conditional references; `expression` returns the location of the last */
export function refuseManySearches(count: number, expression: () => string): void {
  if (count <= MAX_SEARCHES) return;
  throw new FhirError(413, {
    code: 'too-costly',
    diagnostics: `A request may have ${MAX_SEARCHES.toLocaleString('en-US')} references by search`,
    expression: expression(),
  });
}
