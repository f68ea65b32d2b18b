import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import type { Match } from './match.ts';
import type { ResultRow, WordsByKey } from './rows.ts';
import { usualWords } from './usual.ts';

/** What the one judge says of a laboratory result; this file judges nothing. */
export interface ResultVerdict {
  /** Undefined where nobody says: no flag and no range of the laboratory. */
  readonly place?: 'low' | 'high' | 'within' | 'abnormal';
  /** The laboratory marks it to be seen soon (LL, HH, AA, LU, HU). */
  readonly isCritical?: boolean;
  /** The laboratory's flag and its own range say different things. */
  readonly isContradicted?: boolean;
  /** The number and the limits that it was compared with, in one unit. */
  readonly value?: number;
  readonly low?: number;
  readonly high?: number;
}

/** What makes words about a result wrong or unfit, as far as it is known. */
export interface Circumstances {
  readonly status?: string;
  /** There is no value. */
  readonly isAbsent?: boolean;
  /** Full years at the time of the sample; undefined where the birth date is not known. */
  readonly age?: number;
  readonly isPregnant?: boolean;
  /** Range and words depend on the sex, and it is not known. */
  readonly needsSex?: boolean;
  /** The laboratory notes that the sample was not fit: haemolysed, clotted, too little. */
  readonly isSpoiled?: boolean;
  /** On dialysis, or in a hospital stay that is not over. */
  readonly isWatched?: boolean;
}

/** Sentences in the place of an explanation. */
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

/** Sentences that end most texts; several results in one list say one of them once. */
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
  /** Everyday name; undefined where the printed one stands alone. */
  readonly name?: string;
  /** 'low' and 'high' are words of their own only here: where they must not be said, there is none. */
  readonly word?: { readonly place: 'low' | 'high'; readonly isSlight: boolean };
  readonly what?: string;
  /** Common reasons and the next step, without the closing sentence. */
  readonly text?: string;
  readonly closing?: 'soon' | 'ask';
  readonly instead?: string;
  /** The usual range of adults, for help only. */
  readonly usual?: string;
  /** No clinician has signed these texts: a page that shows them says so. */
  readonly isDraft: boolean;
}

/** What is shown of texts: those that are signed, all of them (demo), or none. */
export type TextSetting = 'signed' | 'all' | 'off';

export interface Explained {
  readonly match: Match | undefined;
  readonly verdict: ResultVerdict;
  readonly circumstances: Circumstances;
}

/** A result in plain words. Silent where range, person, unit or signature are missing; the value itself is shown by others, always. */
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

/** The sentence that ends the explanations of a list: the more urgent one where any asks for it. */
export function closingOf(explanations: readonly Explanation[], locale: Locale): string | undefined {
  const closings = explanations.flatMap(({ closing }) => closing ?? []);
  return closings.length === 0 ? undefined : CLOSING[closings.includes('soon') ? 'soon' : 'ask'][locale];
}

/** Why the reasons and the next step are not told; the first that holds. */
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

/** Reasons for which even the word is not said. */
const WORDLESS: readonly (Reason | undefined)[] = ['error', 'cancelled', 'provisional', 'contradicted', 'noRange'];

function mayBeCalled({ unitFits }: Match, { value }: ResultVerdict, reason: Reason | undefined): boolean {
  return !WORDLESS.includes(reason) && (unitFits || value === undefined);
}

/** Slight: at most a quarter of the range beyond its limit, for results of which a small difference does not matter. "Very" is never worked out. */
export function wordOf(row: ResultRow, verdict: ResultVerdict): Explanation['word'] {
  const { place, value, low, high, isCritical } = verdict;
  if (place !== 'low' && place !== 'high') return undefined;
  const limit = place === 'low' ? low : high;
  const width = low !== undefined && high !== undefined ? high - low : Math.abs(limit ?? 0);
  const gap = value === undefined || limit === undefined ? Infinity : Math.abs(value - limit);
  // decimals of laboratories are no binary fractions: exactly a quarter is one
  const isSlight = row.mayBeSlight && isCritical !== true && gap <= width / 4 + width * 1e-9;
  return { place, isSlight };
}

/** A text without its closing sentence, and which one that was. */
function cut(text: string, locale: Locale): readonly [string, ('soon' | 'ask')?] {
  for (const closing of ['soon', 'ask'] as const)
    if (text.endsWith(CLOSING[closing][locale]))
      return [text.slice(0, -CLOSING[closing][locale].length).trim(), closing];
  return [text];
}
