import { createHmac, timingSafeEqual } from 'node:crypto';
import { FhirError } from '../../fhir/fhir-error.ts';
import type { RawQuery } from '../../fhir/search-query.ts';

/** List position: an upstream page, and the rows already returned. */
export interface Place {
  readonly path: string;
  readonly skip: number;
}

export interface PlaceCursors {
  write(place: Place, type: string, patientId: string | undefined): string;
  /** @throws FhirError 400 for a cursor not issued by us for this list */
  read(cursor: NonNullable<RawQuery[string]>, type: string, patientId: string | undefined): Place;
}

/** Signed cursors, per list: nobody can make us call something else with our token. */
export function placeCursors(key: string): PlaceCursors {
  const sign = (text: string, type: string, patientId: string | undefined): string =>
    createHmac('sha256', key)
      .update([type, patientId ?? '', text].join('\n'))
      .digest('base64url');
  return {
    write({ path, skip }, type, patientId) {
      const text = `${skip} ${path}`;
      return `${Buffer.from(text).toString('base64url')}.${sign(text, type, patientId)}`;
    },
    read(cursor, type, patientId) {
      const [encoded = '', signature = ''] = typeof cursor === 'string' ? cursor.split('.') : [];
      const text = Buffer.from(encoded, 'base64url').toString('utf8');
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(text, type, patientId))];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
        throw new FhirError(400, {
          code: 'value',
          diagnostics: 'The page address is not valid',
          expression: '_cursor',
        });
      const [, skip = '0', path = ''] = /^(\d+) (.*)$/s.exec(text) ?? [];
      return { path, skip: Number(skip) };
    },
  };
}
