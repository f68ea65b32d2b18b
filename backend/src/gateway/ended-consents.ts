import type { Db } from '../kit/platform.ts';
import { SYSTEM_ACTOR } from '../fhir/actor.ts';
import { FhirError } from '../fhir/fhir-error.ts';
import { parseJson } from '../kit/content/json-text.ts';
import type { Repository } from '../records/repository.ts';
import { isResource } from '../fhir/resource.ts';

/**
 * Closes expired Consents (table T3: active to inactive by the server). Rights have already ended; this updates the
 * Consent and the audit trail. Safe in several processes.
 */
export async function closeEndedConsents(db: Db, repository: Repository): Promise<void> {
  const ended = await db.query<{ consent_id: string }>(
    'select distinct consent_id from access where consent_id is not null and revoked_at is null and ends_at <= now() limit 1000',
  );
  for (const { consent_id: id } of ended) {
    try {
      const { content, version } = await repository.read(SYSTEM_ACTOR, 'Consent', id);
      const consent = parseJson(content);
      if (isResource(consent) && consent.status !== 'inactive')
        await repository.update(
          SYSTEM_ACTOR,
          { ...consent, id, status: 'inactive', dateTime: new Date().toISOString() },
          { ifMatch: version },
        );
    } catch (error) {
      // another process, or the person, was faster by a moment
      if (!(error instanceof FhirError) || error.statusCode >= 500) throw error;
    }
  }
}
