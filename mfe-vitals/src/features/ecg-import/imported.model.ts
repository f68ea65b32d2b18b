/** Endings of the files that an ECG is read from. */
export const ECG_FILES = {
  header: ['.hea'],
  /** Samples that a header describes. */
  samples: ['.dat', '.mat', '.xyz'],
  table: ['.csv', '.txt', '.tsv'],
  fhir: ['.json'],
} as const;

/** Whether a file is of a kind, by the ending of its name. */
export const isEcgFile = ({ name }: { readonly name: string }, kind: keyof typeof ECG_FILES): boolean =>
  ECG_FILES[kind].some((ending) => name.toLowerCase().endsWith(ending));

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
  /** How often the file lost its thread: each gap is left open. */
  readonly gaps?: number;
  /** True when the file names no unit and the chosen one was taken. */
  readonly unitMissing?: boolean;
  /** True when the file tells no gain: how high the waves are is only usual. */
  readonly isUncalibrated?: boolean;
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
  | 'checksum'
  | 'noEcg'
  | 'notNumbers'
  | 'notMillivolts'
  | 'unit'
  | 'timeOrder'
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

const PREFIX = /^(?:(?:ecg|ekg|lead|channel|ch|chuyển đạo|điện tim)\b[\s_:-]*)+/i;

/** The name that leads of this kind have: 'mlii', 'Lead II' and 'ECG II' are II; undefined for a name that is none of a lead. */
export const knownLead = (written: string): string | undefined =>
  NAMES[written.trim().replaceAll('_', ' ').replace(PREFIX, '').toLowerCase()];

/** The usual name of a lead: 'MLII' (modified lead II of a long-term recorder) is read as II. */
export const leadName = (written: string): string => knownLead(written) ?? written.trim();

/** Channels that a monitor records beside the ECG. */
export const NO_ECG =
  /pleth|ppg|resp|abp|\bart\b|\bpap\b|cvp|icp|spo2|co2|\bbp\b|eeg|emg|eog|^hr\b|heart ?rate|pulse|bpm|nhịp|^rr\b|temp|marker|event|annot|label|quality|batt|^acc|gyro|off\b|status|flag/i;

/** Two leads of one name would overwrite each other. */
export function distinct<T extends { readonly name: string }>(leads: readonly T[]): T[] {
  return leads.map((lead, index) => {
    const before = leads.slice(0, index).filter(({ name }) => name === lead.name).length;
    return before === 0 ? lead : { ...lead, name: `${lead.name} (${before + 1})` };
  });
}
