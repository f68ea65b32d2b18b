import { allergenOf, fitOf, ingredientsOf, isComparable, type Fit } from '@phr/fhir/allergy-match';
import { dangerOf } from '@phr/fhir/describe/danger';
import { isObject } from '@phr/fhir/json';
import { wordsOf } from '@phr/fhir/reading';
import { allergyIntolerance } from '@phr/fhir/resources';
import type { Medicine } from './medicine.entity.ts';

/** An allergy on record that fits a medicine in use. */
export interface AllergyWarning {
  readonly allergyId: string;
  readonly substance: string;
  readonly isSevere: boolean;
  readonly medicineId: string;
  readonly medicineType: string;
  readonly medicine: string;
  readonly fit: Fit;
}

/** Danger rank from which an allergy is severe: high criticality or a severe reaction. */
const SEVERE = 3;

/** Matches recorded allergies with medicines in use; no match never means that a medicine is safe. */
export function warningsOf(
  allergies: readonly unknown[],
  medicines: readonly Pick<Medicine, 'id' | 'type' | 'title' | 'standing' | 'original'>[],
): readonly AllergyWarning[] {
  return allergies.flatMap((allergy) => {
    const allergen = allergenOf(allergy);
    const read = allergyIntolerance(allergy);
    const id = isObject(allergy) ? allergy['id'] : undefined;
    const substance = wordsOf(read?.code) ?? wordsOf(read?.reaction?.[0]?.substance);
    if (allergen === undefined || substance === undefined || typeof id !== 'string') return [];
    return medicines
      .filter(({ standing }) => standing === 'current')
      .flatMap((medicine): readonly AllergyWarning[] => {
        const fit = fitOf(allergen, ingredientsOf(medicine.original));
        if (fit === undefined) return [];
        return [
          {
            allergyId: id,
            substance,
            isSevere: dangerOf(allergy) >= SEVERE,
            medicineId: medicine.id,
            medicineType: medicine.type,
            medicine: medicine.title,
            fit,
          },
        ];
      });
  });
}

/** True if a medicine was compared with every current allergy; false if either is not known well enough. */
export function isCompared(allergies: readonly unknown[], medicine: unknown): boolean {
  const ingredients = ingredientsOf(medicine);
  return allergies.map(allergenOf).every((allergen) => allergen === undefined || isComparable(allergen, ingredients));
}
