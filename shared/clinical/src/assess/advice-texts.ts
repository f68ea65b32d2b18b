import { perLocale } from '@phr/i18n/localized';

/** The words of one advice; `{number}` is the emergency number of the deployment. */
export interface AdviceText {
  readonly id: string;
  /** When it is given, in words for the clinician who reviews it; the limits themselves are those of the judge. */
  readonly when: string;
  readonly source: string;
  /** By locale. */
  readonly words: Readonly<Record<string, string>>;
}

/** The advice as one file: what a clinician reviews as a whole. Until then it is a draft (R-S7). */
export interface AdviceTexts {
  readonly version: number;
  readonly status: 'draft' | 'approved';
  readonly reviewer: { readonly name: string; readonly licence: string; readonly date: string } | null;
  readonly rules: readonly AdviceText[];
}

/** Whether advice may be shown: drafts where the deployment shows all texts, else only what a clinician has signed. */
export function mayShow({ status, reviewer }: AdviceTexts, setting: 'signed' | 'all' | 'off' | undefined): boolean {
  return setting === 'all' || (setting !== 'off' && status === 'approved' && reviewer !== null);
}

/** Reads the advice of a file or an answer; undefined for anything that is not wholly understood: half of an instruction may be the wrong one. */
export function adviceIn(value: unknown): AdviceTexts | undefined {
  const { version, status, reviewer, rules } = fieldsOf(value);
  if (typeof version !== 'number' || (status !== 'draft' && status !== 'approved') || !Array.isArray(rules))
    return undefined;
  const read = rules.map(ruleIn).filter((rule) => rule !== undefined);
  if (read.length === 0 || read.length < rules.length) return undefined;
  return { version, status, reviewer: reviewerIn(reviewer), rules: read };
}

function ruleIn(value: unknown): AdviceText | undefined {
  const { id, when, source, words } = fieldsOf(value);
  const told = Object.entries(fieldsOf(words)).filter((entry): entry is [string, string] => isText(entry[1]));
  return isText(id) && isText(when) && isText(source) && LOCALES.every((locale) => told.some(([key]) => key === locale))
    ? { id, when, source, words: Object.fromEntries(told) }
    : undefined;
}

function reviewerIn(value: unknown): AdviceTexts['reviewer'] {
  const { name, licence, date } = fieldsOf(value);
  return isText(name) && isText(licence) && isText(date) ? { name, licence, date } : null;
}

const LOCALES = Object.keys(perLocale((locale) => locale));

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
