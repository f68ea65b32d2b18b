/** An ECG as a file holds it, before the person keeps it. */
export interface ImportedEcg {
  readonly leads: readonly ImportedLead[];
  /** Samples a second. */
  readonly rate: number;
  /** Day and time of day written in the file: 'YYYY-MM-DD' and 'HH:mm'. */
  readonly day?: string;
  readonly time?: string;
  /** Channels that are no ECG and stay out. */
  readonly leftOut: readonly string[];
}

export interface ImportedLead {
  readonly name: string;
  /** Millivolts; NaN where the file marks that there is no value. */
  readonly signal: Float32Array;
}

/** Why a file cannot be taken; the text of each is `ecgImport.refused.<reason>`. */
export type Refusal =
  | 'unknown'
  | 'headerMissing'
  | 'dataMissing'
  | 'headerBroken'
  | 'segments'
  | 'format'
  | 'damaged'
  | 'noEcg'
  | 'notNumbers'
  | 'notMillivolts'
  | 'rateMissing'
  | 'tooLong'
  | 'empty';

export class EcgRefused extends Error {
  readonly reason: Refusal;
  /** What is said of it, such as the name of the missing file. */
  readonly about: string;

  constructor(reason: Refusal, about = '') {
    super(`${reason} ${about}`);
    this.name = 'EcgRefused';
    this.reason = reason;
    this.about = about;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  i: 'I',
  ii: 'II',
  iii: 'III',
  avr: 'aVR',
  avl: 'aVL',
  avf: 'aVF',
  mlii: 'II',
  mli: 'I',
  mliii: 'III',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`v${number}`, `V${number}`])),
};

/** The usual name of a lead: 'MLII' (modified lead II of a long-term recorder) is read as II. */
export const leadName = (written: string): string => NAMES[written.trim().toLowerCase()] ?? written.trim();
