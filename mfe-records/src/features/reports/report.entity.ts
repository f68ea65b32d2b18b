import type { Locale } from '@phr/contract/host-api';
import {
  attachment,
  codeableConcept,
  meta,
  period,
  reference,
  type Attachment,
  type CodeableConcept,
  type Reference,
} from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';
import { conceptsWords, conceptWords } from '@phr/fhir/concepts';
import { asEntered } from '@phr/fhir/describe';
import { defined, idOf, readable } from '@phr/fhir/reading';
import { type Described, incompletelyDescribed } from '../described/described.entity.ts';
import { isWithdrawn } from './status.model.ts';
import { viewersOf, type Viewer } from './viewer.model.ts';

/** A diagnostic report for lists and details (REP-01 to REP-04). */
export interface Report {
  /** Set if a row's text omits something. */
  readonly incomplete?: Described;
  readonly id: string;
  readonly status: string;
  readonly name?: string;
  readonly code?: CodeableConcept;
  readonly category?: string;
  readonly effective?: string;
  readonly issued?: string;
  readonly performer?: string;
  readonly conclusion?: string;
  readonly encounterId?: string;
  /** Key of the board: first code, else text (D-63). */
  readonly boardCode?: string;
  /** Observations of the report, by id if fetchable, else named by `display`. */
  readonly results: readonly { readonly id?: string; readonly display?: string }[];
  readonly viewers: readonly Viewer[];
  /** Files that no viewer opens. */
  readonly otherFiles: readonly Attachment[];
}

const wire = lenientObject({
  id: text,
  meta,
  status: text,
  category: list(codeableConcept),
  code: codeableConcept,
  effectiveDateTime: text,
  effectivePeriod: period,
  issued: text,
  performer: list(reference),
  conclusion: text,
  conclusionCode: list(codeableConcept),
  encounter: reference,
  result: list(reference),
  imagingStudy: list(reference),
  media: list(lenientObject({ comment: text, link: reference })),
  presentedForm: list(attachment),
});
const media = lenientObject({ content: attachment });

/** Parses a DiagnosticReport; undefined without an id. Withdrawn reports keep no conclusion (D-113). */
export function readReport(resource: unknown, locale: Locale): Report | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined) return undefined;
  const status = raw.status ?? 'unknown';
  const pictures = (raw.media ?? []).map(({ link }) => media(link?.resource)?.content ?? {});
  const files = [...(raw.presentedForm ?? []), ...pictures];
  return {
    id: raw.id,
    status,
    results: (raw.result ?? []).map((target) => defined({ id: idOf(target, 'Observation'), display: target.display })),
    viewers: viewersOf({
      types: files.map(({ contentType }) => contentType),
      hasStudy: raw.imagingStudy !== undefined,
      hasMedia: pictures.length > 0,
    }),
    otherFiles: (raw.presentedForm ?? []).filter(
      ({ contentType }) => viewersOf({ types: [contentType], hasStudy: false, hasMedia: false }).length === 0,
    ),
    ...defined({
      name: conceptWords(raw.code, locale),
      code: raw.code,
      category: raw.category?.map((one) => conceptWords(one, locale)).find((words) => words !== undefined),
      effective: readable(raw.effectiveDateTime ?? raw.effectivePeriod?.start),
      issued: readable(raw.issued),
      performer: asEntered(
        raw.performer?.map(nameOf).find((name) => name !== undefined),
        raw.meta?.source,
        locale,
      ),
      conclusion: isWithdrawn(status) ? undefined : (raw.conclusion ?? conceptsWords(raw.conclusionCode, locale)),
      encounterId: idOf(raw.encounter, 'Encounter'),
      incomplete: incompletelyDescribed(resource, locale),
      boardCode: raw.code?.coding?.find(({ code }) => code !== undefined)?.code ?? raw.code?.text,
    }),
  };
}

const named = lenientObject({ name: text });
const nameOf = (target: Reference): string | undefined => target.display ?? named(target.resource)?.name;
