import type { z } from 'zod';
import { ServerError } from './server-error.ts';

/** Checks what came from outside. Throws ServerError FORM_INPUT_INVALID that names the fields, never their values. */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || 'body'))];
  throw new ServerError('FORM_INPUT_INVALID', 'The request is not valid', { detail: { message: fields.join(', ') } });
}
