import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isObject } from '@phr/fhir/json';
import { ServerError } from './server-error.ts';

/**
 * Validates external input.
 * @throws ServerError FORM_INPUT_INVALID naming fields, never values
 */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || 'body'))];
  throw new ServerError('FORM_INPUT_INVALID', 'The request is not valid', { detail: { message: fields.join(', ') } });
}

/**
 * Validates a URL first: rejects U+0000, and for signed-in calls unknown parameters, as ignoring one that names another
 * person would mislead. Bodies are checked before parsing.
 */
export function checkAddress(request: FastifyRequest): void {
  if (isOdd(request.params) || isOdd(request.query))
    throw new ServerError('FORM_INPUT_INVALID', 'The address holds a character that is not allowed (U+0000)', {
      detail: { message: 'query' },
    });
  const unknown = request.routeOptions.config.doc?.security === 'bearer' ? unknownParameter(request) : undefined;
  if (unknown !== undefined)
    throw new ServerError('FORM_INPUT_INVALID', 'The call has no such parameter', { detail: { message: unknown } });
}

const NO_PARAMETERS = z.object({});

/**
 * First query parameter neither described by the route nor common to all (`ofAll`). Routes with loose schemas validate
 * their own.
 */
export function unknownParameter(
  { query, routeOptions }: FastifyRequest,
  ...ofAll: readonly string[]
): string | undefined {
  const given = isObject(query) ? Object.keys(query) : [];
  if (given.length === 0) return undefined;
  const schema = routeOptions.config.doc?.query;
  const known = schema instanceof z.ZodObject ? schema : NO_PARAMETERS;
  if (known.def.catchall instanceof z.ZodUnknown) return undefined;
  return given.find((name) => !Object.hasOwn(known.shape, name) && !ofAll.includes(name))?.slice(0, 64);
}

function isOdd(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  return Array.isArray(value)
    ? value.some(isOdd)
    : isObject(value) && Object.entries(value).some(([name, member]) => isOdd(name) || isOdd(member));
}
