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
  /** Date and time in the file: 'YYYY-MM-DD' and 'HH:mm'. */
  readonly day?: string;
  readonly time?: string;
  /** Channels that are no ECG and stay out. */
  readonly leftOut: readonly string[];
  /** How often the file lost its thread: each gap is left open. */
  readonly gaps?: number;
  /** The file has no unit, so the selected one was used. */
  readonly unitMissing?: boolean;
  /** The file has no gain, so amplitudes are approximate. */
  readonly isUncalibrated?: boolean;
}

export interface ImportedLead {
  readonly name: string;
  /** Millivolts; NaN for missing values. */
  readonly signal: Float32Array;
}

/** Why a file is rejected; texts are `ecgImport.refused.<reason>`. */
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
  /** Subject of the problem, such as a missing file's name. */
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

/** Standard name of a lead: 'mlii', 'Lead II' and 'ECG II' are II; undefined if not a lead. */
export const knownLead = (written: string): string | undefined =>
  NAMES[written.trim().replaceAll('_', ' ').replace(PREFIX, '').toLowerCase()];

/** Usual name of a lead: 'MLII' (modified lead II of a long-term recorder) becomes II. */
export const leadName = (written: string): string => knownLead(written) ?? written.trim();

/** Non-ECG channels of a monitor. */
export const NO_ECG =
  /pleth|ppg|resp|abp|\bart\b|\bpap\b|cvp|icp|spo2|co2|\bbp\b|eeg|emg|eog|^hr\b|heart ?rate|pulse|bpm|nhịp|^rr\b|temp|marker|event|annot|label|quality|batt|^acc|gyro|off\b|status|flag/i;

/** Two leads of one name would overwrite each other. */
export function withDistinctNames<T extends { readonly name: string }>(leads: readonly T[]): T[] {
  return leads.map((lead, index) => {
    const before = leads.slice(0, index).filter(({ name }) => name === lead.name).length;
    return before === 0 ? lead : { ...lead, name: `${lead.name} (${before + 1})` };
  });
}
