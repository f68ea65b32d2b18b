import type { FastifyRequest } from 'fastify';
import { unknownParameter } from '../kit/parse.ts';
import { invalid } from './fhir-error.ts';

/** @throws FhirError 400 for a parameter supported neither by this call nor by all */
export function refuseUnknownParameter(request: FastifyRequest): void {
  const unknown = unknownParameter(request, '_format', '_pretty');
  if (unknown !== undefined) throw invalid(`${unknown} is not a parameter of this call`, unknown);
}
