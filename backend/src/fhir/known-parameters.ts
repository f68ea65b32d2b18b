import type { FastifyRequest } from 'fastify';
import { unknownParameter } from '../kit/parse.ts';
import { invalid } from './fhir-error.ts';

/** Throws FhirError 400 for a parameter that neither this call nor every call of the record server has. */
export function refuseUnknownParameter(request: FastifyRequest): void {
  const unknown = unknownParameter(request, '_format', '_pretty');
  if (unknown !== undefined) throw invalid(`${unknown} is not a parameter of this call`, unknown);
}
