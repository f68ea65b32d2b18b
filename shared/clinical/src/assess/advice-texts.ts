import { perLocale } from '@phr/i18n/localized';

/** The words of one advice; `{number}` is the emergency number of the deployment. */
export interface AdviceText {
  readonly id: string;
  /** Condition under which it is shown, for the reviewing clinician; the effective limits are in `advice.ts`. */
  readonly when: string;
  readonly source: string;
  /** By locale. */
  readonly words: Readonly<Record<string, string>>;
  /** Symptoms to ask about first, by locale; any yes puts the emergency number on top. */
  readonly signs?: Readonly<Record<string, readonly string[]>>;
  /** Minutes until the reading should be repeated. */
  readonly again?: number;
}

/** All advice texts as one reviewable file; a draft until a clinician signs it (R-S7). */
export interface AdviceTexts {
  readonly version: number;
  readonly status: 'draft' | 'approved';
  readonly reviewer: { readonly name: string; readonly licence: string; readonly date: string } | null;
  readonly rules: readonly AdviceText[];
}

/** Which clinical texts a deployment shows. */
export type TextsSetting = 'signed' | 'all' | 'off' | undefined;

/**
 * Whether texts are a draft; undefined if the deployment does not show them: drafts are shown where it allows all,
 * otherwise signed ones only (R-S7).
 */
export function signatureOf(
  { status, reviewer }: { readonly status: string; readonly reviewer: unknown },
  setting: TextsSetting,
): { readonly isDraft: boolean } | undefined {
  const isDraft = status !== 'approved' || reviewer === null;
  return setting === 'all' || (setting !== 'off' && !isDraft) ? { isDraft } : undefined;
}

/** Whether the deployment may show these texts. */
export function mayShow(texts: Pick<AdviceTexts, 'status' | 'reviewer'>, setting: TextsSetting): boolean {
  return signatureOf(texts, setting) !== undefined;
}

/**
 * Parses advice from a file or response. Returns undefined if any part is unreadable: half an instruction is worse than
 * none.
 */
export function adviceIn(value: unknown): AdviceTexts | undefined {
  const { version, status, reviewer, rules } = fieldsOf(value);
  if (typeof version !== 'number' || (status !== 'draft' && status !== 'approved') || !Array.isArray(rules))
    return undefined;
  const read = rules.map(ruleIn).filter((rule) => rule !== undefined);
  if (read.length === 0 || read.length < rules.length) return undefined;
  return { version, status, reviewer: reviewerIn(reviewer), rules: read };
}

function ruleIn(value: unknown): AdviceText | undefined {
  const { id, when, source, words, signs, again } = fieldsOf(value);
  const texts = Object.entries(fieldsOf(words)).filter((entry): entry is [string, string] => isText(entry[1]));
  const listedSigns = signsIn(signs);
  const isWhole = LOCALES.every((locale) => texts.some(([key]) => key === locale));
  if (!isText(id) || !isText(when) || !isText(source) || !isWhole || (signs !== undefined && listedSigns === undefined))
    return undefined;
  return {
    id,
    when,
    source,
    words: Object.fromEntries(texts),
    ...(listedSigns === undefined ? {} : { signs: listedSigns }),
    ...(typeof again === 'number' && again > 0 ? { again } : {}),
  };
}

function signsIn(value: unknown): AdviceText['signs'] {
  const read = Object.entries(fieldsOf(value)).flatMap(([locale, signs]): [string, readonly string[]][] =>
    Array.isArray(signs) && signs.length > 0 && signs.every(isText) ? [[locale, signs]] : [],
  );
  return LOCALES.every((locale) => read.some(([key]) => key === locale)) ? Object.fromEntries(read) : undefined;
}

function reviewerIn(value: unknown): AdviceTexts['reviewer'] {
  const { name, licence, date } = fieldsOf(value);
  return isText(name) && isText(licence) && isText(date) ? { name, licence, date } : null;
}

const LOCALES = Object.keys(perLocale((locale) => locale));

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
