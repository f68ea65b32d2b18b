import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import type { Match } from './match.ts';
import type { ResultRow, WordsByKey } from './rows.ts';
import { usualWords } from './usual.ts';

/** The verdict about a laboratory result; nothing is judged in this file. */
export interface ResultVerdict {
  /** Undefined if nobody judges: no flag and no range from the laboratory. */
  readonly place?: 'low' | 'high' | 'within' | 'abnormal';
  /** Flagged as critical by the laboratory (LL, HH, AA, LU, HU). */
  readonly isCritical?: boolean;
  /** The laboratory's flag contradicts its own range. */
  readonly isContradicted?: boolean;
  /** The number and the limits it was compared with, in one unit. */
  readonly value?: number;
  readonly low?: number;
  readonly high?: number;
}

/** Known reasons to withhold or adapt an explanation. */
export interface Circumstances {
  readonly status?: string;
  /** There is no value. */
  readonly isAbsent?: boolean;
  /** Completed years when the sample was taken; undefined if the birth date is unknown. */
  readonly age?: number;
  readonly isPregnant?: boolean;
  /** Range and text depend on the sex, which is unknown. */
  readonly needsSex?: boolean;
  /** The laboratory reports an unfit sample: haemolysed, clotted, insufficient. */
  readonly isSpoiled?: boolean;
  /** On dialysis, or currently in hospital. */
  readonly isWatched?: boolean;
}

/** Sentences shown instead of an explanation. */
const INSTEAD = {
  error: localized('Ghi nhầm, không dùng', 'Entered by mistake, not used'),
  cancelled: localized('Xét nghiệm không làm được, có thể cần lấy mẫu lại.', 'Not done; a new sample may be needed.'),
  provisional: localized('Kết quả tạm, có thể thay đổi.', 'A provisional result, it may change.'),
  critical: localized(
    'Phòng xét nghiệm đánh dấu kết quả này cần được xem sớm. Hãy gọi nơi làm xét nghiệm hoặc bác sĩ trong hôm nay.',
    'The laboratory marked this result to be seen soon. Call the laboratory or your doctor today.',
  ),
  noRange: localized('Phòng xét nghiệm không ghi khoảng tham chiếu.', 'The laboratory gave no reference range.'),
  contradicted: localized(
    'Lời đánh giá và khoảng tham chiếu của phòng xét nghiệm không khớp nhau. Hãy hỏi nơi làm xét nghiệm.',
    'The laboratory’s flag and its range do not agree. Ask the laboratory.',
  ),
  child: localized(
    'Ở trẻ em, kết quả được xem theo tuổi. Hãy hỏi bác sĩ.',
    'Children’s results are read by age. Ask the doctor.',
  ),
  pregnant: localized(
    'Khi mang thai, nhiều kết quả thay đổi. Hãy hỏi bác sĩ.',
    'In pregnancy many results change. Ask your doctor.',
  ),
  sex: localized(
    'Khoảng tham chiếu khác nhau ở nam và nữ. Hãy hỏi bác sĩ.',
    'The range differs for men and women. Ask your doctor.',
  ),
  spoiled: localized(
    'Phòng xét nghiệm ghi mẫu chưa đạt, có thể cần lấy mẫu lại.',
    'The laboratory notes a poor sample; a new one may be needed.',
  ),
  watched: localized('Bác sĩ điều trị đang theo dõi kết quả này.', 'Your doctors are following this result.'),
  unknown: localized(
    'Chưa có lời giải thích cho kết quả này. Bạn có thể hỏi bác sĩ.',
    'We have no explanation for this result yet. You can ask your doctor.',
  ),
} satisfies Record<string, Localized>;
type Reason = keyof typeof INSTEAD;

/** Closing sentence of most texts; a list of results says each once. */
const CLOSING = {
  soon: localized(
    'Một mình kết quả này không nói lên bệnh, nên hỏi bác sĩ sớm.',
    'This alone does not mean illness; ask your doctor soon.',
  ),
  ask: localized(
    'Một mình kết quả này không nói lên bệnh, hãy hỏi bác sĩ.',
    'This alone does not mean illness; ask your doctor.',
  ),
} satisfies Record<string, Localized>;

export interface Explanation {
  /** Everyday name; undefined if the printed name stands alone. */
  readonly name?: string;
  /** 'low' or 'high' here only; absent where it must not be said. */
  readonly word?: { readonly place: 'low' | 'high'; readonly isSlight: boolean };
  readonly what?: string;
  /** Common reasons and next step, without the closing sentence. */
  readonly text?: string;
  readonly closing?: 'soon' | 'ask';
  readonly instead?: string;
  /** The usual adult range, as explanation only. */
  readonly usual?: string;
  /** True if no clinician has signed these texts; the page must say so. */
  readonly isDraft: boolean;
}

