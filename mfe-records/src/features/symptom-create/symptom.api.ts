import { loaderOf } from '../form/loader-of.api.ts';
import { readStoredSymptom } from './stored-symptom.entity.ts';

/** One symptom for its form; undefined when the person has none with this id. Rejects with AppError. */
export const loadSymptom = loaderOf('Observation', readStoredSymptom);
