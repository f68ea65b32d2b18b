import type { StoredFile } from '@phr/http/stored-file';
import { attachment, codeableConcept, meta, narrative, period, reference } from '@phr/fhir/datatypes';
import { anything, lenientObject, list, text } from '@phr/fhir/json';
import { narrativeText } from '@phr/fhir/narrative';
import { defined, idOf } from '@phr/fhir/reading';
import { isOwnEntry } from '@phr/fhir/source';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import { type Chosen, chosenOf } from '../concepts/concept.entity.ts';
import { readEncounter } from '../encounters/encounter.entity.ts';
import { storedDay } from '../form/form.model.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';

/** A treatment as its form corrects it. */
export interface StoredTreatment extends OwnVersion {
  readonly classCode?: string;
  readonly hospital: { readonly id?: string; readonly name?: string };
  readonly diagnosis: Chosen;
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  readonly from?: string;
  readonly to?: string;
  readonly note?: string;
  /** The person's own papers that the storage keeps. */
  readonly papers: readonly StoredFile[];
}

const wire = lenientObject({
  class: lenientObject({ code: text }),
  text: narrative,
  period,
  serviceProvider: reference,
  reasonCode: list(codeableConcept),
  diagnosis: list(lenientObject({ condition: reference })),
});

/**
 * Parses a treatment; its diagnosis comes from the linked Condition, which may have been corrected since. Undefined
 * without an id.
 */
export function readStoredTreatment(
  encounter: StoredResource | undefined,
  conditions: readonly StoredResource[],
  papers: readonly StoredResource[],
): StoredTreatment | undefined {
  const version = storedVersion(encounter);
  const raw = wire(version?.resource);
  if (version === undefined || raw === undefined) return undefined;
  const main = idOf(raw.diagnosis?.[0]?.condition, 'Condition');
  const found = conditions.find(({ id }) => id === main);
  return {
    ...version,
    isCorrectable: readEncounter(version.resource, 'vi-VN')?.isTyped === true,
    hospital: defined({ id: idOf(raw.serviceProvider, 'Organization'), name: raw.serviceProvider?.display }),
    diagnosis: chosenOf(found?.['code'] ?? raw.reasonCode?.[0]),
    papers: papers.flatMap((paper) => readOwnPaper(paper) ?? []),
    ...defined({
      classCode: raw.class?.code,
      from: storedDay(raw.period?.start),
      to: storedDay(raw.period?.end),
      note: raw.text?.div === undefined ? undefined : narrativeText(raw.text.div),
    }),
  };
}

const paperWire = lenientObject({
  id: text,
  meta,
  author: list(anything),
  content: list(lenientObject({ attachment })),
});

/** A document added by the person, as a form file. */
function readOwnPaper(resource: StoredResource): StoredFile | undefined {
  const raw = paperWire(resource);
  const file = raw?.content?.[0]?.attachment;
  if (raw?.id === undefined || file?.url === undefined || !isOwnEntry(raw) || !/^[\w.-]+\/[\w./-]+$/.test(file.url))
    return undefined;
  return {
    path: file.url,
    url: '',
    extension: file.url.split('.').at(-1) ?? '',
    size: file.size ?? 0,
    uid: raw.id,
    name: file.title ?? file.url.split('/').at(-1) ?? '',
  };
}