/** Which texts are shown: signed ones, all (demo), or none. */
export type TextSetting = 'signed' | 'all' | 'off';

export interface Explained {
  readonly match: Match | undefined;
  readonly verdict: ResultVerdict;
  readonly circumstances: Circumstances;
}

/**
 * Explains a result in plain words. Withholds text if range, person, unit or signature is missing; the value itself is
 * always shown by the caller.
 */
export function explain(
  { match, verdict, circumstances }: Explained,
  words: WordsByKey,
  locale: Locale,
  setting: TextSetting,
): Explanation {
  const own = match === undefined ? undefined : words[match.row.key];
  if (match === undefined || own === undefined) return { instead: INSTEAD.unknown[locale], isDraft: false };
  const reason = silenced(verdict, circumstances);
  const shown = setting === 'all' || (setting === 'signed' && own.signed);
  const word = mayBeCalled(match, verdict, reason) ? wordOf(match.row, verdict) : undefined;
  const [text, closing] = word !== undefined && reason === undefined && shown ? cut(own[word.place], locale) : [];
  return {
    name: own.name,
    isDraft: shown && !own.signed,
    ...(word === undefined ? {} : { word }),
    ...(reason === undefined ? {} : { instead: INSTEAD[reason][locale] }),
    ...(shown && own.what !== '' ? { what: own.what } : {}),
    ...(shown && own.usual !== '' ? { usual: usualWords(own.usual, locale) } : {}),
    ...(text === undefined || text === '' ? {} : { text }),
    ...(closing === undefined ? {} : { closing }),
  };
}

/** The closing sentence of a list of explanations, the most urgent one. */
export function closingOf(explanations: readonly Explanation[], locale: Locale): string | undefined {
  const closings = explanations.flatMap(({ closing }) => closing ?? []);
  return closings.length === 0 ? undefined : CLOSING[closings.includes('soon') ? 'soon' : 'ask'][locale];
}

/** First applicable reason to withhold causes and next step. */
export function silenced(verdict: ResultVerdict, of: Circumstances): Reason | undefined {
  const reasons: readonly (readonly [Reason, boolean | undefined])[] = [
    ['error', of.status === 'entered-in-error'],
    ['cancelled', of.status === 'cancelled'],
    ['provisional', ['registered', 'partial', 'preliminary'].includes(of.status ?? '')],
    ['critical', verdict.isCritical],
    ['contradicted', verdict.isContradicted],
    ['noRange', verdict.place === undefined && of.isAbsent !== true],
    ['child', of.age !== undefined && of.age < 18],
    ['pregnant', of.isPregnant],
    ['sex', of.needsSex],
    ['spoiled', of.isSpoiled],
    ['watched', of.isWatched],
  ];
  return reasons.find(([, holds]) => holds === true)?.[0];
}

/** Reasons to withhold even the word. */
const WORDLESS: readonly (Reason | undefined)[] = ['error', 'cancelled', 'provisional', 'contradicted', 'noRange'];

function mayBeCalled({ unitFits }: Match, { value }: ResultVerdict, reason: Reason | undefined): boolean {
  return !WORDLESS.includes(reason) && (unitFits || value === undefined);
}

/**
 * Slight: at most a quarter of the range beyond a limit, for results where small deviations do not matter. "Very" is
 * never derived.
 */
export function wordOf(row: ResultRow, verdict: ResultVerdict): Explanation['word'] {
  const { place, value, low, high, isCritical } = verdict;
  if (place !== 'low' && place !== 'high') return undefined;
  const limit = place === 'low' ? low : high;
  const width = low !== undefined && high !== undefined ? high - low : Math.abs(limit ?? 0);
  const gap = value === undefined || limit === undefined ? Infinity : Math.abs(value - limit);
  // decimal rounding: exactly a quarter still counts
  const isSlight = row.mayBeSlight && isCritical !== true && gap <= width / 4 + width * 1e-9;
  return { place, isSlight };
}

/** Splits off the closing sentence of a text. */
function cut(text: string, locale: Locale): readonly [string, ('soon' | 'ask')?] {
  for (const closing of ['soon', 'ask'] as const)
    if (text.endsWith(CLOSING[closing][locale]))
      return [text.slice(0, -CLOSING[closing][locale].length).trim(), closing];
  return [text];
}
