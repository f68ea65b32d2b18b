import { FhirError } from '../../../fhir/fhir-error.ts';
import { identifierKey } from '../../../fhir/index-columns.ts';
import type { Write } from '../../../fhir/write-request.ts';
import { MAX_SEARCHES } from '../../../kit/content/limits.ts';

/** Key that a conditional create asks for. Throws FhirError 400. */
export function conditionKey(write: Write): string {
  return identifierAsked(write.ifNoneExist?.replace(/^\?/, '') ?? '', () => write.expression);
}

/** Key of 'identifier=system|value', the one condition that is taken; `expression` is asked for its place when it is not. Throws FhirError 400. */
export function identifierAsked(query: string, expression: () => string): string {
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

/** Throws FhirError 413 when a request has more references by search than may be looked for; `expression` is asked for the place of the last one. */
export function refuseManySearches(count: number, expression: () => string): void {
  if (count <= MAX_SEARCHES) return;
  throw new FhirError(413, {
    code: 'too-costly',
    diagnostics: `A request may have ${MAX_SEARCHES.toLocaleString('en-US')} references by search`,
    expression: expression(),
  });
}
