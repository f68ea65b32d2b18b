import { period, reference, type Reference } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';
import { defined, idOf, readable } from '@phr/fhir/reading';

/** Minimal consent data for the question: requester and expiry, without texts. */
export interface AccessRequest {
  readonly id: string;
  readonly status: string;
  readonly isGrant: boolean;
  /** The facility, else any named requester. */
  readonly who?: string;
  readonly end?: string;
  readonly dateTime?: string;
}

const consent = lenientObject({
  id: text,
  status: text,
  dateTime: text,
  organization: list(reference),
  provision: lenientObject({ period, actor: list(lenientObject({ reference })) }),
});
const named = lenientObject({ name: text });
const nameOf = (target: Reference | undefined): string | undefined => target?.display ?? named(target?.resource)?.name;

/** Parses a Consent's requester; undefined without an id. */
export function readAccessRequest(resource: unknown): AccessRequest | undefined {
  const raw = consent(resource);
  if (raw?.id === undefined) return undefined;
  const actors = (raw.provision?.actor ?? []).map(({ reference: target }) => target);
  const facilities = actors.filter((target) => idOf(target, 'Organization') !== undefined);
  return {
    id: raw.id,
    status: raw.status ?? 'unknown',
    isGrant: raw.provision?.period !== undefined && actors.length > 0,
    ...defined({
      who: [...(raw.organization ?? []), ...facilities, ...actors].map(nameOf).find((name) => name !== undefined),
      end: readable(raw.provision?.period?.end),
      dateTime: readable(raw.dateTime),
    }),
  };
}

/** A response that was started. */
export interface BegunForm {
  readonly id: string;
  readonly status: string;
  readonly authored?: string;
  /** Id of the form when the response names it by that. */
  readonly questionnaireId?: string;
}

const response = lenientObject({ id: text, status: text, authored: text, questionnaire: text });

/** Parses whose answers a QuestionnaireResponse holds, without the answers; undefined without an id. */
export function readStartedForm(resource: unknown): BegunForm | undefined {
  const raw = response(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    status: raw.status ?? 'unknown',
    ...defined({
      authored: readable(raw.authored),
      questionnaireId: /(?:^|\/)Questionnaire\/([A-Za-z0-9.-]{1,64})$/.exec(raw.questionnaire ?? '')?.[1],
    }),
  };
}
