import type { Locale } from '@phr/contract/locale';
import { toldConcept } from '@phr/fhir/concepts';
import { codeableConcept } from '@phr/fhir/datatypes';
import { lenientObject } from '@phr/fhir/json';
import { normalizeText } from '@phr/fhir/normalize-text';
import { hasCode } from '@phr/fhir/reading';
import type { PatientList } from '@phr/module-kit/patient-list';
import type { Described } from '../described/described.entity.ts';

/** A disease merged from its entries. */
export interface Merged<T extends Described = Described> {
  /** The newest entry, which is authoritative. */
  readonly newest: T;
  /** Earlier entries of the same disease, newest first. */
  readonly earlier: readonly T[];
}

const coded = lenientObject({ code: codeableConcept });

/** Entries are the same disease if they share a code, or the text if uncoded. */
function keysOf({ original, title }: Described): readonly string[] {
  const codes = (coded(original)?.code?.coding ?? []).flatMap(({ system, code }) =>
    code === undefined ? [] : [`${system ?? ''}|${code}`],
  );
  return codes.length > 0 ? codes : [normalizeText(title)];
}

/**
 * Merges entries by code, ordered by their newest. Refuted and erroneous entries are dropped; statements that nothing
 * exists never merge.
 * @param rows newest first
 */
export function mergedByCode<T extends Described>(rows: readonly T[]): readonly Merged<T>[] {
  const groups: { newest: T; earlier: T[]; keys: Set<string> }[] = [];
  for (const row of rows) {
    if (row.standing === 'apart') continue;
    const keys = row.standing === 'negation' ? [] : keysOf(row);
    const known = groups.find((group) => keys.some((key) => group.keys.has(key)));
    if (known === undefined) groups.push({ newest: row, earlier: [], keys: new Set(keys) });
    else {
      known.earlier.push(row);
      for (const key of keys) known.keys.add(key);
    }
  }
  return groups.map(({ newest, earlier }) => ({ newest, earlier }));
}

const verified = lenientObject({ verificationStatus: codeableConcept });

/** Certainty of an unconfirmed disease in words: "Tạm thời"; undefined if confirmed or unspecified. */
export function doubtOf({ original }: Pick<Described, 'original'>, locale: Locale): string | undefined {
  const status = verified(original)?.verificationStatus;
  return hasCode(status, 'confirmed') ? undefined : toldConcept(status, locale);
}

/** The merged diseases that a person has now. */
export function currentOf(merged: readonly Merged[]): readonly Merged[] {
  return merged.filter(({ newest }) => newest.standing === 'current');
}

/** A merged disease as a list row, with its newest entry's id. */
export interface Disease<T extends Described> extends Merged<T> {
  readonly id: string;
}

/** A list of entries as a list of diseases; the count is known once all are loaded. */
export function diseasesOf<T extends Described>(list: PatientList<T>): PatientList<Disease<T>> {
  const rows = mergedByCode(list.rows).map((one) => ({ ...one, id: one.newest.id }));
  return { ...list, rows, total: list.hasMore ? undefined : rows.length };
}
