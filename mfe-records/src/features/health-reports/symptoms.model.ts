import { SNOMED, type Coding } from '@phr/clinical/codings';
import { localSystem } from '../form/local-codes.model.ts';

/** A symptom in reports; its text key is `sym.<key>`. */
export interface Symptom {
  readonly key: string;
  /** English display beside the code. */
  readonly display: string;
  /** SNOMED CT, only if one concept matches exactly. */
  readonly snomed?: string;
  /** Initial form content. */
  readonly initial: 'NEG';
}

const symptom = (key: string, display: string, snomed?: string): Symptom => ({
  key,
  display,
  initial: 'NEG',
  ...(snomed === undefined ? {} : { snomed }),
});

// Lists of the specification; codes of decision D-64, table T5.
const ALL = {
  hardBreath: symptom('hard-breath', 'Hard breath', '267036007'),
  tired: symptom('tired', 'Tired', '84229001'),
  cough: symptom('cough', 'Cough', '49727002'),
  coughWithPhlegm: symptom('cough-with-phlegm', 'Cough with phlegm', '28743005'),
  coughWithBlood: symptom('cough-with-blood', 'Cough with blood', '66857006'),
  chestPain: symptom('chest-pain', 'Chest pain', '29857009'),
  prolongedChestPain: symptom('prolonged-chest-pain', 'Prolonged chest pain'),
  headache: symptom('headache', 'Headache', '25064002'),
  memoryLoss: symptom('memory-loss', 'Memory loss', '386807006'),
  sleepProblem: symptom('sleep-problem', 'Sleep problem', '301345002'),
  hoarseness: symptom('hoarseness', 'Hoarseness', '50219008'),
  muscleJointPain: symptom('muscle-joint-pain', 'Muscle/joint pain'),
  lossOfTasteOrSmell: symptom('loss-of-taste-or-smell', 'Loss of taste or smell'),
  depressionAnxiety: symptom('depression-anxiety', 'Depression/anxiety'),
  fever: symptom('fever', 'Fever', '386661006'),
  chills: symptom('chills', 'Chills', '43724002'),
  conjunctivitis: symptom('conjunctivitis', 'Conjunctivitis', '9826008'),
  diarrhea: symptom('diarrhea', 'Diarrhea', '62315008'),
  soreThroat: symptom('sore-throat', 'Sore throat', '162397003'),
  dizziness: symptom('dizziness', 'Dizziness', '404640003'),
  abdominalPain: symptom('abdominal-pain', 'Abdominal pain', '21522001'),
  vomiting: symptom('vomiting', 'Vomiting', '422400008'),
  unconscious: symptom('unconscious', 'Unconscious', '418107008'),
} as const;

/** Basic symptoms of COVID-19 (SYM-03). */
export const BASIC: readonly Symptom[] = [
  ALL.tired,
  ALL.cough,
  ALL.coughWithPhlegm,
  ALL.chills,
  ALL.conjunctivitis,
  ALL.lossOfTasteOrSmell,
  ALL.diarrhea,
];
/** Symptoms with which help is called at once (SYM-04). */
export const CRITICAL: readonly Symptom[] = [
  ALL.coughWithBlood,
  ALL.hardBreath,
  ALL.prolongedChestPain,
  ALL.unconscious,
];
/** Possible long COVID symptoms (SYM-02). */
export const POST_COVID: readonly Symptom[] = [
  ALL.hardBreath,
  ALL.tired,
  ALL.cough,
  ALL.chestPain,
  ALL.headache,
  ALL.memoryLoss,
  ALL.sleepProblem,
  ALL.hoarseness,
  ALL.muscleJointPain,
  ALL.lossOfTasteOrSmell,
  ALL.depressionAnxiety,
  ALL.fever,
];

/** Every symptom. */
export const SYMPTOMS: readonly Symptom[] = Object.values(ALL);
/** What people have most often, in the order in which it is offered. */
export const COMMON: readonly Symptom[] = [
  ALL.headache,
  ALL.fever,
  ALL.cough,
  ALL.soreThroat,
  ALL.tired,
  ALL.dizziness,
  ALL.abdominalPain,
  ALL.diarrhea,
];

/** Severity and frequency; the first of each means absent (D-64). No default. */
export const SEVERITIES = ['none', 'mild', 'moderate', 'severe'] as const;
export const FREQUENCIES = ['never', 'sometimes', 'often', 'always'] as const;

/** A symptom's codings: ours, plus SNOMED CT if available. */
export function symptomCodings({ key, display, snomed }: Symptom): readonly Coding[] {
  return [
    { system: localSystem('symptom'), code: key, display },
    ...(snomed === undefined ? [] : [{ system: SNOMED, code: snomed, display }]),
  ];
}
