import type { Locale } from '@phr/contract/locale';
import { toldConcept } from '@phr/fhir/concepts';
import { codeableConcept } from '@phr/fhir/datatypes';
import { lenientObject } from '@phr/fhir/json';
import { normalizeText } from '@phr/fhir/normalize-text';
import { hasCode } from '@phr/fhir/reading';
import type { Described } from '../described/described.entity.ts';

/** One disease of which a record may have several entries. */
export interface Merged {
  /** The newest entry: what it says holds. */
  readonly newest: Described;
  /** How often it was recorded. */
  readonly times: number;
}

const coded = lenientObject({ code: codeableConcept });

/** What makes two entries the same thing: a code that they share, or the same words where there is no code. */
function keysOf({ original, title }: Described): readonly string[] {
  const codes = (coded(original)?.code?.coding ?? []).flatMap(({ system, code }) =>
    code === undefined ? [] : [`${system ?? ''}|${code}`],
  );
  return codes.length > 0 ? codes : [normalizeText(title)];
}

/**
 * The entries of a list merged by their codes, in the order of the newest of each. Entries that were never true (ruled out, entered by
 * mistake) and statements that there is nothing are left out. @param rows newest first
 */
export function mergedByCode(rows: readonly Described[]): readonly Merged[] {
  const groups: { newest: Described; times: number; keys: Set<string> }[] = [];
  for (const row of rows) {
    if (row.standing === 'apart' || row.standing === 'negation') continue;
    const keys = keysOf(row);
    const known = groups.find((group) => keys.some((key) => group.keys.has(key)));
    if (known === undefined) groups.push({ newest: row, times: 1, keys: new Set(keys) });
    else {
      known.times += 1;
      for (const key of keys) known.keys.add(key);
    }
  }
  return groups.map(({ newest, times }) => ({ newest, times }));
}

const verified = lenientObject({ verificationStatus: codeableConcept });

/** How sure a disease is, in words, where it is not a confirmed one: "Tạm thời"; undefined where nobody says otherwise. */
export function doubtOf({ original }: Pick<Described, 'original'>, locale: Locale): string | undefined {
  const status = verified(original)?.verificationStatus;
  return hasCode(status, 'confirmed') ? undefined : toldConcept(status, locale);
}

/** The merged diseases that a person has now. */
export function currentOf(merged: readonly Merged[]): readonly Merged[] {
  return merged.filter(({ newest }) => newest.standing === 'current');
}
